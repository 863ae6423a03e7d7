/** <move-list>: the moves of a game, to be clicked, with what a review says of them. Fires "go" (detail: ply). */

import { LitElement, html, nothing, svg } from "./vendor/lit.js";
import { symbolOf } from "./symbols.js";

/** @typedef {import("./types").Verdict} Verdict */

/** @type {Record<string, string>} */
const KINDS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

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
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const count = this.moves.length;
    return html`<div class="steps" role="group" aria-label="Step through the moves">
        ${this.#step("M6 5v14M18 5L9 12l9 7z", "First position", 0, this.ply > 0)}
        ${this.#step("M16 5L7 12l9 7z", "Back", this.ply - 1, this.ply > 0)}
        <span class="ply">${this.ply} / ${count}</span>
        ${this.#step("M8 5l9 7-9 7z", "Forward", this.ply + 1, this.ply < count)}
        ${this.#step("M18 5v14M6 5l9 7-9 7z", "Present position", count, this.ply < count)}
      </div>
      ${
        count
          ? html`<ol class="moves" aria-label="Moves" tabindex="0">
            ${this.moves.map((move, index) => this.#move(move, index + 1))}
          </ol>`
          : nothing
      }
      ${this.#verdict()}`;
  }

  /** Keeps the current move in sight without scrolling the page. */
  updated() {
    const list = this.querySelector("ol");
    const current = list?.querySelector("[aria-current]");
    if (!list || !(current instanceof HTMLElement)) return;
    const top = current.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  /**
   * Signs are drawn, as not every system has letters for them.
   * @param {string} sign path @param {string} label @param {number} ply @param {boolean} isPossible
   */
  #step(sign, label, ply, isPossible) {
    return html`<button class="quiet" aria-label=${label} title=${label} ?disabled=${!isPossible} @click=${() => this.#go(ply)}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${sign}></path>`}</svg>
    </button>`;
  }

  /** @param {{text: string, mover: 0 | 1 | null}} move @param {number} ply */
  #move(move, ply) {
    const mark = move.mover === null ? "" : this.marks[move.mover];
    const sign = this.verdicts.get(ply)?.mark ?? "";
    return html`<li>
      <button
        class="move ${mark.toLowerCase()} ${KINDS[sign] ?? ""}"
        aria-current=${ply === this.ply ? "true" : nothing}
        @click=${() => this.#go(ply)}
      ><span class="number">${ply}</span><span class="mark-name">${symbolOf(mark)}</span> ${move.text}${
        sign ? html`<strong title=${KINDS[sign]}> ${sign}</strong>` : nothing
      }</button>
    </li>`;
  }

  #verdict() {
    const verdict = this.verdicts.get(this.ply);
    if (!verdict?.mark) return nothing;
    return html`<p class="verdict ${KINDS[verdict.mark]}">
      <strong>${verdict.move} ${verdict.mark}</strong> ${KINDS[verdict.mark]}: ${verdict.score} instead of
      ${verdict.before} by <strong>${verdict.line.slice(0, 6).join(" ")}</strong>
    </p>`;
  }

  /** @param {number} ply */
  #go(ply) {
    this.dispatchEvent(new CustomEvent("go", { detail: ply }));
  }
}

customElements.define("move-list", MoveList);
