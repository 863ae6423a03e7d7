/**
 * Drawing rings and arrows on a board: by the right mouse button, dragged for an arrow (with Shift red, with Alt blue, with both
 * yellow), or in the board's own mode for fingers and keys by choosing a cell twice for a ring, two cells for an arrow.
 */

/** @typedef {import("./shapes.js").Shape} Shape */

const RIGHT = 2;

export class Sketching {
  /** The shape that is being drawn. @type {Shape | null} */
  shape = null;
  /** Whether its first cell was chosen, in the board's mode. */
  isBegun = false;

  /** @param {import("./board.js").NoughtsBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {PointerEvent} event @param {number | null} index of the cell below */
  onDown(event, index) {
    if (event.button !== RIGHT || index === null) return;
    event.preventDefault();
    const colour = event.shiftKey ? (event.altKey ? "yellow" : "red") : event.altKey ? "blue" : this.board.colour;
    this.#show({ from: index, to: index, colour });
  }

  /** @param {PointerEvent} event @param {number | null} index */
  onMove(event, index) {
    if (!this.shape || !(event.buttons & RIGHT) || index === null || index === this.shape.to) return;
    this.#show({ ...this.shape, to: index });
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    if (event.button === RIGHT) this.#finish();
  }

  /** Whoever leaves the board while dragging means no arrow. */
  onLeave() {
    if (this.shape && !this.isBegun) this.forget();
  }

  /** A cell was chosen in the board's mode for drawing. @param {number} index */
  choose(index) {
    this.#show(this.shape ? { ...this.shape, to: index } : { from: index, to: index, colour: this.board.colour });
    if (this.isBegun) this.#finish();
    else this.isBegun = true;
  }

  /** Nothing is being drawn any more. */
  forget() {
    this.isBegun = false;
    this.#show(null);
  }

  #finish() {
    const { shape } = this;
    this.forget();
    if (shape) this.board.dispatchEvent(new CustomEvent("shape", { detail: shape }));
  }

  /** @param {Shape | null} shape */
  #show(shape) {
    this.shape = shape;
    this.board.requestUpdate();
  }
}
