/** The moment that an engine's answer to a person takes: marks that come two at once are hard to tell apart. */

import { settings } from "../frame/settings.js";

/** @typedef {import("./keeper").LiveMessage} LiveMessage */
/** @typedef {import("../types").Game} Game */

const LEAST = 350; // ms after one's own move
const VARYING = 250;

/** Wait for what is left of it. @param {number} begun when the engine's turn began, by performance.now() @returns {Promise<void>} */
export async function moment(begun) {
  const left = settings().pace ? begun + LEAST + VARYING * Math.random() - performance.now() : 0;
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}

/** A game's messages in their order, an engine's answer to a person after its moment, whoever thinks. */
export class Paced {
  /** @type {LiveMessage[]} */
  #waiting = [];
  #isHeld = false;
  /** As it was told last. @type {Game | null} */
  #game = null;
  #engineBegan = 0;

  /** @param {(message: LiveMessage) => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** @param {LiveMessage} message */
  hear(message) {
    this.#waiting.push(message);
    if (!this.#isHeld) this.#tellAll();
  }

  async #tellAll() {
    for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) {
      if (message.type === "game") {
        if (this.#isAnswer(message.game)) {
          this.#isHeld = true;
          await moment(this.#engineBegan);
          this.#isHeld = false;
        }
        this.#note(message.game);
      }
      this.tell(message);
    }
  }

  /** @param {Game} game */
  #isAnswer({ moves, seats }) {
    const before = this.#game;
    return before?.to_move === "engine" && moves.length > before.moves.length && seats.some(({ kind }) => kind === "human");
  }

  /** @param {Game} game */
  #note(game) {
    const isNext = game.moves.length !== this.#game?.moves.length || this.#game.to_move !== game.to_move;
    if (isNext) this.#engineBegan = performance.now();
    this.#game = game;
  }
}
