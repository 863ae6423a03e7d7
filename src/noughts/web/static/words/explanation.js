/**
 * What was wrong with a move, as `noughts/engine/explanation.py` says it: how soon it is won or lost, what happens to small
 * boards, and else how much of the chance to win is gone.
 */

import { isDecided, mateOf } from "./score.js";

/** @typedef {import("../types").Fact} Fact */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Group} Group */

/**
 * @param {number} before the value before the move, for its mover
 * @param {number} after
 * @param {number} lost share of the chance to win
 * @param {string} opponent mark
 * @param {string[]} reply the line that is expected after the move
 * @param {Fact[]} facts
 */
export function explanation(before, after, lost, opponent, reply, facts) {
  const clauses = isDecided(before) && before > 0 ? [missedWin(before)] : [];
  if (isDecided(after) && after < 0) clauses.push(letWin(after, opponent, reply[0]));
  if (clauses.length) return clauses.join(" and ");
  const share = `${Math.round(100 * lost)} % of the chance to win`;
  const told = and(facts.map((fact) => ofBoards(fact, opponent)));
  return told ? `${told}, and with it ${share}` : `gives away ${share}`;
}

/** @param {number} value */
function missedWin(value) {
  const mate = mateOf(value);
  if (mate === null) return "misses a win";
  return mate <= 1 ? "misses a win at once" : `misses a win in ${movesOf(mate)} moves`;
}

/** @param {number} value @param {string} opponent @param {string} [first] move of the reply */
function letWin(value, opponent, first) {
  const mate = mateOf(value);
  if (mate === 0) return "loses at once";
  if (mate === null || !first) return `lets ${opponent} win`;
  if (mate === -1) return `lets ${opponent} win at once by ${first}`;
  if (mate === -3) return `lets ${opponent} play ${first}, and nothing stops the win then`;
  return `lets ${opponent} win in ${movesOf(-mate)} moves, beginning with ${first}`;
}

/** @param {number} plies */
function movesOf(plies) {
  return Math.floor((plies + 1) / 2);
}

/** @param {Fact} fact @param {string} opponent */
function ofBoards({ kind, board }, opponent) {
  return { gives: `gives up ${board}`, misses: `misses ${board}`, frees: `lets ${opponent} choose the board` }[kind];
}

/** @param {string[]} words */
function and(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : (words[0] ?? "");
}

/**
 * What a mistake means for small boards, beside what would have come of the better line.
 * @param {View} before
 * @param {string} move
 * @param {string[]} reply
 * @param {string[]} better
 * @param {(moves: string[]) => View} after some moves of a line from there
 * @returns {Fact[]}
 */
export function factsOf(before, move, reply, better, after) {
  const { groups, marks, turn } = before;
  if (!groups.length || turn === null) return [];
  const [mover, opponent] = [marks[turn], marks[1 - turn]];
  const [played, answered] = [after([move]).groups, after([move, ...reply.slice(0, 1)]).groups];
  const [best, bestAnswered] = [after(better.slice(0, 1)).groups, after(better.slice(0, 2)).groups];
  /** @type {Fact[]} */
  const facts = [
    ...groups
      .filter(({ owner }, at) => answered[at].owner === opponent && owner !== opponent && bestAnswered[at].owner !== opponent)
      .map(({ name }) => ({ kind: /** @type {const} */ ("gives"), board: name })),
    ...groups
      .filter(({ owner }, at) => best[at].owner === mover && owner !== mover && played[at].owner !== mover)
      .map(({ name }) => ({ kind: /** @type {const} */ ("misses"), board: name })),
  ];
  if (openBoards(best) === 1 && openBoards(played) > 1) facts.push({ kind: "frees", board: "" });
  return facts;
}

/** @param {Group[]} groups */
function openBoards(groups) {
  const around = new Set(groups.map(({ parent }) => parent));
  return groups.filter(({ playable }, at) => playable && !around.has(at)).length;
}
