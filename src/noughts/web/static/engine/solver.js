/** The last cells of a game that is nothing but sets of cells, solved, as solving/positional.py does it. */

import { UNLIMITED, WON } from "./search.js";

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./rules.js").Line} Line */
/** @typedef {import("./search.js").Thought} Thought */

// What must be zero at the beginning; the compiled code fills in the rest.
const CLEARED = ["is_line_left", "completing", "table", "run"];

export class Solver {
  #memory;

  /** @param {Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /** Whether so few cells are left that they are solved in a moment. @param {Line} line */
  isNearTheEnd(line) {
    return line.legalCodes().length <= this.#memory.description.module.most_cells;
  }

  /** What a position near the end is worth, with a move that keeps it; null if that takes longer.
   * @param {Line} line @param {number | null} time in seconds @returns {Thought | null} */
  solve(line, time) {
    const memory = this.#memory;
    const begun = performance.now();
    const legal = line.legalCodes();
    for (const name of CLEARED) memory.clear(`solver_${name}`);
    memory.words("solver_supply")[0] = UNLIMITED;
    memory.field("solver_run", "is_avoidance")[0] = memory.description.is_avoidance ? 1n : 0n;
    memory.deadline = time === null ? Infinity : begun + 1000 * time;
    const { turn } = line;
    memory.call.tell(line.ply);
    const value = WON * memory.call.solve(turn, legal.length);
    if (memory.field("solver_run", "stop")[0] !== 0n) return null;
    const best = 31 - Math.clz32(lowestBit(Number(memory.field("solver_run", "best_move")[0])));
    const move = /** @type {string} */ (memory.description.moves[legal[best]]);
    return {
      depth: legal.length,
      nodes: Number(memory.field("solver_run", "nodes")[0]),
      seconds: (performance.now() - begun) / 1000,
      lines: [{ value: value || 0, mate: null, moves: [move] }],
      isWhole: true,
      isFinal: value === 0,
      isProved: true,
      counters: {},
    };
  }
}

/** @param {number} bits */
const lowestBit = (bits) => bits & -bits;
