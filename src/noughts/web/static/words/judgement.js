/**
 * The judgement of a move, as `noughts/engine/judgement.py` has it, for pages without a server: how much of the chance to win it
 * gave away, and what that is called. The numbers stand in the game's description.
 */

import { isDecided } from "./score.js";

/** What the marks of a review mean, the least bad first. @type {Record<string, string>} */
export const MISTAKES = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/**
 * @typedef {object} Terms
 * @property {number} scale hundredths of a point ahead that make the odds e to 1
 * @property {number} strictness
 * @property {Record<string, number>} mistakes by mark, the worst first: the chance that is lost at least
 */

/** The chance of winning, by a score. @param {Terms} terms @param {number} value */
export function chance({ scale }, value) {
  if (isDecided(value)) return value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-Math.max(-50, Math.min(50, value / scale))));
}

/** @param {Terms} terms @param {number} lost chance */
export function markOf({ mistakes }, lost) {
  return Object.entries(mistakes).find(([, least]) => lost >= least)?.[0] ?? "";
}

/** From 100 down to nearly 0. @param {Terms} terms @param {number} lost chance */
export function accuracyOf({ strictness }, lost) {
  return 100 * Math.exp(-strictness * lost);
}
