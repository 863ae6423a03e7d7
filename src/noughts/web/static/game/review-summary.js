/**
 * <review-summary>: how each side played by a review, where the game turned, and what it says of the move that is looked at. Fires
 * "go" (detail: ply), "better" (detail: ply and how many moves of the better line) and "try" (detail: ply).
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { explanation } from "../words/explanation.js";
import { MISTAKES, chance, gameAccuracy, turningPoint } from "../words/judgement.js";
import { isDecided, valueInWords } from "../words/score.js";
import { signOf, symbolOf } from "../words/symbols.js";

/** @typedef {import("../types").Verdict} Verdict */

const MOST_MOVES = 8; // of the better line

export class ReviewSummary extends LitElement {
  static properties = {
    verdicts: { attribute: false },
    marks: { attribute: false },
    ply: { attribute: false },
    isWhole: { attribute: false },
    winner: { attribute: false },
    look: { attribute: false },
  };

  constructor() {
    super();
    /** By ply. @type {Map<number, Verdict>} */
    this.verdicts = new Map();
    /** @type {[string, string]} */
    this.marks = ["X", "O"];
    this.ply = 0;
    this.isWhole = false; // whether each move has its verdict
    /** @type {0 | 1 | null} */
    this.winner = null;
    /** A second look at a mistake. @type {import("./second-look.js").SecondLook["now"]} */
    this.look = null;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    if (!this.verdicts.size) return nothing;
    const words = html`<div class="said" aria-live="polite">${this.#words()}</div>`;
    if (!this.isWhole) return words;
    return html`${this.#summary()}
      <div class="looks">${this.look || this.#mistake ? this.#looks() : nothing} ${this.#button()}</div>
      ${words}`;
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

  /** @param {0 | 1} side */
  #side(side) {
    const verdicts = [...this.verdicts.values()].filter((verdict) => verdict.mover === side);
    // What an older version has kept does not say what was at stake.
    const known = verdicts.flatMap(({ accuracy, stake }) => (accuracy == null || stake == null ? [] : { accuracy, stake }));
    const accuracy = gameAccuracy(known);
    return html`<tr>
      <th scope="row" class="badge ${this.marks[side].toLowerCase()}">${signOf(this.marks[side])}</th>
      <td>${accuracy === null ? "–" : `${Math.round(accuracy)} %`}</td>
      ${Object.keys(MISTAKES).map((mark) => html`<td>${verdicts.filter((verdict) => verdict.mark === mark).length}</td>`)}
    </tr>`;
  }

  /** Where the game turned. */
  #turn() {
    const judged = [...this.verdicts].sort(([one], [other]) => one - other).map(([, verdict]) => verdict);
    const loser = this.winner === null ? null : 1 - this.winner;
    const at = turningPoint(
      judged.map((verdict) => ({ mover: verdict.mover, best: bestChance(verdict), lost: verdict.lost ?? 0 })),
      loser,
    );
    if (at === null) return html`<p class="verdict"></p>`;
    const { move, mark } = judged[at];
    return html`<p class="verdict">The game turned at
      <button class="small" data-action="turning-point" @click=${() => this.#fire("go", at + 1)}>${at + 1}. ${move} ${mark}</button></p>`;
  }

  #button() {
    const next = this.nextMistake();
    return html`<button class="small" data-action="next-mistake" ?disabled=${next === null} @click=${() => this.#fire("go", next)}>
      ${next === null ? "No mistakes" : "Next mistake"}
    </button>`;
  }

  /** What can be done about the mistake that is looked at. */
  #looks() {
    const { look } = this;
    const ply = look?.ply ?? this.ply;
    return html`${
      look?.stage === "trying" || look?.stage === "judging" || !this.#canTry(ply)
        ? nothing
        : html`<button class="small" data-action="try-again" @click=${() => this.#fire("try", ply)}>Try again</button>`
    }
    ${
      look?.stage === "better"
        ? html`<button class="small" data-action="back-to-mistake" @click=${() => this.#fire("go", ply)}>Back to ${look.verdict.move}</button>`
        : html`<button class="small" data-action="better" @click=${() => this.#fire("better", { ply })}>Better move</button>`
    }`;
  }

  /** @param {number} ply */
  #canTry(ply) {
    return this.verdicts.get(ply)?.scale != null;
  }

  get #mistake() {
    const verdict = this.verdicts.get(this.ply);
    return verdict?.mark ? verdict : null;
  }

  /** The ply after the one that is looked at with a mistake, or the first one again; null if there is none. */
  nextMistake() {
    const plies = [...this.verdicts].filter(([, { mark }]) => mark).map(([ply]) => ply);
    plies.sort((one, other) => one - other);
    const ply = this.look?.ply ?? this.ply;
    return plies.find((one) => one > ply) ?? plies[0] ?? null;
  }

  #words() {
    const { look } = this;
    if (look?.stage === "better") return this.#better(look.ply, look.verdict);
    if (look) {
      const mover = symbolOf(this.marks[look.verdict.mover]);
      return html`<p class="verdict">${look.words || `Find a better move for ${mover} than ${look.verdict.move}, on the board.`}</p>`;
    }
    const verdict = this.#mistake;
    if (!verdict) return this.isWhole ? this.#turn() : html`<p class="verdict"></p>`;
    const why = this.#explanation(verdict);
    return html`<p class="verdict ${MISTAKES[verdict.mark]}">
      <strong>${verdict.move} ${verdict.mark}</strong> ${MISTAKES[verdict.mark]}: ${why}.
    </p>`;
  }

  /** @param {Verdict} verdict */
  #explanation(verdict) {
    const { before_value, value, lost, mover, reply, facts } = verdict;
    const opponent = symbolOf(this.marks[1 - mover]);
    if (lost == null || before_value == null) return `${symbolOf(this.marks[mover])} ${valueInWords(value)}`; // of an older version
    return explanation(before_value, value, lost, opponent, reply, facts);
  }

  /** The better line: each of its moves draws it up to there. @param {number} ply @param {Verdict} verdict */
  #better(ply, verdict) {
    const before = verdict.before_value ?? null;
    const mover = symbolOf(this.marks[verdict.mover]);
    const isProved = before !== null && isDecided(before);
    const told = isProved || verdict.lost == null
      ? `${mover} ${before === null ? verdict.before : valueInWords(before)}`
      : `a chance of ${percent(bestChance(verdict))} instead of ${percent(bestChance(verdict) - verdict.lost)}`;
    return html`<p class="verdict">Better:
      ${verdict.line.slice(0, MOST_MOVES).map(
        (move, at) =>
          html`<button class="step" aria-label=${`${move}, step ${at + 1}`} @click=${() => this.#fire("better", { ply, count: at + 1 })}>${move}</button> `,
      )}
      (${told})</p>`;
  }

  /** @param {string} name @param {unknown} detail */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The mover's chance to win with the best move. @param {Verdict} verdict */
function bestChance({ scale, value, lost }) {
  return scale == null ? 0 : chance({ scale }, value) + (lost ?? 0);
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}

customElements.define("review-summary", ReviewSummary);
