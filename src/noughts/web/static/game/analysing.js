/** Whether what is looked at is analysed, and what the engine says of it. Who is asked, the page says. */

import { html, nothing } from "../vendor/lit.js";
import "./analysis.js";
import { complain } from "../frame/notices.js";
import { keeper } from "../keeper/chosen.js";
import { capital } from "../words/wording.js";
import { Part } from "./part.js";
import { changeSettings, settings } from "../frame/settings.js";

/** @typedef {import("../types").Analysis} Analysis */

export class Analysing extends Part {
  isOn = settings().analysis;
  /** Of the position that is looked at. @type {Analysis | null} */
  analysis = null;
  /** Why there is none, in words. */
  #refusal = "";
  /** Scores for the first player, by the moves that led there. @type {Map<string, number>} */
  #values = new Map();
  /** That an analysis may have; the keeper says how many. */
  #mostLines = 1;

  /**
   * @param {import("../vendor/lit.js").LitElement} host
   * @param {import("./sight.js").Sight} sight
   * @param {(lines: number) => void} ask for an analysis of what is in sight, of so many lines; 0: for none
   * @param {(moves: string[]) => void} [step] into a line, where that is possible
   */
  constructor(host, sight, ask, step) {
    super(host);
    this.sight = sight;
    this.ask = ask;
    this.step = step;
  }

  hostConnected() {
    keeper()
      .catalogue()
      .then(
        ({ bounds }) => {
          this.#mostLines = bounds.lines;
          if (this.isOn && this.sight.view) this.begin(); // it was asked for too few
        },
        () => {},
      );
  }

  /** Another position is in sight: one line for each legal move. */
  begin() {
    const { view } = this.sight;
    const moves = Object.keys(view?.clicks ?? {}).length;
    this.#refusal = "";
    this.take(null);
    this.ask(this.isOn && view?.turn !== null ? Math.min(this.#mostLines, Math.max(1, moves)) : 0);
  }

  /** @param {Analysis | null} analysis */
  take(analysis) {
    this.analysis = analysis;
    const best = analysis?.lines[0];
    if (best) this.#values.set(this.sight.shownMoves.join(" "), best.side ? -best.value : best.value);
    this.redraw();
  }

  /** What went wrong with it. @param {unknown} error */
  miss(error) {
    complain(error);
    this.#refusal = error instanceof Error ? capital(error.message) : "";
    this.redraw();
  }

  /** The score after these moves for the first player, if they were analysed; nothing while nobody asks. @param {string[]} moves */
  valueAfter(moves) {
    return this.isOn ? this.#values.get(moves.join(" ")) : undefined;
  }

  toggle() {
    this.isOn = !this.isOn;
    changeSettings({ analysis: this.isOn });
    this.sight.ghosts = [];
    this.begin();
  }

  /** @param {string} key */
  onKey(key) {
    if (key === "a") this.toggle();
    return key === "a";
  }

  /** Of each move, for the board. */
  get lines() {
    return this.isOn ? (this.analysis?.lines ?? []) : [];
  }

  /**
   * What it says, beside the board.
   * @param {[string, string]} marks
   * @param {string} over words for a position that has nothing to be said of
   */
  panel(marks, over) {
    if (!this.isOn) return nothing;
    const isOver = this.sight.view?.turn === null;
    return html`<section class="panel analysis-part ${isOver ? "over" : ""}" aria-label="Analysis">
      <analysis-panel
        .analysis=${this.analysis}
        .marks=${marks}
        .idle=${isOver ? over : this.#refusal || "Looking at the position…"}
        .tree=${this.sight.treeLink}
        .canStep=${this.step !== undefined}
        @step=${(/** @type {CustomEvent<string[]>} */ event) => this.step?.(event.detail)}
        @line=${(/** @type {CustomEvent<string[] | null>} */ event) => this.sight.draw(event.detail)}
      ></analysis-panel>
    </section>`;
  }
}
