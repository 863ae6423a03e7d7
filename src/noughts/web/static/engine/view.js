/** A view out of the numbers that the compiled look writes: exactly what Python's `View.as_dict()` gives. */

/** @typedef {import("../types").View} View */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").Line} Line */

// The head of the look, as kernel/looking.py lays it out.
const TURN = 0;
const OUTCOME = 1;
const REASON = 2;
const WHERE = 3;
const POINTS = 4;
const HEAD = 6;

const ONGOING = 0;
const DRAW = 3;
const OWNERS = [".", "X", "O", "="];
const MARKS = ["X", "O"];

/** @param {Rules} rules @param {Line} line @param {number} ply @returns {View} */
export function viewOf(rules, line, ply) {
  const { game } = rules;
  const before = ply > 0 && game.has_landings ? parts(game.sizes, line.look(ply - 1)).landings : null;
  const { head, contents, lit, owners, litRows, counters, landings } = parts(game.sizes, line.look(ply));
  const isOver = head[OUTCOME] !== ONGOING;
  const winner = isOver && head[OUTCOME] !== DRAW ? /** @type {0 | 1} */ (head[OUTCOME] - 1) : null;
  const outcome = isOver
    ? { winner, reason: game.reasons[head[REASON]], points: game.has_points ? [head[POINTS], head[POINTS + 1]] : null }
    : null;
  const turn = isOver ? null : /** @type {0 | 1} */ (head[TURN]);
  const where = isOver ? "" : game.wheres[head[WHERE]];
  /** @type {Record<string, number[]>} */
  const clicks = {};
  for (const code of isOver ? [] : line.legalCodes(ply)) {
    clicks[/** @type {string} */ (game.moves[code])] = clicked(game, landings, code);
  }
  const open = new Set(Object.values(clicks).flatMap((cells) => cells.map((cell) => game.cells[cell][3])));
  const view = {
    game: game.name,
    title: game.title,
    rows: game.rows,
    columns: game.columns,
    cells: game.cells.map(([name, row, column, group], index) => ({
      name,
      row,
      column,
      group,
      content: game.glyphs[contents[index]],
    })),
    groups: game.groups.map(([name, row, column, rows, columns, parent], index) => ({
      name,
      row,
      column,
      rows,
      columns,
      parent,
      owner: OWNERS[owners[index]],
      playable: open.has(index),
    })),
    row_labels: game.row_labels,
    column_labels: game.column_labels,
    turn,
    where,
    outcome,
    clicks,
    last: ply > 0 ? clicked(game, before, line.codes[ply - 1]) : [],
    winning: indices(lit),
    counters: game.counters.map(([name, player], index) => ({ name, value: counters[index], player })),
    marks: MARKS,
    layout: game.layout,
    edges: game.edges,
    pieces: game.pieces,
    winning_groups: indices(litRows).map((row) => game.group_rows[row]),
    status: outcome ? ending(outcome) : `${MARKS[/** @type {0 | 1} */ (turn)]} to move ${where}`.trimEnd(),
  };
  return /** @type {View} */ (view);
}

/** The parts of a look, as numbers. @param {number[]} sizes @param {BigInt64Array} look */
function parts(sizes, look) {
  const numbers = Array.from(look, Number);
  const [cells, groups, rows, counters, moves] = sizes;
  let at = HEAD;
  const next = (/** @type {number} */ size) => numbers.slice(at, (at += size));
  return {
    head: numbers.slice(0, HEAD),
    contents: next(cells),
    lit: next(cells),
    owners: next(groups),
    litRows: next(rows),
    counters: next(counters),
    landings: next(moves),
  };
}

/** The cells to click for a move: where it lands may depend on the state.
 * @param {import("./description").GameDescription} game @param {number[] | null} landings @param {number} code */
function clicked(game, landings, code) {
  const landing = landings?.[code] ?? -1;
  const known = /** @type {number[]} */ (game.clicks[code]);
  return landing < 0 ? known : [...known.slice(0, -1), landing];
}

/** @param {number[]} flags */
function indices(flags) {
  return flags.flatMap((flag, index) => (flag ? [index] : []));
}

/** @param {{ winner: 0 | 1 | null, reason: string, points: number[] | null }} outcome */
function ending({ winner, reason, points }) {
  const who = winner === null ? "draw" : `${MARKS[winner]} wins`;
  return `${who}: ${reason}${points ? ` (${points[0]} to ${points[1]} points)` : ""}`;
}
