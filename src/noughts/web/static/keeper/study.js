/** Hints, analyses and reviews of a game by the engine in the page, as the messages that a server would send. */

import { Adviser } from "./adviser.js";
import { KeeperError } from "./chosen.js";
import { analysisOf, finalValue, verdictOf } from "./thoughts.js";
import { factsOf } from "../words/explanation.js";
import { atStake, chance, markOf, someOthers } from "../words/judgement.js";
import { isDecided } from "../words/score.js";

/** @typedef {import("./runtime").Line} Line */
/** @typedef {import("./runtime").Thought} Thought */
/** @typedef {import("./keeper").LiveMessage} LiveMessage */

const HINT_SECONDS = 1;
const ANALYSIS_SECONDS = 30;
const REVIEW_SECONDS = 0.15; // a move

export class Study {
  #adviser;
  #isEnded = false;
  /** @type {{isEnded: boolean} | null} */
  #review = null;
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
   * A verdict on each move, told as they are found; null if it was ended before.
   * @param {Line} line of its own @param {import("../words/judgement.js").Terms} terms
   */
  async review(line, terms) {
    this.endReview();
    const review = { isEnded: false };
    this.#review = review;
    const moves = [...line.moves];
    const verdicts = [];
    let expected = await this.#thought(line, [], REVIEW_SECONDS);
    for (let ply = 1; ply <= moves.length && expected; ply++) {
      const before = line.at(ply - 1);
      const seen = await this.#thought(line, moves.slice(0, ply), REVIEW_SECONDS);
      const judged = await this.#judged(line, moves.slice(0, ply), before, expected, seen, terms);
      if (this.#isEnded || review.isEnded) return null;
      verdicts.push(judged);
      this.tell({ type: "review", ply, verdict: judged, done: false });
      expected = seen;
    }
    return verdicts;
  }

  /** End a review that is under way; what it has told stands. */
  endReview() {
    if (this.#review) this.#review.isEnded = true;
    this.#review = null;
  }

  reviewed() {
    this.tell({ type: "review", ply: null, verdict: null, done: true });
  }

  /**
   * @param {Line} line
   * @param {string[]} moves up to the one that is judged
   * @param {import("../types").View} before
   * @param {Thought} expected @param {Thought | null} seen of the positions before and after it
   * @param {import("../words/judgement.js").Terms} terms
   */
  async #judged(line, moves, before, expected, seen, terms) {
    const [earlier, move] = [moves.slice(0, -1), moves[moves.length - 1]];
    const mover = /** @type {0 | 1} */ (before.turn);
    const legal = Object.keys(before.clicks);
    const best = expected.lines[0];
    const after = valueFor(mover, viewAfter(line, moves), seen);
    const reply = seen?.lines[0].moves ?? [];
    /** @param {string} other @param {number} seconds */
    const chanceOf = async (other, seconds) => {
      const tried = [...earlier, other];
      const thought = await this.#thought(line, tried, seconds);
      return chance(terms, valueFor(mover, viewAfter(line, tried), thought));
    };
    let [lost, stake] = [0, 0];
    if (legal.length > 1 && !(isDecided(best.value) && best.value < 0)) {
      const known = [chance(terms, after)];
      // Both are looked at alike: a look from one ply further on sees other things.
      if (move !== best.moves[0]) known.push(await chanceOf(best.moves[0], REVIEW_SECONDS));
      const most = isDecided(best.value) ? 1 : Math.max(...known);
      const others = legal.filter((other) => other !== move && other !== best.moves[0]);
      const some = [];
      for (const at of someOthers(terms, others.length, earlier.length)) {
        some.push(await chanceOf(others[at], REVIEW_SECONDS / terms.share));
      }
      stake = atStake(most, known, some, legal.length);
      lost = move === best.moves[0] ? 0 : most - known[0];
    }
    const hasFacts = markOf(terms, lost, stake) !== "";
    const facts = hasFacts ? factsOf(before, move, reply, best.moves, (next) => viewAfter(line, [...earlier, ...next])) : [];
    return verdictOf(move, mover, expected, after, { lost, stake }, reply, facts, terms);
  }

  /** A thought on the position after these moves; null if the game is over there. @param {Line} line @param {string[]} moves @param {number} seconds */
  async #thought(line, moves, seconds) {
    if (this.#isEnded || viewAfter(line, moves).turn === null) return null;
    return this.#adviser.think(moves, seconds);
  }

  #onVisibility = () => {
    if (this.#analysis) this.analyse(...this.#analysis)?.catch(() => {});
  };
}

/** The view after some moves, some of which may not be the line's own. @param {Line} line @param {string[]} moves */
function viewAfter(line, moves) {
  const own = [...line.moves];
  const common = moves.findIndex((move, at) => move !== own[at]);
  if (common < 0) return line.at(moves.length);
  line.undo(own.length - common);
  for (const move of moves.slice(common)) line.play(move);
  const view = line.view();
  line.undo(moves.length - common);
  for (const move of own.slice(common)) line.play(move);
  return view;
}

/** The value of a position for a side. @param {0 | 1} side @param {import("../types").View} view @param {Thought | null} thought null where the game is over */
function valueFor(side, view, thought) {
  if (thought) return thought.lines[0].value * (view.turn === side ? 1 : -1);
  return finalValue(view.outcome ?? { winner: null, reason: "", points: null }, side);
}
