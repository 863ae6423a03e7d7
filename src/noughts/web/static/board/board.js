/**
 * <noughts-board>: a view as one SVG whose cells are buttons. It knows no rules: what may be clicked, and what that
 * means, stands in the view. Fires "move" (detail: the move's text), "cell" (detail: index) when it is edited, and "shape"
 * (detail: a Shape) when somebody has drawn a ring or an arrow.
 */

import { LitElement, html, nothing, svg } from "../vendor/lit.js";
import { SIZE, cellPath, layOut, neighbour } from "./geometry.js";
import {
  drawCellNames,
  drawGhosts,
  drawLabels,
  drawMark,
  drawMarks,
  drawObstacle,
  drawOwners,
  drawSurfaces,
  drawValues,
  drawVeils,
  drawWinningRows,
  isLost,
  isOnLines,
  lastPart,
  valuesOfCells,
  writtenValues,
} from "./drawing.js";
import { Resizing } from "./resizing.js";
import { drawShapes, shapeWords } from "./shapes.js";
import { Sketching } from "./sketching.js";
import { symbolOf } from "../words/symbols.js";
import { capital } from "../words/wording.js";
import { isDecided, shortValue, valueInWords } from "../words/score.js";

/** @typedef {import("../types").View} View */

const NARROW = 560; // px below which big boards are stacked
const SMALLEST_CELL = 18; // px below which a board is enlarged and scrolls
const EASY_CELL = 30; // px above which nobody needs to zoom, and a finger hits what it means
const LARGEST_CELL = 320; // px: nine cells fill a screen, four do not
const LABEL = 13; // px, as far as cells are large enough
const SMALLEST_VALUE = 11; // px: smaller numbers cannot be read
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class NoughtsBoard extends LitElement {
  static properties = {
    view: { attribute: false },
    isActive: { attribute: false },
    isEdited: { attribute: false },
    isCompact: { attribute: false },
    lines: { attribute: false },
    ghosts: { attribute: false },
    hint: { attribute: false },
    shapes: { attribute: false },
    canSketch: { attribute: false },
    isSketched: { attribute: false },
    clicked: { state: true },
    hovered: { state: true },
    touched: { state: true },
    current: { state: true },
    zoom: { state: true },
    room: { state: true },
  };

  constructor() {
    super();
    /** @type {View | null} */
    this.view = null;
    this.isActive = false; // whether clicks make moves
    this.isEdited = false; // whether every cell may be clicked
    this.isCompact = false; // whether it is seen whole, however small
    /** @type {import("../types").AnalysisLine[]} */
    this.lines = [];
    /** @type {import("../types").Ghost[]} */
    this.ghosts = [];
    /** @type {string | null} */
    this.hint = null;
    /** @type {import("./shapes.js").Shape[]} */
    this.shapes = [];
    this.canSketch = false; // whether the right mouse button draws
    this.isSketched = false; // whether clicks draw
    this.colour = "green"; // of what is drawn
    this.sketching = new Sketching(this);
    /** @type {number[]} */
    this.clicked = [];
    /** @type {number | null} */
    this.hovered = null;
    /** A small cell that a finger has touched: a second touch plays there. @type {number | null} */
    this.touched = null;
    this.current = -1; // the cell that Tab leads to
    this.zoom = 0; // 0: as it fits
    this.room = 600;
    this.isZoomed = false; // as it was drawn last
    /** @type {import("./geometry.js").Geometry} */
    this.geometry = { width: 1, height: 1, cells: [], frames: [], labels: [], names: [], edges: [], isHexagonal: false };
    new Resizing(this, ({ width }) => (this.room = width || this.room));
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    const view = this.view;
    if (!view) return;
    if (changed.has("view") || changed.has("room") || changed.has("isCompact")) {
      const before = /** @type {View | undefined} */ (changed.get("view"));
      const isSameBoard = before?.game === view.game;
      if (changed.has("view")) this.clicked = [];
      if (changed.has("view") && this.sketching.shape) this.sketching.forget();
      if (changed.has("view") || changed.has("room")) this.touched = null;
      if (changed.has("view") && !isSameBoard) this.zoom = 0;
      this.geometry = layOut(view, this.#isStacked, this.#labelSize(view));
      if (this.current >= view.cells.length || !isSameBoard) this.current = -1;
    }
    if (this.current < 0) this.current = Object.values(view.clicks).flat()[0] ?? 0;
  }

  /** Big boards lie one over the other where that makes them larger; what nobody plays on any more is seen whole instead. */
  get #isStacked() {
    return this.room < Math.min(NARROW, innerHeight) && !this.isCompact;
  }

  /** Letters beside the board are as large as other text, whatever the size of the cells. @param {View} view */
  #labelSize(view) {
    const cell = Math.min(this.room / (view.columns + 1), innerHeight / (view.rows + 2), LARGEST_CELL);
    return Math.min(LABEL, (LABEL * SIZE) / cell);
  }

  /** How many pixels a unit of the drawing has. */
  get #unit() {
    const { width, height } = this.geometry;
    return Math.min((this.room * this.scale) / width, this.scale > 1 ? Infinity : innerHeight / height);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    // Set from here, as the page's security policy allows no style in the markup.
    const drawing = /** @type {SVGElement | null} */ (this.querySelector("svg.board"));
    if (drawing) drawing.style.maxWidth = this.scale > 1 ? "" : `${(this.geometry.width * LARGEST_CELL) / SIZE}px`;
    const wasZoomed = this.isZoomed;
    this.isZoomed = this.view !== null && this.scale > 1;
    if (!this.view || !this.isZoomed || (wasZoomed && !changed.has("view"))) return;
    if (this.view.last.length) this.#showCell(this.view.last[0]);
    else if (!wasZoomed) this.#showCell(Math.floor(this.view.cells.length / 2 + this.view.columns / 2));
  }

  /** How much larger than the room the drawing is. */
  get scale() {
    const fitting = (this.room / this.geometry.width) * SIZE;
    const automatic = fitting < SMALLEST_CELL && !this.isCompact ? (EASY_CELL - 4) / fitting : 1;
    return this.zoom || automatic;
  }

  render() {
    const view = this.view;
    if (!view) return html`<div class="board-space" aria-hidden="true"></div>`;
    const { width, height } = this.geometry;
    const values = valuesOfCells(view, this.lines, this.clicked);
    const starts = this.#nextCells([]);
    const next = this.clicked.length ? this.#nextCells(this.clicked) : starts;
    const hint = this.hint ? (view.clicks[this.hint] ?? []) : [];
    const labelSize = this.#labelSize(view);
    const valueSize = Math.min(SIZE * 0.42, Math.max(SIZE * 0.3, SMALLEST_VALUE / this.#unit));
    const written = writtenValues(values, valueSize);
    // Focus is listened for on the frame: an SVG that listens for it is a stop of Tab in Chromium.
    return html`<div class="board-frame ${this.scale > 1 ? "zoomed" : ""}" @focusin=${this.#onFocus}>
        <svg
          class="board ${this.isActive || this.isEdited ? "active" : ""} ${values.size ? "valued" : ""} ${isOnLines(view) ? "on-lines" : ""}"
          viewBox="0 0 ${width} ${height}"
          width=${`${100 * this.scale}%`}
          role="group"
          aria-label="${view.title}, board"
          @click=${this.#onClick}
          @keydown=${this.#onKey}
          @pointerover=${this.#onHover}
          @pointerleave=${() => this.#onLeave()}
          @pointerdown=${(/** @type {PointerEvent} */ event) => this.canSketch && this.sketching.onDown(event, this.#indexOf(event))}
          @pointerup=${(/** @type {PointerEvent} */ event) => this.sketching.onUp(event)}
          @contextmenu=${(/** @type {Event} */ event) => this.canSketch && event.preventDefault()}
        >
          ${drawSurfaces(view, this.geometry)}
          <g>${view.cells.map((_, index) => this.#cell(view, index, next, starts, values, hint))}</g>
          <g class="over">
            ${view.cells.map((cell, index) => (cell.content === "#" ? drawObstacle(this.geometry, index) : nothing))}
            ${drawVeils(view, this.geometry)} ${drawMarks(view, this.geometry)} ${drawWinningRows(view, this.geometry)}
            ${drawOwners(view, this.geometry)} ${drawLabels(this.geometry, labelSize)}
            ${this.ghosts.length ? nothing : drawCellNames(view, this.geometry, labelSize, written)}
            ${this.ghosts.length ? nothing : drawValues(written, this.geometry, valueSize, view)} ${this.#hoverMark(view, next)}
            ${drawShapes(this.#drawn, this.geometry)} ${drawGhosts(this.ghosts, this.geometry)} ${this.#rings(hint)}
          </g>
        </svg>
      </div>
      ${this.#movesWithoutCells(view)} ${this.#zoomButtons()}`;
  }

  /** Rings and arrows, with the one that is being drawn. */
  get #drawn() {
    return this.sketching.shape ? [...this.shapes, this.sketching.shape] : this.shapes;
  }

  /**
   * @param {View} view @param {number} index
   * @param {Set<number>} next cells to click now @param {Set<number>} starts cells that a move begins with
   * @param {Map<number, import("./drawing.js").CellValue>} values @param {number[]} hint
   */
  #cell(view, index, next, starts, values, hint) {
    const cell = view.cells[index];
    const isLegal = next.has(index) || starts.has(index);
    const value = values.get(index);
    const isLast = view.last.includes(index);
    const isWinning = view.winning.includes(index);
    const isChosen = this.clicked.includes(index);
    const kinds = ["cell"];
    if (cell.content === "#") kinds.push("blocked");
    if (next.has(index)) kinds.push(this.clicked.length ? "target" : "legal");
    if (cell.content === "X" || cell.content === "O") kinds.push("taken");
    if (value) kinds.push(`value-${value.step}`);
    if (isLast) kinds.push("last");
    const isLosing = isWinning && isLost(view, index);
    if (isWinning) kinds.push("winning");
    if (isLosing) kinds.push("losing");
    if (isChosen) kinds.push("chosen");
    if (hint.includes(index)) kinds.push("hinted");
    const group = cell.group === null ? null : view.groups[cell.group];
    const label = [
      group ? `${group.name}, cell ${lastPart(cell.name)}` : cell.name,
      { ".": "empty", "#": "obstacle" }[/** @type {string} */ (cell.content)] ?? view.pieces[cell.content]?.name ?? symbolOf(cell.content),
      isChosen && "chosen",
      isLegal && (this.clicked.length && next.has(index) ? "destination" : "legal"),
      isLast && "last move",
      isWinning && (isLosing ? "losing" : "winning"),
      hint.includes(index) && "hint",
      ...shapeWords(view, this.#drawn, index),
      value && (isDecided(value.value) ? valueInWords(value.value) : `worth ${shortValue(value.value)}`),
    ];
    return svg`<path class=${kinds.join(" ")} d=${cellPath(this.geometry, index, 1.25)}
      role="button" tabindex=${index === this.current ? 0 : -1} data-cell=${cell.name} data-index=${index}
      aria-label=${label.filter(Boolean).join(", ")}
      aria-disabled=${this.isEdited || this.isSketched || (this.isActive && isLegal) ? "false" : "true"}></path>`;
  }

  /** The cells that go on with a move, after those that were clicked. @param {number[]} clicked */
  #nextCells(clicked) {
    const cells = new Set();
    for (const way of Object.values(this.view?.clicks ?? {})) {
      if (way.length > clicked.length && clicked.every((cell, index) => way[index] === cell))
        cells.add(way[clicked.length]);
    }
    return cells;
  }

  /** The mark that a click would set. @param {View} view @param {Set<number>} next */
  #hoverMark(view, next) {
    const index = this.hovered ?? this.touched;
    if (index === null || !this.isActive || view.turn === null || !next.has(index)) return nothing;
    if (view.cells[index]?.content !== "." || Object.keys(view.pieces).length) return nothing;
    const { x, y } = this.geometry.cells[index];
    return drawMark(view.marks[view.turn], x + SIZE / 2, y + SIZE / 2, SIZE * (isOnLines(view) ? 0.4 : 0.27), "hovering");
  }

  /** @param {number[]} hint */
  #rings(hint) {
    /** @param {number} index @param {string} kind */
    const ring = (index, kind) =>
      this.geometry.cells[index] ? svg`<path class="ring ${kind}" d=${cellPath(this.geometry, index, 2)}></path>` : nothing;
    const touched = this.touched === null ? [] : [ring(this.touched, "touched"), this.#cross(this.touched)];
    return [...hint.map((index) => ring(index, "hinted")), ...touched, ring(this.current, "focus")];
  }

  /** Where a cell lies, for whom a finger hides it. @param {number} index */
  #cross(index) {
    const { x, y } = this.geometry.cells[index];
    const { width, height } = this.geometry;
    return svg`<path class="cross" d="M0 ${y + SIZE / 2}H${x}M${x + SIZE} ${y + SIZE / 2}H${width}M${x + SIZE / 2} 0V${y}M${x + SIZE / 2} ${y + SIZE}V${height}"></path>`;
  }

  /** Buttons for moves that go to no cell, such as a pass. @param {View} view */
  #movesWithoutCells(view) {
    const moves = Object.keys(view.clicks).filter((move) => !view.clicks[move].length);
    if (!moves.length || !this.isActive) return nothing;
    const play = (/** @type {string} */ move) => this.dispatchEvent(new CustomEvent("move", { detail: move }));
    return html`<div class="word-moves" role="group" aria-label="Moves without a cell">
      ${moves.map((move) => html`<button class="primary" data-move=${move} @click=${() => play(move)}>${capital(move)}</button>`)}
    </div>`;
  }

  #zoomButtons() {
    const fitting = (this.room / this.geometry.width) * SIZE;
    const touched = this.touched;
    const isLarge = (this.view?.cells.length ?? 0) >= 100;
    if (fitting >= EASY_CELL || (!isLarge && touched === null) || this.isCompact) return nothing;
    return html`<div class="zoom">
      ${
        touched === null
          ? nothing
          : html`<button class="primary" data-action="confirm" @click=${() => this.#choose(touched)}>Play ${this.view?.cells[touched].name}</button>`
      }
      <button class="quiet" aria-label="Smaller board" ?disabled=${this.scale <= 1} @click=${() => this.#zoomBy(1 / 1.5)}>−</button>
      <button class="quiet" aria-label="Larger board" ?disabled=${fitting * this.scale > 60} @click=${() => this.#zoomBy(1.5)}>+</button>
    </div>`;
  }

  /** @param {number} factor */
  async #zoomBy(factor) {
    this.zoom = Math.max(1, this.scale * factor);
    await this.updateComplete;
    const cells = this.view?.cells.length ?? 0;
    this.#showCell(this.view?.last[0] ?? Math.floor(cells / 2));
  }

  /** @param {number} index */
  #showCell(index) {
    const cell = this.querySelector(`[data-index="${index}"]`);
    const frame = this.querySelector(".board-frame");
    if (!cell || !frame) return;
    const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
    const isSeen =
      inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
    // Only the frame scrolls: the page stays where it is.
    if (!isSeen) frame.scrollBy(inner.left - outer.left - outer.width / 2, inner.top - outer.top - outer.height / 2);
  }

  /** @param {Event} event */
  #indexOf(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-index]") : null;
    return target ? Number(target.getAttribute("data-index")) : null;
  }

  /** @param {Event} event */
  #onClick(event) {
    const index = this.#indexOf(event);
    if (index === null) return;
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    const isSmall = this.#unit * SIZE < EASY_CELL && this.isActive && !this.isEdited && !this.isSketched;
    // A finger may have meant the cell beside it.
    if (isFinger && isSmall && index !== this.touched && this.#nextCells(this.clicked).has(index)) this.touched = index;
    else this.#choose(index);
  }

  /** @param {number} index */
  #choose(index) {
    this.current = index;
    this.touched = null;
    if (this.isEdited) {
      this.dispatchEvent(new CustomEvent("cell", { detail: index }));
      return;
    }
    if (this.isSketched) {
      this.sketching.choose(index);
      return;
    }
    if (!this.isActive || !this.view) return;
    if (this.clicked.at(-1) === index) {
      this.clicked = [];
      return;
    }
    for (const way of [[...this.clicked, index], [index]]) {
      const moves = Object.entries(this.view.clicks).filter(([, cells]) => way.every((cell, at) => cells[at] === cell));
      const whole = moves.find(([, cells]) => cells.length === way.length);
      if (whole) {
        this.clicked = [];
        this.dispatchEvent(new CustomEvent("move", { detail: whole[0] }));
        return;
      }
      if (moves.length) {
        this.clicked = way;
        return;
      }
    }
    this.clicked = [];
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const index = this.#indexOf(event);
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (index === null) return;
    if (arrow) this.#focusCell(neighbour(this.geometry, index, arrow[0], arrow[1]));
    else if (event.key === "Enter" || event.key === " ") this.#choose(index);
    else if (event.key === "Escape" && this.sketching.shape) this.sketching.forget();
    else if (event.key === "Escape" && this.clicked.length) this.clicked = [];
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} index */
  async #focusCell(index) {
    this.current = index;
    await this.updateComplete;
    const cell = this.querySelector(`[data-index="${index}"]`);
    if (cell instanceof SVGElement) cell.focus();
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const index = this.#indexOf(event);
    if (index !== null) this.current = index;
  }

  #onLeave() {
    this.hovered = null;
    this.sketching.onLeave();
  }

  /** @param {PointerEvent} event */
  #onHover(event) {
    if (event.pointerType === "mouse") this.hovered = this.#indexOf(event);
    this.sketching.onMove(event, this.hovered);
  }
}

customElements.define("noughts-board", NoughtsBoard);
