/** What answers a wish: the only move, the solver or the search. It runs in a worker, and in Node. */

import { Rules } from "./rules.js";
import { MATE_RANGE, Search } from "./search.js";
import { Solver } from "./solver.js";

/** @typedef {import("./memory.js").Parts} Parts */
/** @typedef {import("./rules.js").Line} Line */
/** @typedef {import("./search.js").Bounds} Bounds */
/** @typedef {import("./search.js").Thought} Thought */

/** A position, and how to think of it: as a level plays, or freely within bounds. Bounds given beside a level replace its
 * own, but for its nodes, which are a cap.
 * The first seed that it is given is that of all levels' chance.
 * @typedef {Bounds & { moves: readonly string[], state?: Uint8Array, level?: string, seed?: bigint }} Wish */

// As engine/engine.py and engine/perfect_play.py have them.
const SHARE_OF_SOLVING = 0.5; // of the time for a move; the rest is for the search
const MOMENT = 0.05; // seconds, with those of solving, in which the search may find the nearest win
const LEAST_MOMENT = 0.005;

export class Player {
  #isSeeded = false;

  /** @param {Parts} parts */
  constructor(parts) {
    this.rules = new Rules(parts);
    this.search = new Search(this.rules.memory);
    this.solver = new Solver(this.rules.memory);
  }

  /** @param {Wish} wish @returns {Generator<Thought, void, void>} */
  *think({ moves, state, level: name, seed = 0n, ...bounds }) {
    const line = this.rules.line(moves, state);
    if (!name) {
      yield* this.search.iterate(line, bounds);
      return;
    }
    const level = this.rules.game.levels.find((one) => one.name === name);
    if (!level) throw new Error(`there is no level ${name}`);
    if (!this.#isSeeded) this.seed(seed);
    const legal = line.legalCodes();
    if (legal.length === 1) {
      yield unsearched(/** @type {string} */ (this.rules.game.moves[legal[0]]));
      return;
    }
    this.rules.memory.call.misjudge();
    const time = bounds.time ?? level.time;
    const nodes = least(bounds.nodes, level.nodes);
    const asked = { ...bounds, time, nodes, noise: level.noise, oversight: level.oversight };
    const isSolved = level.solves && bounds.depth == null && nodes === null && (bounds.lines ?? 1) === 1;
    yield* isSolved && this.solver.isNearTheEnd(line) ? this.#solved(line, asked) : this.search.iterate(line, asked);
  }

  /** Near the end: of a draw the solver's move; else the search's if it is as good, as soon as it is a mate, or after a
   * moment. @param {Line} line @param {Bounds & { time: number | null }} bounds @returns {Generator<Thought, void, void>} */
  *#solved(line, bounds) {
    const begun = performance.now();
    const left = () => (bounds.time === null ? Infinity : bounds.time - (performance.now() - begun) / 1000);
    const known = this.solver.solve(line, bounds.time === null ? null : bounds.time * SHARE_OF_SOLVING);
    if (!known) {
      yield* this.search.iterate(line, { ...bounds, time: left() });
      return;
    }
    yield known;
    const [best] = known.lines;
    if (best.value === 0) return;
    const moment = Math.max(LEAST_MOMENT, MOMENT - known.seconds);
    for (const thought of this.search.iterate(line, { ...bounds, time: Math.min(moment, left()) })) {
      const { value, moves } = thought.lines[0];
      if (Math.abs(value) > MATE_RANGE && value > 0 === best.value > 0) {
        yield { ...thought, isProved: true };
        if (thought.isProved) return;
      } else if (best.value < 0) {
        yield { ...known, lines: [{ ...best, moves }] }; // every move loses: the search's resists
      }
    }
  }

  /** Begin the chance that levels have: the same number gives the same game everywhere. @param {bigint} seed */
  seed(seed) {
    const { memory } = this.rules;
    memory.words("seed")[0] = seed;
    memory.call.start_chance();
    this.#isSeeded = true;
  }
}

/** @param {number | null | undefined} given @param {number | null} cap */
function least(given, cap) {
  return given == null ? cap : cap === null ? given : Math.min(given, cap);
}

/** A move that took no search. @param {string} move @returns {Thought} */
function unsearched(move) {
  const lines = [{ value: 0, mate: null, moves: [move] }];
  return { depth: 0, nodes: 0, seconds: 0, lines, isWhole: true, isFinal: true, isProved: false, counters: {} };
}
