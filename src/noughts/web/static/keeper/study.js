/** Hints, analyses and reviews of a game by the engine in the page, as the messages that a server would send. */

import { Adviser } from "./adviser.js";
import { KeeperError } from "./chosen.js";
import { analysisOf, finalValue, verdictOf } from "./thoughts.js";

/** @typedef {import("./runtime").Line} Line */
/** @typedef {import("./keeper").LiveMessage} LiveMessage */

const HINT_SECONDS = 1;
const ANALYSIS_SECONDS = 30;
const REVIEW_SECONDS = 0.15; // a move

export class Study {
  #adviser;
  #isEnded = false;
  /** The analysis that goes on, or rests while the page is hidden. @type {[Line, number | null, number] | null} */
  #analysis = null;

  /**
   * @param {() => import("./runtime").Thinker} newThinker
   * @param {(message: LiveMessage) => void} tell
   */
  constructor(newThinker, tell) {
    this.#adviser = new Adviser(newThinker);
    this.tell = (/** @type {LiveMessage} */ message) => this.#isEnded || tell(message);
    globalThis.document?.addEventListener("visibilitychange", this.#onVisibility);
  }

  end() {
    this.#isEnded = true;
    globalThis.document?.removeEventListener("visibilitychange", this.#onVisibility);
    this.#adviser.end();
  }

  /** @param {Line} line */
  async hint(line) {
    if (line.isOver) throw new KeeperError("the game is over: there is nothing to advise");
    const { moves, turn } = line;
    const thought = await this.#adviser.think(moves, HINT_SECONDS);
    this.tell({ type: "hint", ply: moves.length, analysis: analysisOf(thought, turn) });
  }

  /** Analyse the position after so many moves from now on. @param {Line} line @param {number | null} ply null: nothing @param {number} lines */
  analyse(line, ply, lines) {
    this.#analysis = [line, ply, lines];
    const side = ply === null ? null : line.at(ply).turn;
    if (side === null || ply === null || globalThis.document?.hidden) return this.#adviser.analyse(null);
    return this.#adviser.analyse({ moves: line.moves.slice(0, ply), lines, time: ANALYSIS_SECONDS }, (thought) =>
      this.tell({ type: "analysis", ply, analysis: analysisOf(thought, side) }),
    );
  }

  /**
   * A verdict on each move, told as they are found.
   * @param {Line} line @param {import("../words/judgement.js").Terms} terms
   */
  async review(line, terms) {
    const { moves } = line;
    const verdicts = [];
    let expected = await this.#judged(line, 0);
    for (let ply = 1; ply <= moves.length && expected; ply++) {
      const before = line.at(ply - 1);
      const mover = /** @type {0 | 1} */ (before.turn);
      const seen = await this.#judged(line, ply);
      if (this.#isEnded) return verdicts;
      const view = line.at(ply);
      const after = seen ? seen.lines[0].value * (view.turn === mover ? 1 : -1) : finalValue(outcomeOf(view), mover);
      const isOnlyMove = Object.keys(before.clicks).length === 1;
      const verdict = verdictOf(moves[ply - 1], mover, expected, after, isOnlyMove, terms);
      verdicts.push(verdict);
      this.tell({ type: "review", ply, verdict, done: false });
      expected = seen;
    }
    return verdicts;
  }

  reviewed() {
    this.tell({ type: "review", ply: null, verdict: null, done: true });
  }

  /** A thought on the position after so many moves; null if the game is over there. @param {Line} line @param {number} ply */
  async #judged(line, ply) {
    if (this.#isEnded || line.at(ply).turn === null) return null;
    return this.#adviser.think(line.moves.slice(0, ply), REVIEW_SECONDS);
  }

  #onVisibility = () => {
    if (this.#analysis) this.analyse(...this.#analysis)?.catch(() => {});
  };
}

/** @param {import("../types").View} view of a finished game */
function outcomeOf({ outcome }) {
  return outcome ?? { winner: null, reason: "", points: null };
}
