/**
 * A second look at a mistake, from the position before it: the better line, drawn move by move, or a try of one's own, which an
 * analysis judges while the answer stays hidden. It ends where another position is looked at.
 */

import { keeper } from "../keeper/chosen.js";
import { finalValue } from "../keeper/thoughts.js";
import { CARELESS, chance } from "../words/judgement.js";
import { isDecided, valueInWords } from "../words/score.js";
import { viewOf } from "./game-line.js";
import { Part } from "./part.js";

/** @typedef {import("../types").Verdict} Verdict */
/** @typedef {"better" | "trying" | "judging" | "found"} Stage */

const SECONDS = 1; // for the analysis of a try

export class SecondLook extends Part {
  /** @type {{ply: number, verdict: Verdict, stage: Stage, words: string} | null} */
  #look = null;
  #asked = new AbortController();

  /** @param {import("../vendor/lit.js").LitElement} host @param {import("./sight.js").Sight} sight */
  constructor(host, sight) {
    super(host);
    this.sight = sight;
  }

  hostDisconnected() {
    this.end();
  }

  /** What goes on at the position that is in sight. */
  get now() {
    return this.#look?.ply === this.sight.shownPly + 1 ? this.#look : null;
  }

  /** Whether the board waits for a move. */
  get isTrying() {
    return this.now?.stage === "trying" && this.sight.view?.turn != null;
  }

  /** The better line, up to one of its moves. @param {number} ply @param {Verdict} verdict @param {number} [count] of moves */
  async show(ply, verdict, count = verdict.line.length) {
    this.#begin(ply, verdict, "better");
    if (this.sight.shownPly !== ply - 1) this.sight.goTo(ply - 1);
    await this.sight.look(); // what is drawn is drawn on the position before
    if (this.now?.stage === "better") this.sight.draw(verdict.line.slice(0, count));
  }

  /** @param {number} ply @param {Verdict} verdict */
  try(ply, verdict) {
    this.#begin(ply, verdict, "trying");
    this.sight.goTo(ply - 1);
  }

  end() {
    this.#asked.abort();
    this.#look = null;
    this.redraw();
  }

  /** A try of one's own. @param {string} move */
  async judge(move) {
    const look = this.now;
    if (!look || !this.isTrying) return;
    const asked = this.#asked;
    this.#say("judging", `Looking at ${move}…`);
    /** @type {[Stage, string]} */
    let said;
    try {
      said = await this.#judgement(move, look.verdict);
    } catch (error) {
      said = ["trying", /** @type {Error} */ (error).message];
    }
    if (asked === this.#asked && !asked.signal.aborted) this.#say(...said);
  }

  /** @param {string} move @param {Verdict} verdict @returns {Promise<[Stage, string]>} */
  async #judgement(move, verdict) {
    if (move === verdict.best) return ["found", `${move} is the best move.`];
    if (move === verdict.move) return ["trying", `${move} is what was played. Try another move.`];
    const terms = { scale: verdict.scale ?? 100 };
    const value = await this.#valueAfter(move, verdict.mover);
    const [best, played] = [chance(terms, verdict.value) + (verdict.lost ?? 0), chance(terms, verdict.value)];
    const own = chance(terms, value);
    const worth = isDecided(value) ? `It ${valueInWords(value)}.` : `It leaves a chance of ${Math.round(100 * own)} %.`;
    if (best - own < CARELESS) return ["found", `${move} is as good as the best move. ${worth}`];
    if (own - played >= CARELESS) return ["trying", `${move} is better than ${verdict.move}, and there is a better one yet. ${worth}`];
    return ["trying", `${move} is ${played - own >= CARELESS ? "worse" : "no better"} than ${verdict.move}. ${worth} Try another move.`];
  }

  /** @param {string} move @param {0 | 1} mover */
  async #valueAfter(move, mover) {
    const line = this.sight.watcher.line();
    if (!line) throw new Error("there is no game");
    const moves = [...this.sight.shownMoves, move];
    const { turn, outcome } = await viewOf(line.game, line.start, moves, line.marks);
    if (turn === null) return finalValue(outcome ?? { winner: null, reason: "", points: null }, mover);
    /** @type {import("../types").Analysis | null} */
    let found = null;
    const asked = { game: line.game, position: line.start, moves, lines: 1, time: SECONDS };
    await keeper().analyse(asked, (analysis) => (found = analysis), this.#asked.signal);
    const best = /** @type {import("../types").Analysis | null} */ (found)?.lines[0];
    if (!best) throw new Error("the engine has no answer just now: try again in a moment");
    return best.side === mover ? best.value : -best.value;
  }

  /** @param {number} ply @param {Verdict} verdict @param {Stage} stage */
  #begin(ply, verdict, stage) {
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#look = { ply, verdict, stage, words: "" };
    this.redraw();
  }

  /** @param {Stage} stage @param {string} words */
  #say(stage, words) {
    if (this.#look) this.#look = { ...this.#look, stage, words };
    this.redraw();
  }
}
