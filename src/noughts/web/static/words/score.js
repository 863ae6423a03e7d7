/**
 * Scores as people read them: hundredths of a point for a side, or a mate. A mate is told in plies and said in moves: two plies
 * are one.
 */

import { counted } from "./wording.js";

/** Values beyond this are mates: see `noughts/kernel/scores.py`. */
export const MATE = 1_000_000_000;
const MATE_RANGE = MATE - 10_000;
const WON = MATE_RANGE + 1; // in nobody knows how many plies

/**
 * A value in hundredths, short enough for a cell: "+1.2", "−12", "W3" for a win in 3 moves, "L4" for a loss, "won", "lost".
 * @param {number} value
 */
export function shortValue(value) {
  const moves = movesToMate(value);
  if (isDecided(value)) return moves ? `${value > 0 ? "W" : "L"}${moves}` : value > 0 ? "won" : "lost";
  const points = value / 100;
  const digits = Math.abs(points) < 9.95 ? 1 : 0;
  const text = Math.abs(points).toFixed(digits);
  return Number(text) === 0 ? "0" : `${points > 0 ? "+" : "−"}${text}`;
}

/** A value as a verb, of whoever it is told for: "wins in 3 moves", "loses", "has +1.2". @param {number} value */
export function valueInWords(value) {
  if (!isDecided(value)) return `has ${shortValue(value)}`;
  const moves = movesToMate(value);
  return `${value > 0 ? "wins" : "loses"}${moves ? ` in ${counted(moves, "move")}` : ""}`;
}

/** Whether it is proved who wins. @param {number} value */
export function isDecided(value) {
  return Math.abs(value) > MATE_RANGE;
}

/** The winner's moves until the end; 0 if the game is over or nobody knows. @param {number} value */
function movesToMate(value) {
  const size = Math.abs(value);
  return size > WON ? Math.ceil((MATE - size) / 2) : 0;
}

/** A value as the engine's own programs write it: "+1.20", "mate in 3" and "mated in 4" (plies), "won", "lost". @param {number} value */
export function scoreText(value) {
  if (!isDecided(value)) return `${value < 0 ? "-" : "+"}${(Math.abs(value) / 100).toFixed(2)}`;
  const mate = mateOf(value);
  if (mate === null) return value > 0 ? "won" : "lost";
  return value > 0 ? `mate in ${mate}` : `mated in ${-mate}`;
}

/** Plies until the end, negative for who loses; null if it is not decided, or nobody knows how long it lasts. @param {number} value */
export function mateOf(value) {
  const size = Math.abs(value);
  return size > WON ? Math.sign(value) * (MATE - size) : null;
}

/**
 * How good a value is, from 0 (lost) to 1 (won); `scale` is what counts as a clear advantage.
 * @param {number} value @param {number} [scale]
 */
export function goodness(value, scale = 300) {
  if (isDecided(value)) return value > 0 ? 1 : 0;
  return 0.5 + 0.47 * Math.tanh(value / scale);
}

/** The advantage that fills most of a chart or scale. @param {number[]} values */
export function scaleOf(values) {
  const plain = values.filter((value) => !isDecided(value)).map(Math.abs);
  return Math.max(100, ...plain);
}
