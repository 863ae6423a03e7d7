/**
 * Puzzles out of finished games, found in the page: each is proved by trying every move, within a number of moves. A server
 * looks further and knows more of what it finds: `noughts/puzzles/`.
 */

import { CASUAL, hash } from "./solving.js";

/** @typedef {import("../keeper/runtime").Line} Line */
/** @typedef {import("./solving.js").PuzzleEntry} PuzzleEntry */

const [LEAST, MOST] = [3, 5]; // plies
const OF_A_GAME = 2;
const TRIES = 500_000; // moves that are made for a position
const TRIES_OF_A_GAME = 3_000_000;
const PAUSE = 30; // ms of work between which the page may do something else
const HARDER = 150; // a puzzle's rating, a ply: no level is asked here

class TooManyError extends Error {}

/** What is won by force from the position of a line. */
class Prover {
  #left = 0;

  /** @param {Line} line */
  constructor(line) {
    this.line = line;
  }

  /** Let the questions from now on take so many moves in all. @param {number} tries */
  allow(tries) {
    this.#left = tries;
  }

  get left() {
    return this.#left;
  }

  /** Whether a player wins within so many plies. @param {0 | 1} player @param {number} plies @returns {boolean} */
  wins(player, plies) {
    const { line } = this;
    if (line.outcome !== 0) return line.outcome === player + 1;
    if (plies === 0) return false;
    const isMine = line.turn === player; // one move is enough, or each must do
    for (const move of line.legalMoves()) if (this.winsAfter(move, player, plies - 1) === isMine) return isMine;
    return !isMine;
  }

  /** @param {string} move @param {0 | 1} player @param {number} plies */
  winsAfter(move, player, plies) {
    if (this.#left-- <= 0) throw new TooManyError();
    this.line.play(move);
    try {
      return this.wins(player, plies);
    } finally {
      this.line.undo();
    }
  }

  /** The moves by which a player wins within so many plies. @param {0 | 1} player @param {number} plies */
  keys(player, plies) {
    return this.line.legalMoves().filter((move) => this.winsAfter(move, player, plies - 1));
  }

  /** A reply that holds out for as long as can be. @param {0 | 1} winner @param {number} plies */
  longest(winner, plies) {
    const replies = this.line.legalMoves();
    return replies.find((move) => !this.winsAfter(move, winner, plies - 2)) ?? replies[0];
  }
}

/**
 * The puzzles of a game, from its end on, as there the wins are.
 * @param {Line} line the whole game; it is left empty
 * @returns {Promise<PuzzleEntry[]>}
 */
export async function puzzlesOf(line) {
  const found = /** @type {PuzzleEntry[]} */ ([]);
  const breath = breathing();
  let [last, left] = [line.moves.length + 1, TRIES_OF_A_GAME];
  while (line.moves.length && found.length < OF_A_GAME && left > 0) {
    line.undo();
    const prover = new Prover(line);
    prover.allow(Math.min(TRIES, left));
    const [ply, before] = [line.moves.length, prover.left];
    try {
      const puzzle = await puzzleIn(prover, breath);
      if (puzzle && ply + puzzle.plies <= last) {
        found.push(puzzle);
        last = ply;
      }
    } catch (error) {
      if (!(error instanceof TooManyError)) throw error;
    }
    line.undo(line.moves.length - ply); // of a solution that took too many
    left -= before - prover.left;
  }
  return found;
}

/** The puzzle of a position, if one move alone wins soonest. @param {Prover} prover @param {() => Promise<void>} breath */
async function puzzleIn(prover, breath) {
  const { line } = prover;
  const player = line.turn;
  if (line.legalMoves().length < 2) return null;
  for (let plies = 1; plies <= MOST; plies++) {
    const keys = [];
    for (const move of line.legalMoves()) {
      if (prover.winsAfter(move, player, plies - 1)) keys.push(move);
      if (keys.length && (keys.length > 1 || plies < LEAST)) return null;
      await breath();
    }
    if (keys.length) return entryOf(prover, keys[0], plies);
  }
  return null;
}

/** @param {Prover} prover @param {string} key @param {number} plies @returns {PuzzleEntry} */
function entryOf(prover, key, plies) {
  const { line } = prover;
  const [player, ply] = [line.turn, line.moves.length];
  const state = btoa(String.fromCharCode(...line.stateHere()));
  const also = /** @type {string[][]} */ ([]);
  for (let left = plies; line.outcome === 0; left--) {
    if (line.turn === player) {
      const [move, ...others] = left === plies ? [key] : prover.keys(player, left);
      also.push(others);
      line.play(move);
    } else line.play(prover.longest(player, left));
  }
  const solution = line.moves.slice(ply);
  line.undo(solution.length);
  return {
    id: `own-${hash(state).toString(16)}`,
    position: "",
    plies,
    moves: also.length,
    solution,
    also,
    slower: also.map(() => []),
    theme: "win",
    rating: CASUAL + HARDER * (plies - LEAST),
    state,
    words: `win in ${also.length} moves`,
    idea: "a win by force",
  };
}

/** Leaves the page some time, now and then. */
function breathing() {
  let until = performance.now() + PAUSE;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + PAUSE;
  };
}
