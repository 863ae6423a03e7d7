/** The strong search in the page: the compiled driver looks depth by depth, this keeps the time. */

/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./rules.js").Line} Line */

/** Seconds, plies, nodes; how many lines to tell; how much to misjudge, and how often to overlook a move.
 * @typedef {{ time?: number | null, depth?: number | null, nodes?: number | null, lines?: number, noise?: number,
 *   oversight?: number }} Bounds */
/** Moves by their notation, and what they are worth to the side to move, in hundredths of a point.
 * @typedef {{ value: number, mate: number | null, moves: string[] }} ThoughtLine */
/** @typedef {{ depth: number, nodes: number, seconds: number, lines: ThoughtLine[], isWhole: boolean, isFinal: boolean,
 *   isProved: boolean, counters: Record<string, number> }} Thought */

// What an iteration says of itself, as search/iteration.py does.
const WHOLE = 1;
const SETTLED = 2;
const PROVED = 4;

// Values, as kernel/scores.py has them.
export const MATE = 1_000_000_000;
export const MATE_RANGE = MATE - 10_000;
export const WON = MATE_RANGE + 1;

export const UNLIMITED = 2n ** 62n;
const NO_MOVE = -1n;

export class Search {
  #memory;
  #age = 0;

  /** @param {Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /** Look at a position that is not finished, more deeply with each iteration, until a bound or the deadline.
   * @param {Line} line @param {Bounds} bounds @returns {Generator<Thought, void, void>} */
  *iterate(line, { time = null, depth = null, nodes = null, lines = 1, noise = 0, oversight = 0 }) {
    const memory = this.#memory;
    const { module } = memory.description;
    const begun = performance.now();
    this.#begin(nodes, { noise, oversight });
    const root = line.legalCodes();
    memory.words("root").set(root.map(BigInt));
    memory.words("losing").fill(0n);
    memory.state("states", 0).set(line.stateHere());
    const end = Math.min(module.most_depth, memory.description.max_plies, memory.call.plies_left(line.ply));
    const most = Math.min(depth ?? module.most_depth, end);
    const wanted = Math.min(lines, module.most_lines);
    const progress = { wanted, lines: 0, found: 0, root_moves: root.length, overlooked: 0, reached: 0, end, proves: 1 };
    for (const [field, value] of Object.entries(progress)) memory.setProgress(field, value);
    memory.deadline = time === null ? Infinity : begun + 1000 * time;
    for (let now = 1; now <= most; now++) {
      const told = memory.call.iterate(now);
      const isWhole = (told & WHOLE) !== 0;
      const isFinal = isWhole && (now === most || (told & SETTLED) !== 0);
      yield {
        depth: memory.progress("reached"),
        nodes: memory.run("nodes"),
        seconds: (performance.now() - begun) / 1000,
        lines: this.#lines(),
        isWhole,
        isFinal,
        isProved: (told & PROVED) !== 0,
        counters: Object.fromEntries(module.counters.map((name) => [name, memory.run(name)])),
      };
      if (!isWhole || isFinal || performance.now() >= memory.deadline) return;
    }
  }

  /** @param {number | null} nodes @param {{ noise: number, oversight: number }} errors */
  #begin(nodes, errors) {
    const memory = this.#memory;
    const { counters, ages } = memory.description.module;
    this.#age = (this.#age + 1) % ages;
    for (const name of [...counters, "root_searched", "left_open", "stop", "node_limit"]) memory.setRun(name, 0);
    memory.setRun("age", this.#age);
    for (const [name, value] of Object.entries(errors)) memory.setRun(name, value);
    memory.words("node_supply")[0] = nodes === null ? UNLIMITED : BigInt(nodes);
    memory.words("killers").fill(NO_MOVE);
    const history = memory.words("history");
    for (let at = 0; at < history.length; at++) history[at] >>= 3n;
  }

  #lines() {
    const memory = this.#memory;
    const { moves, module } = memory.description;
    const values = memory.words("values");
    const codes = memory.words("lines");
    return Array.from({ length: memory.progress("lines") }, (_, row) => {
      const value = Number(values[row]);
      const begin = row * module.line_length;
      const end = codes.indexOf(NO_MOVE, begin);
      const line = Array.from(codes.subarray(begin, end), (code) => /** @type {string} */ (moves[Number(code)]));
      return { value, mate: mateIn(value), moves: line };
    });
  }
}

/** Plies until the end: positive if the side to move wins; null if the game is not decided, or the distance unknown.
 * @param {number} value */
export function mateIn(value) {
  if (Math.abs(value) <= MATE_RANGE || Math.abs(value) === WON) return null;
  return value > 0 ? MATE - value : -(MATE + value);
}
