/** What the engine in the page thinks, as the answers that a server would give. */

import { accuracyOf, markOf } from "../words/judgement.js";
import { MATE, scoreText } from "../words/score.js";

const MOST_MOVES = 20; // of lines that are kept

/** @typedef {import("./runtime").Thought} Thought */
/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").Verdict} Verdict */

/** @param {Thought} thought @param {0 | 1} side to move @returns {Analysis} */
export function analysisOf({ depth, nodes, seconds, lines, isProved }, side) {
  return {
    depth,
    nodes,
    nodes_per_second: Math.round(nodes / Math.max(seconds, 0.001)),
    time: seconds,
    counters: /** @type {any} */ ({}), // the engine in the page counts nodes alone
    lines: lines
      .filter(({ moves }) => moves.length)
      .map(({ moves, value, mate }) => ({
        move: moves[0],
        value,
        mate,
        score: scoreText(value),
        is_proved: isProved,
        side,
        pv: moves,
      })),
  };
}

/** The value of a finished game for a side: the points of a draw count. @param {import("../types").Outcome} outcome @param {0 | 1} side */
export function finalValue({ winner, points }, side) {
  if (winner !== null) return winner === side ? MATE : -MATE;
  return points ? 100 * (points[side] - points[1 - side]) : 0;
}

/**
 * The judgement of a move, as `noughts/engine/review.py` comes to it.
 * @param {string} move
 * @param {0 | 1} mover
 * @param {Thought} expected of the position before
 * @param {number} after the value of the position that it led to, for the mover
 * @param {{lost: number, stake: number}} weighed of the chance to win
 * @param {string[]} reply
 * @param {import("../types").Fact[]} facts
 * @param {import("../words/judgement.js").Terms} terms
 * @returns {Verdict}
 */
export function verdictOf(move, mover, expected, after, { lost, stake }, reply, facts, terms) {
  const { value, moves } = expected.lines[0];
  return {
    move,
    mover,
    mark: markOf(terms, lost, stake),
    value: after,
    score: scoreText(after),
    best: moves[0],
    before: scoreText(value),
    before_value: value,
    accuracy: Math.round(10 * accuracyOf(lost, stake)) / 10,
    lost: Math.round(10_000 * lost) / 10_000,
    stake: Math.round(10_000 * stake) / 10_000,
    scale: terms.scale,
    line: moves.slice(0, MOST_MOVES),
    reply: reply.slice(0, MOST_MOVES),
    facts,
  };
}
