/**
 * <board-editor>: obstacles and stones on the board before the game begins. Fires "setup" (detail: cells and turn) and
 * "done".
 */

import { LitElement, html } from "../vendor/lit.js";
import "../board/board.js";
import { keeper } from "../keeper/chosen.js";
import { choice } from "../frame/fields.js";
import { complain } from "../frame/notices.js";
import { symbolOf } from "../words/symbols.js";

/** @typedef {import("../types").View} View */

/** @type {Record<string, string>} */
const NEXT = { ".": "#", "#": "X", X: "O", O: "." };

export class BoardEditor extends LitElement {
  static properties = {
    game: { attribute: false },
    cells: { attribute: false },
    turn: { attribute: false },
    empty: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    /** @type {Record<string, string>} */
    this.cells = {};
    /** @type {0 | 1} */
    this.turn = 0;
    /** @type {View | null} */
    this.empty = null;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game")) this.#load();
  }

  firstUpdated() {
    // The button that opened it is gone: whoever came by keyboard goes on from here.
    this.querySelector("section")?.focus({ preventScroll: true });
  }

  async #load() {
    const game = this.game;
    try {
      const { view } = await keeper().view({ game });
      if (game === this.game) this.empty = view;
    } catch (error) {
      complain(error);
    }
  }

  /** @returns {View | null} */
  get view() {
    const contents = /** @type {Record<string, View["cells"][0]["content"]>} */ (this.cells);
    return (
      this.empty && {
        ...this.empty,
        clicks: {},
        cells: this.empty.cells.map((cell) => ({ ...cell, content: contents[cell.name] ?? "." })),
      }
    );
  }

  /** @param {Partial<{cells: Record<string, string>, turn: 0 | 1}>} some */
  #change(some) {
    this.dispatchEvent(new CustomEvent("setup", { detail: { cells: this.cells, turn: this.turn, ...some } }));
  }

  /** @param {CustomEvent<number>} event */
  #onCell(event) {
    const name = this.empty?.cells[event.detail].name;
    if (!name) return;
    const cells = { ...this.cells };
    const next = NEXT[cells[name] ?? "."];
    if (next === ".") delete cells[name];
    else cells[name] = next;
    this.#change({ cells });
  }

  /** Obstacles on a tenth of the cells that are free. */
  #scatter() {
    const free = (this.empty?.cells ?? []).map((cell) => cell.name).filter((name) => !this.cells[name]);
    const cells = { ...this.cells };
    for (let left = Math.max(1, Math.round(free.length / 10)); left > 0 && free.length > 1; left--) {
      cells[free.splice(Math.floor(Math.random() * free.length), 1)[0]] = "#";
    }
    this.#change({ cells });
  }

  render() {
    return html`<section class="editor" aria-label="Set up the board" tabindex="-1">
      <p class="faint">Click a cell: obstacle, ${symbolOf("X")}, ${symbolOf("O")}, empty.</p>
      <noughts-board .view=${this.view} .isEdited=${true} @cell=${this.#onCell}></noughts-board>
      ${choice(
        "Who moves",
        "turn",
        [
          ["0", symbolOf("X")],
          ["1", symbolOf("O")],
        ],
        `${this.turn}`,
        (value) => this.#change({ turn: value === "1" ? 1 : 0 }),
      )}
      <div class="row">
        <button @click=${this.#scatter}>Scatter obstacles</button>
        <button @click=${() => this.#change({ cells: {}, turn: 0 })}>Clear</button>
        <button class="end" data-action="done" @click=${() => this.dispatchEvent(new CustomEvent("done"))}>Done</button>
      </div>
    </section>`;
  }
}

customElements.define("board-editor", BoardEditor);
