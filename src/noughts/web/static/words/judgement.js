/**
 * The judgement of a move, as `noughts/engine/judgement.py` has it, for pages without a server: how much of the chance to win it
 * gave away, of how much that was at stake, and what that is called. The numbers stand in the game's description.
 */

import { isDecided } from "./score.js";

/** What the marks of a review mean, the least bad first. @type {Record<string, string>} */
export const MISTAKES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
const TURN = 0.618033988749895; // of the golden section
export const CARELESS = 0.03; // of the chance to win: less is as good
const LEAST_OF_TURNING = 0.07;
const EVEN = 0.45;

/**
 * @typedef {object} Terms
 * @property {number} scale hundredths of a point ahead that make the odds e to 1
 * @property {Record<string, number>} mistakes by mark, the worst first: the chance that is lost at least
 * @property {number} careless lost at least by an inaccuracy that is worse than the mean of all moves
 * @property {number} others moves that are looked at for what was at stake,
 * @property {number} share each for this part of the time
 */

/** The chance of winning, by a score. @param {{scale: number}} terms @param {number} value */
export function chance({ scale }, value) {
  if (isDecided(value)) return value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-Math.max(-50, Math.min(50, value / scale))));
}

/** The indices of the moves, of so many others, that stand for all of them. @param {Terms} terms @param {number} count @param {number} ply */
export function someOthers({ others }, count, ply) {
  if (count <= others) return Array.from({ length: count }, (_, at) => at);
  const found = Array.from({ length: others }, (_, number) => Math.floor(count * ((ply * TURN + number / others) % 1)));
  return [...new Set(found)].sort((one, other) => one - other);
}

/**
 * The best chance less the mean of all legal moves: of some it is known, some stand for all the others.
 * @param {number} best @param {number[]} known @param {number[]} others @param {number} count
 */
export function atStake(best, known, others, count) {
  const unknown = others.length ? count - known.length : 0;
  const rest = unknown ? (unknown * sum(others)) / others.length : 0;
  return Math.max(0, best - (sum(known) + rest) / (known.length + unknown));
}

/** @param {Terms} terms @param {number} lost chance @param {number} stake */
export function markOf({ mistakes, careless }, lost, stake) {
  const known = Object.entries(mistakes).find(([, least]) => lost >= least)?.[0];
  return known ?? (lost >= careless && lost > stake ? "?!" : "");
}

/** The share of what was at stake that a move kept, from 100 to 0. @param {number} lost chance @param {number} stake */
export function accuracyOf(lost, stake) {
  if (lost <= 0) return 100;
  return stake > 0 ? 100 * Math.max(0, 1 - lost / stake) : 0;
}

/** The mean of moves' accuracies, by the square root of what was at stake; null where nothing was. @param {{accuracy: number, stake: number}[]} moves */
export function gameAccuracy(moves) {
  const weight = sum(moves.map(({ stake }) => Math.sqrt(stake)));
  return weight ? sum(moves.map(({ accuracy, stake }) => accuracy * Math.sqrt(stake))) / weight : null;
}

/**
 * The index of the move that decided the game: the loser's last mistake in a game that was still even, else its costliest one;
 * without a loser the costliest of both. Null if none did.
 * @param {{mover: number, best: number, lost: number}[]} moves with the best chance of each @param {number | null} loser
 */
export function turningPoint(moves, loser) {
  const marked = moves.flatMap(({ mover, lost }, at) =>
    lost >= LEAST_OF_TURNING && (loser === null || mover === loser) ? [at] : [],
  );
  const even = marked.filter((at) => loser !== null && moves[at].best >= EVEN);
  if (even.length) return even[even.length - 1];
  return marked.reduce((/** @type {number | null} */ most, at) => (most === null || moves[at].lost > moves[most].lost ? at : most), null);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
