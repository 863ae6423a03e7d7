/** <move-list>: the moves of a game, to be clicked, with what a review says of them. Fires "go" (detail: ply). */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { Resizing } from "../board/resizing.js";
import { MISTAKES } from "../words/judgement.js";
import { signOf } from "../words/symbols.js";

/** @typedef {import("../types").Verdict} Verdict */

const SHORT = 4; // letters: "5.3", "aa12"

export class MoveList extends LitElement {
  static properties = {
    moves: { attribute: false },
    marks: { attribute: false },
    ply: { attribute: false },
    verdicts: { attribute: false },
  };

  constructor() {
    super();
    /** @type {{text: string, mover: 0 | 1 | null}[]} */
    this.moves = [];
    /** @type {[string, string]} */
    this.marks = ["X", "O"];
    this.ply = 0;
    /** By ply. @type {Map<number, Verdict>} */
    this.verdicts = new Map();
    new Resizing(this, () => this.#showCurrent()); // an analysis beside it takes room
  }

  createRenderRoot() {
    return this;
  }

  render() {
    return this.moves.length
      ? html`<ol class="moves ${this.#isLong ? "long" : ""}" aria-label="Moves" tabindex="0">
          ${this.moves.map((move, index) => this.#move(move, index + 1))}
        </ol>`
      : html`<p class="moves none faint">No move has been made.</p>`;
  }

  /** Whether the moves of this game have texts that need more room. */
  get #isLong() {
    return this.moves.some((move) => move.text.length > SHORT);
  }

  updated() {
    this.#showCurrent();
  }

  /** Keeps the current move in sight without scrolling the page. */
  #showCurrent() {
    const list = this.querySelector("ol");
    const current = list?.querySelector("[aria-current]");
    if (!list || !(current instanceof HTMLElement)) return;
    const top = current.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  /** @param {{text: string, mover: 0 | 1 | null}} move @param {number} ply */
  #move(move, ply) {
    const mark = move.mover === null ? "" : this.marks[move.mover];
    const sign = this.verdicts.get(ply)?.mark ?? "";
    return html`<li>
      <button
        class="move ${mark.toLowerCase()} ${MISTAKES[sign] ?? ""}"
        aria-current=${ply === this.ply ? "true" : nothing}
        @click=${() => this.dispatchEvent(new CustomEvent("go", { detail: ply }))}
      ><span class="number">${ply}</span><span class="mark-name">${signOf(mark)}</span> ${move.text}${
        sign ? html`<strong title=${MISTAKES[sign]}> ${sign}</strong>` : nothing
      }</button>
    </li>`;
  }
}

customElements.define("move-list", MoveList);
