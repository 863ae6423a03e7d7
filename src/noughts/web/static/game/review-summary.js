/**
 * <review-summary>: how each side played by a review, and what it says of the move that is looked at. Fires "go" (detail:
 * ply) to the next mistake.
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { MISTAKES } from "../words/judgement.js";
import { signOf, symbolOf } from "../words/symbols.js";
import { valueInWords } from "../words/score.js";

/** @typedef {import("../types").Verdict} Verdict */

export class ReviewSummary extends LitElement {
  static properties = {
    verdicts: { attribute: false },
    marks: { attribute: false },
    ply: { attribute: false },
    isWhole: { attribute: false },
  };

  constructor() {
    super();
    /** By ply. @type {Map<number, Verdict>} */
    this.verdicts = new Map();
    /** @type {[string, string]} */
    this.marks = ["X", "O"];
    this.ply = 0;
    this.isWhole = false; // whether each move has its verdict
  }

  createRenderRoot() {
    return this;
  }

  render() {
    if (!this.verdicts.size) return nothing;
    return this.isWhole
      ? html`${this.#summary()}<div class="advice">${this.#verdict()}${this.#button()}</div>`
      : this.#verdict();
  }

  #summary() {
    return html`<table class="summary">
        <caption class="visually-hidden">Review</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">accuracy</th>
            ${Object.entries(MISTAKES).map(
              ([mark, name]) =>
                html`<th scope="col"><abbr class="name" title=${mark}>${name}</abbr><abbr class="sign" title=${name}>${mark}</abbr></th>`,
            )}
          </tr>
        </thead>
        <tbody>${/** @type {(0 | 1)[]} */ ([0, 1]).map((side) => this.#side(side))}</tbody>
      </table>`;
  }

  #button() {
    const next = this.#nextMistake();
    return html`<button
      class="small"
      data-action="next-mistake"
      ?disabled=${next === null}
      @click=${() => this.dispatchEvent(new CustomEvent("go", { detail: next }))}
    >
      ${next === null ? "No mistakes" : "Next mistake"}
    </button>`;
  }

  /** @param {0 | 1} side */
  #side(side) {
    const verdicts = [...this.verdicts.values()].filter((verdict) => verdict.mover === side);
    const known = verdicts.flatMap(({ accuracy }) => accuracy ?? []); // older reviews have none
    const accuracy = known.length ? `${Math.round(known.reduce((sum, one) => sum + one, 0) / known.length)} %` : "–";
    return html`<tr>
      <th scope="row" class="badge ${this.marks[side].toLowerCase()}">${signOf(this.marks[side])}</th>
      <td>${accuracy}</td>
      ${Object.keys(MISTAKES).map((mark) => html`<td>${verdicts.filter((verdict) => verdict.mark === mark).length}</td>`)}
    </tr>`;
  }

  /** After the move that is looked at, or the first one again. */
  #nextMistake() {
    const plies = [...this.verdicts].filter(([, { mark }]) => mark).map(([ply]) => ply);
    plies.sort((one, other) => one - other);
    return plies.find((ply) => ply > this.ply) ?? plies[0] ?? null;
  }

  #verdict() {
    const verdict = this.verdicts.get(this.ply);
    if (!verdict?.mark) return html`<p class="verdict"></p>`;
    const mover = symbolOf(this.marks[verdict.mover]);
    const before = verdict.before_value ?? null;
    const instead = before === null ? verdict.before : `${mover} ${valueInWords(before)}`;
    return html`<p class="verdict ${MISTAKES[verdict.mark]}">
      <strong>${verdict.move} ${verdict.mark}</strong> ${MISTAKES[verdict.mark]}: ${mover} ${valueInWords(verdict.value)}.
      Better: ${verdict.line.slice(0, 6).join(" ")} (${instead}).
    </p>`;
  }
}

customElements.define("review-summary", ReviewSummary);
