/** The rules of a game in the page: positions, legal moves and views, by the compiled functions of its module. */

import { fetchParts, Memory } from "./memory.js";
import { viewOf } from "./view.js";

/** @typedef {import("./memory.js").Parts} Parts */

const STAY = -1;
const ONGOING = 0;

export class Rules {
  /** @param {string} url of the game's description @param {string} [name] of one game among many that are described there */
  static async load(url, name) {
    return new Rules(await fetchParts(url, name));
  }

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.game = parts.description;
    this.memory = new Memory(parts);
    this.start = bytesOf(this.game.start);
    /** @type {Map<string, number>} */
    this.codes = new Map();
    this.game.moves.forEach((text, code) => text !== null && this.codes.set(text, code));
    this.legal = this.memory.words("legal");
    /** The line that lies in the memory. @type {Line | null} */
    this.held = null;
  }

  /** A line of play: moves from the start of the game, or from another state. An error if one of them is not legal.
   * @param {readonly string[]} [moves] @param {Uint8Array} [state] */
  line(moves = [], state = this.start) {
    const line = new Line(this, state);
    for (const move of moves) if (!line.play(move)) throw new Error(`${move} is not legal here`);
    return line;
  }
}

/** Moves that follow one another. Many lines share one memory: the one that is asked lies there. */
export class Line {
  #rules;
  #state;
  /** @type {number[]} */
  #codes = [];

  /** @param {Rules} rules @param {Uint8Array} state */
  constructor(rules, state) {
    this.#rules = rules;
    this.#state = state;
  }

  get moves() {
    return this.#codes.map((code) => /** @type {string} */ (this.#rules.game.moves[code]));
  }

  get ply() {
    return this.#codes.length;
  }

  get codes() {
    return this.#codes;
  }

  /** The first state's bytes. */
  get state() {
    return this.#state;
  }

  get turn() {
    return /** @type {0 | 1} */ (this.#told(this.ply) & 1);
  }

  get isOver() {
    return this.outcome !== ONGOING;
  }

  /** 0 while the game goes on, 1 or 2 for the winner, 3 for a draw. */
  get outcome() {
    return (this.#told(this.ply) >> 1) & 3;
  }

  /** Codes of the legal moves. @param {number} [ply] */
  legalCodes(ply = this.ply) {
    const count = this.#told(ply) >> 3;
    return Array.from(this.#rules.legal.subarray(0, count), Number);
  }

  /** @returns {string[]} */
  legalMoves() {
    return this.legalCodes().map((code) => /** @type {string} */ (this.#rules.game.moves[code]));
  }

  /** The last state's bytes, as they lie in the memory until the next call. */
  stateHere() {
    this.#hold();
    return this.#rules.memory.state("line", this.ply);
  }

  /** Make a move; false if it is not legal. @param {string} move */
  play(move) {
    const code = this.#rules.codes.get(move);
    if (code === undefined) return false;
    const count = this.#told(this.ply) >> 3;
    if (this.#rules.memory.call.step(this.ply, code, count) < 0) return false;
    this.#codes.push(code);
    return true;
  }

  undo(plies = 1) {
    this.#codes.length = Math.max(0, this.ply - plies);
  }

  /** The view of this position, or of an earlier one. @param {number} [ply] */
  view(ply = this.ply) {
    return viewOf(this.#rules, this, Math.min(ply, this.ply));
  }

  /** @param {number} ply */
  at(ply) {
    return this.view(ply);
  }

  /** Numbers of the look of a position, as they lie in the memory until the next call. @param {number} ply */
  look(ply) {
    this.#hold();
    const count = this.#rules.memory.call.look(ply);
    return this.#rules.memory.words("out").subarray(0, count);
  }

  /** Number of legal moves, outcome and turn of a state, in one integer; its legal moves lie in the memory.
   * @param {number} ply */
  #told(ply) {
    this.#hold();
    return this.#rules.memory.call.step(ply, STAY, 0);
  }

  #hold() {
    const { memory } = this.#rules;
    if (this.#rules.held === this) return;
    this.#rules.held = this;
    memory.state("line", 0).set(this.#state);
    this.#codes.forEach((code, ply) => {
      memory.call.step(ply, code, memory.call.step(ply, STAY, 0) >> 3);
    });
  }
}

/** @param {string} text in base64 */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
