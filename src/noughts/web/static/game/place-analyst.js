/** Asks the keeper for an analysis of a place that belongs to no followed game: of the one that is asked for last. */

import { keeper } from "../keeper/chosen.js";
import { Part } from "./part.js";

/** @typedef {{game: string, position: string | null, moves: string[]}} Place */

const PATIENCE = 150; // ms: whoever steps on sooner wants no analysis

export class PlaceAnalyst extends Part {
  #asking = new AbortController();

  /**
   * @param {import("../vendor/lit.js").LitElement} host
   * @param {number} seconds for each
   * @param {() => import("./analysing.js").Analysing} analysing that is told
   */
  constructor(host, seconds, analysing) {
    super(host);
    this.seconds = seconds;
    this.analysing = analysing;
  }

  hostDisconnected() {
    this.#asking.abort();
  }

  /** An analysis of this place, instead of that of the one before. @param {Place | null} place null: of none @param {number} lines */
  async ask(place, lines) {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    if (!place || !lines) return;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (signal.aborted) return;
    try {
      await keeper().analyse({ ...place, time: this.seconds, lines }, (analysis) => signal.aborted || this.analysing().take(analysis), signal);
    } catch (error) {
      if (!signal.aborted) this.analysing().miss(error);
    }
  }
}
