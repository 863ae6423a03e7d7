/** What answers a wish: a level's whim, the only move, or the search. It runs in a worker, and in Node. */

import { Rules } from "./rules.js";
import { Search } from "./search.js";

/** @typedef {import("./memory.js").Parts} Parts */
/** @typedef {import("./search.js").Bounds} Bounds */
/** @typedef {import("./search.js").Thought} Thought */

/** A position, and how to think of it: as a level plays, or freely within bounds. Bounds given beside a level replace its
 * own, but for its depth and nodes, which are caps.
 * @typedef {Bounds & { moves: readonly string[], state?: Uint8Array, level?: string }} Wish */

export class Player {
  /** @param {Parts} parts */
  constructor(parts) {
    this.rules = new Rules(parts);
    this.search = new Search(this.rules.memory);
  }

  /** @param {Wish} wish @returns {Generator<Thought, void, void>} */
  *think({ moves, state, level: name, ...bounds }) {
    const line = this.rules.line(moves, state);
    if (!name) {
      yield* this.search.iterate(line, bounds);
      return;
    }
    const level = this.rules.game.levels.find((one) => one.name === name);
    if (!level) throw new Error(`there is no level ${name}`);
    const legal = line.legalCodes();
    const whim = legal.length === 1 ? 0 : this.#whim(level.whims, legal.length);
    if (whim >= 0) {
      yield unsearched(/** @type {string} */ (this.rules.game.moves[legal[whim]]));
      return;
    }
    yield* this.search.iterate(line, {
      ...bounds,
      time: bounds.time ?? level.time,
      depth: least(bounds.depth, level.depth),
      nodes: least(bounds.nodes, level.nodes),
      noise: level.noise,
      seed: this.#seed(),
    });
  }

  /** The number of a legal move that a level plays without a thought, -1 for none. @param {number} whims @param {number} count */
  #whim(whims, count) {
    return this.rules.memory.call.whim(whims, count);
  }

  #seed() {
    this.rules.memory.call.next_seed();
    return this.rules.memory.words("chance")[1];
  }

  /** The chance that levels are moved by: the same number gives the same game everywhere. @param {bigint} seed */
  seed(seed) {
    this.rules.memory.words("chance")[0] = seed;
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
