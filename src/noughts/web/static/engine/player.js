/** What answers a wish: a level's whim, the only move, or the search. It runs in a worker, and in Node. */

import { Rules } from "./rules.js";
import { Search } from "./search.js";

/** @typedef {import("./memory.js").Parts} Parts */
/** @typedef {import("./search.js").Bounds} Bounds */
/** @typedef {import("./search.js").Thought} Thought */

/** A position, and how to think of it: as a level plays, or freely within bounds. Bounds given beside a level replace its
 * own, but for its depth and nodes, which are caps.
 * The first seed that it is given is that of all levels' chance.
 * @typedef {Bounds & { moves: readonly string[], state?: Uint8Array, level?: string, seed?: bigint }} Wish */

export class Player {
  #isSeeded = false;

  /** @param {Parts} parts */
  constructor(parts) {
    this.rules = new Rules(parts);
    this.search = new Search(this.rules.memory);
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
    const whim = legal.length === 1 ? 0 : this.#whim(level.whims, legal.length);
    if (whim >= 0) {
      yield unsearched(/** @type {string} */ (this.rules.game.moves[legal[whim]]));
      return;
    }
    this.rules.memory.call.misjudge();
    yield* this.search.iterate(line, {
      ...bounds,
      time: bounds.time ?? level.time,
      depth: least(bounds.depth, level.depth),
      nodes: least(bounds.nodes, level.nodes),
      noise: level.noise,
    });
  }

  /** The number of a legal move that a level plays without a thought, -1 for none.
   * @param {number} whims of 2^32 @param {number} count of moves */
  #whim(whims, count) {
    const { memory } = this.rules;
    memory.words("often")[0] = BigInt(whims);
    return whims > 0 ? memory.call.whim(count) : -1;
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
