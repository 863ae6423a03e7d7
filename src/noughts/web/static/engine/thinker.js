/** A worker behind promises: the page asks for a move or an analysis, and goes on. */

import { EngineError } from "./memory.js";

/** @typedef {import("./memory.js").Parts} Parts */
/** @typedef {import("./player.js").Wish} Wish */
/** @typedef {import("./search.js").Thought} Thought */

/** @typedef {{ told: (thought: Thought) => void, done: (thought: Thought) => void, failed: (error: Error) => void,
 *   last: Thought | null }} Waiting */

export class Thinker {
  #parts;
  #state;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Waiting | null} */
  #waiting = null;
  #id = 0;
  /** Until the worker has its parts. @type {Promise<void>} */
  #ready = Promise.resolve();

  /** @param {Parts | Promise<Parts>} parts of the game, which the page has fetched or fetches
   * @param {Uint8Array} [state] that lines of play begin with, if it is not the game's start */
  constructor(parts, state) {
    this.#parts = parts;
    this.#state = state;
    this.#start();
  }

  get isThinking() {
    return this.#waiting !== null;
  }

  /** The move of a level. @param {Wish} wish */
  move(wish) {
    return this.think({ seed: seedByLot(), ...wish });
  }

  /** What the strong engine thinks of a position. @param {Wish} wish @param {(thought: Thought) => void} told */
  analyse(wish, told) {
    return this.think(wish, told);
  }

  /** Think about a position: the last thought is the answer. What it was asked before is given up.
   * @param {Wish} wish @param {(thought: Thought) => void} [told] after each iteration
   * @returns {Promise<Thought>} */
  think(wish, told = () => {}) {
    if (this.#waiting) this.#giveUp(new EngineError("something else was asked"));
    if (!this.#worker) this.#start();
    const id = ++this.#id;
    return new Promise((done, failed) => {
      this.#waiting = { told, done, failed, last: null };
      this.#ready.then(() => id === this.#id && this.#worker?.postMessage({ id, state: this.#state, ...wish }), failed);
    });
  }

  /** End what is thought about: the answer is what was found so far. Whether there was something. */
  stop() {
    const waiting = this.#waiting;
    if (!waiting) return false;
    if (!waiting.last) {
      waiting.told = (thought) => {
        waiting.last = thought;
        this.stop();
      };
      return true;
    }
    this.#waiting = null;
    this.#end();
    this.#start(); // the next wish finds it ready
    waiting.done(waiting.last);
    return true;
  }

  /** End for good; who waits hears nothing more. */
  end() {
    this.#waiting = null;
    this.#end();
  }

  /** @param {Error} why */
  #giveUp(why) {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#end();
    waiting?.failed(why);
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start() {
    if (typeof Worker !== "function") throw new EngineError("This browser is too old to think: it has no workers.");
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.id === this.#id) this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#giveUp(new EngineError(event.message || "The engine could not be started."));
    };
    this.#worker = worker;
    this.#ready = Promise.resolve(this.#parts).then((parts) => worker.postMessage({ parts }));
  }

  /** @param {{ thought?: Thought, done?: boolean, error?: string }} answer */
  #hear({ thought, done, error }) {
    const waiting = this.#waiting;
    if (!waiting) return;
    if (error !== undefined || !thought) {
      this.#giveUp(new EngineError(error ?? "The engine found nothing."));
    } else if (done) {
      this.#waiting = null;
      waiting.done(thought);
    } else {
      waiting.last = thought;
      waiting.told(thought);
    }
  }
}

/** A number for a level's chance. */
function seedByLot() {
  return crypto.getRandomValues(new BigUint64Array(1))[0] >> 2n;
}
