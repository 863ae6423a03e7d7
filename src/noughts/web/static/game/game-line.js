/** The moves of a game and the views of all its positions; earlier ones are asked for when somebody looks at them. */

import { keeper } from "../keeper/chosen.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Mark} Mark */

const MOST_KEPT = 600; // views; the oldest go first

/** @type {Map<string, Promise<View>>} */
const kept = new Map();

/**
 * The view of a position, as players with these marks see it.
 * @param {string} game @param {string | null} start @param {string[]} moves @param {[Mark, Mark]} marks
 * @returns {Promise<View>}
 */
export async function viewOf(game, start, moves, marks) {
  const key = JSON.stringify([game, start, moves]);
  let answer = kept.get(key);
  if (!answer) {
    answer = keeper()
      .view({ game, position: start, moves })
      .then(({ view }) => view);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    if (kept.size > MOST_KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
  }
  return marked(await answer, marks);
}

/**
 * Whoever moves first may have chosen O; positions know only first and second.
 * @param {View} view @param {[Mark, Mark]} marks @returns {View}
 */
export function marked(view, marks) {
  if (view.marks[0] === marks[0]) return view;
  /** @template {string} T @param {T} content @returns {T} */
  const swapped = (content) => /** @type {any} */ ({ X: "O", O: "X" })[content] ?? content;
  return {
    ...view,
    marks,
    cells: view.cells.map((cell) => ({ ...cell, content: swapped(cell.content) })),
    groups: view.groups.map((group) => ({ ...group, owner: swapped(group.owner) })),
    status: view.status.replace(/\b[XO]\b/g, swapped),
    outcome: view.outcome && { ...view.outcome, reason: view.outcome.reason.replace(/\b[XO]\b/g, swapped) },
  };
}

/**
 * The cell that a move of a line goes to: a legal move by its clicks, a later one by the cell that its text names last.
 * @param {View} view @param {string} move @returns {number} -1 if there is none
 */
export function cellOf(view, move) {
  const cells = view.clicks[move];
  if (cells) return cells[cells.length - 1] ?? -1;
  const names = [move, ...(move.match(/[\w.]+/g) ?? []).reverse()];
  for (const name of names) {
    const index = view.cells.findIndex((cell) => cell.name === name);
    if (index >= 0) return index;
  }
  return -1;
}

/**
 * A line of moves as numbers on the board. Who makes each of them is seen from the position that it leads to: turns
 * need not alternate.
 * @param {View} view @param {string[]} line @param {View | null} end
 * @returns {import("../types").Ghost[]}
 */
export function ghostsOf(view, line, end) {
  const ghosts = new Map();
  line.forEach((move, index) => {
    const cell = cellOf(view, move);
    const content = cell < 0 ? "." : (end?.cells[cell].content ?? ".");
    if (cell >= 0)
      ghosts.set(cell, { cell, number: index + 1, mark: content === "X" || content === "O" ? content : null });
  });
  return [...ghosts.values()];
}
