/**
 * <analysis-panel>: what an engine thinks of a position. Fires "line" (detail: moves, or null) for the board to draw, and where
 * one may step into its lines "step" (detail: the moves up to the one that was clicked).
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { symbolOf } from "../words/symbols.js";
import { goodness, isDecided, shortValue, valueInWords } from "../words/score.js";
import { large } from "../words/wording.js";

/** @typedef {import("../types").Analysis} Analysis */

const LINES = 5;
const STEPS = 12; // moves of a line that can be stepped into

export class AnalysisPanel extends LitElement {
  static properties = {
    analysis: { attribute: false },
    marks: { attribute: false },
    idle: { attribute: false },
    tree: { attribute: false },
    canStep: { attribute: false },
    shown: { state: true },
  };

  constructor() {
    super();
    /** @type {Analysis | null} */
    this.analysis = null;
    /** @type {[string, string]} */
    this.marks = ["X", "O"];
    this.idle = "Looking at the position…"; // what to say while there is nothing to show
    /** @type {string | null} */
    this.tree = null; // where a search tree of the position is to be seen
    this.canStep = false; // whether a line's moves are buttons
    this.shown = -1; // the line that is drawn on the board
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const analysis = this.analysis;
    const best = analysis?.lines[0];
    if (!analysis || !best) return html`<p class="faint">${this.idle}</p>`;
    return html`<p class="score-line">
        ${this.#score(best)}
        <span class="faint">depth ${analysis.depth} · ${large(analysis.nodes_per_second)} nodes/s</span>
      </p>
      ${this.#gauge(best)}
      <ol class="lines" aria-label="Best lines">
        ${analysis.lines.slice(0, LINES).map((line, index) => this.#line(line, index))}
      </ol>
      <details>
        <summary>Counters</summary>
        <table class="counters">
          <tbody>
            ${this.#counter("nodes", analysis.nodes)} ${this.#counter("seconds", analysis.time.toFixed(2))}
            ${Object.entries(analysis.counters).map(([name, count]) => this.#counter(name.replaceAll("_", " "), count))}
          </tbody>
        </table>
      </details>
      ${this.tree ? html`<p><a data-action="tree" href=${this.tree}>Search tree of this position</a></p>` : nothing}`;
  }

  /** @param {Analysis["lines"][0]} best */
  #score({ value, side, is_proved }) {
    const mark = symbolOf(this.marks[side]);
    if (isDecided(value)) return html`<strong class="score">${mark} ${valueInWords(value)}</strong>`;
    if (is_proved && value === 0) return html`<strong class="score">a draw, proved</strong>`;
    if (is_proved) return html`<strong class="score">a draw with ${shortValue(value)} points, proved</strong> <span>for ${mark}</span>`;
    return html`<strong class="score">${shortValue(value)}</strong> <span>for ${mark}</span>`;
  }

  /** Who is better, and how clearly: the first player's part from the left. @param {Analysis["lines"][0]} best */
  #gauge({ value, side }) {
    const ahead = value === 0 ? null : symbolOf(this.marks[value > 0 ? side : 1 - side]);
    const share = 100 * goodness(side ? -value : value);
    const [first, second] = this.marks.map((mark) => mark.toLowerCase());
    return html`<svg class="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" role="img"
      aria-label=${ahead ? `${ahead} is better` : "Nobody is better"}>
      <rect class=${second} width="100" height="4"></rect><rect class=${first} width=${share.toFixed(1)} height="4"></rect>
    </svg>`;
  }

  /** @param {Analysis["lines"][0]} line @param {number} index */
  #line(line, index) {
    const isDrawn = this.shown === index;
    if (this.canStep) return this.#steps(line, index);
    return html`<li>
      <button
        class="pv-line ${isDrawn ? "drawn" : ""}"
        title="Draw on the board"
        @pointerenter=${() => this.#draw(index)}
        @pointerleave=${() => this.#draw(-1)}
        @focus=${() => this.#draw(index)}
        @blur=${() => this.#draw(-1)}
        @click=${() => this.#draw(index)}
      ><span class="worth">${this.#worth(line.value)}</span> <span class="pv">${line.pv.join(" ")}</span></button>
    </li>`;
  }

  /** A line whose moves are buttons. @param {Analysis["lines"][0]} line @param {number} index */
  #steps(line, index) {
    const step = (/** @type {number} */ count) => this.dispatchEvent(new CustomEvent("step", { detail: line.pv.slice(0, count) }));
    return html`<li
      class="pv-line stepped ${this.shown === index ? "drawn" : ""}"
      @pointerenter=${() => this.#draw(index)}
      @pointerleave=${() => this.#draw(-1)}
      @focusin=${() => this.#draw(index)}
      @focusout=${() => this.#draw(-1)}
    ><span class="worth">${this.#worth(line.value)}</span><span class="pv">${line.pv
      .slice(0, STEPS)
      .map((move, at) => html`<button class="pv-move" title="Step into this line" @click=${() => step(at + 1)}>${move}</button>`)}</span></li>`;
  }

  /** @param {number} value */
  #worth(value) {
    const text = shortValue(value);
    return isDecided(value) ? html`<abbr title=${valueInWords(value)}>${text}</abbr>` : text;
  }

  /** @param {string} name @param {number | string} count */
  #counter(name, count) {
    const text = typeof count === "number" ? count.toLocaleString() : count;
    return html`<tr><th scope="row">${name}</th><td>${text}</td></tr>`;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    // A line that is drawn follows the analysis as it goes deeper.
    if (changed.has("analysis") && this.shown >= 0) this.#fire();
  }

  /** @param {number} index */
  #draw(index) {
    this.shown = index;
    this.#fire();
  }

  #fire() {
    const line = this.analysis?.lines[this.shown]?.pv ?? null;
    this.dispatchEvent(new CustomEvent("line", { detail: line }));
  }
}

customElements.define("analysis-panel", AnalysisPanel);
