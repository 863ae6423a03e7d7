/**
 * <openings-panel>: what was played from the position in sight, with results, and what each move is proved to be worth. It asks as
 * long as it is open. Fires "play" (detail: the move).
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { complain } from "../frame/notices.js";
import { keeper } from "../keeper/chosen.js";
import { recall, remember } from "../keeper/memory.js";
import { isDecided, shortValue, valueInWords } from "../words/score.js";
import { symbolOf } from "../words/symbols.js";
import { counted } from "../words/wording.js";

/** @typedef {import("../types").Openings} Openings */

const OPEN = "noughts.openings"; // whether it was open the last time
const PATIENCE = 200; // ms: whoever steps on sooner wants no answer
const MOST = 12; // moves that are shown

export class OpeningsPanel extends LitElement {
  static properties = {
    place: { attribute: false, hasChanged: (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) !== JSON.stringify(other) },
    turn: { attribute: false },
    marks: { attribute: false },
    lines: { attribute: false },
    match: { attribute: false },
    isOpen: { state: true },
    found: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../game/place-analyst.js").Place | null} */
    this.place = null;
    /** @type {0 | 1 | null} */
    this.turn = null;
    /** @type {[string, string]} */
    this.marks = ["X", "O"];
    /** Of an analysis of this position. @type {import("../types").AnalysisLine[]} */
    this.lines = [];
    /** Games of this match are looked through, instead of one's own. @type {string | null} */
    this.match = null;
    this.isOpen = recall(OPEN) === true;
    /** @type {Openings | null} */
    this.found = null;
    this.asked = 0;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (["place", "match", "isOpen"].some((name) => changed.has(name))) this.#ask();
  }

  async #ask() {
    const asked = ++this.asked;
    this.found = null;
    const { place, match } = this;
    if (!this.isOpen || !place) return;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (asked !== this.asked || !this.isConnected) return;
    try {
      const found = await keeper().openings(place, match);
      if (asked === this.asked) this.found = found;
    } catch (error) {
      if (asked === this.asked) complain(error);
    }
  }

  render() {
    return html`<details class="openings" ?open=${this.isOpen} @toggle=${this.#onToggle}>
      <summary>Openings</summary>
      ${this.isOpen ? this.#table() : nothing}
    </details>`;
  }

  /** @param {Event} event */
  #onToggle(event) {
    this.isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
    remember(OPEN, this.isOpen);
  }

  #table() {
    const proved = new Map(this.lines.filter(({ is_proved, value }) => is_proved || isDecided(value)).map((line) => [line.move, line]));
    const played = this.found?.moves ?? [];
    const others = [...proved.keys()].filter((move) => !played.some((one) => one.move === move)).map((move) => ({ move, games: 0, first: 0, second: 0, draws: 0 }));
    const rows = [...played, ...others].slice(0, MOST);
    if (!this.found && !rows.length) return html`<p class="faint">Looking…</p>`;
    if (!rows.length) return html`<p class="faint">${this.match ? "No finished game of this match" : "No finished game of yours"} went on from here.</p>`;
    const [first, second] = this.marks.map(symbolOf);
    return html`<table>
      <thead><tr><th scope="col">Move</th><th scope="col">Games</th><th scope="col">Results</th><th scope="col">Proved</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr>
        <th scope="row"><button class="small" data-opening=${row.move} @click=${() => this.dispatchEvent(new CustomEvent("play", { detail: row.move }))}>${row.move}</button></th>
        <td>${row.games || ""}</td>
        <td>${row.games ? this.#results(row, first, second) : nothing}</td>
        <td>${this.#worth(proved.get(row.move))}</td>
      </tr>`)}</tbody>
    </table>`;
  }

  /** @param {Openings["moves"][0]} row @param {string} first @param {string} second */
  #results({ games, first: wins, draws, second: losses }, first, second) {
    const words = `${first} won ${wins}, ${second} ${losses}, ${counted(draws, "draw")}`;
    const share = (/** @type {number} */ count) => (100 * count) / games;
    const [one, other] = this.marks.map((mark) => mark.toLowerCase());
    return html`<svg class="results" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${words}>
      <rect class="draws" width="100" height="10"></rect><rect class=${one} width=${share(wins)} height="10"></rect>
      <rect class=${other} x=${100 - share(losses)} width=${share(losses)} height="10"></rect>
    </svg><span class="counts" aria-hidden="true">${wins} / ${draws} / ${losses}</span>`;
  }

  /** @param {import("../types").AnalysisLine | undefined} line */
  #worth(line) {
    if (!line) return nothing;
    const { value } = line;
    if (isDecided(value)) return html`<span class="proved ${value > 0 ? "win" : "loss"}">${valueInWords(value)}</span>`;
    return html`<span class="proved drawn">${value === 0 ? "draw" : `draw, ${shortValue(value)} points`}</span>`;
  }
}

customElements.define("openings-panel", OpeningsPanel);
