/**
 * The engine in the page as an adviser: hints, reviews and analyses on one Web Worker, one at a time. An analysis goes on for as
 * long as it is wanted; what is asked meanwhile comes first, and then it begins again.
 */

/** @typedef {import("./runtime").Thinker} Thinker */
/** @typedef {import("./runtime").Thought} Thought */
/** @typedef {{asked: {moves: string[], lines: number, time?: number}, told: (thought: Thought) => void, resolve: () => void, reject: (error: unknown) => void}} Wanted */

export class Adviser {
  /** @type {Thinker | null} */
  #thinker = null;
  /** @type {(() => Promise<void>)[]} */
  #questions = [];
  /** An analysis that is wanted, until it is done. @type {Wanted | null} */
  #wanted = null;
  #isAtWork = false;
  #isAnalysing = false;
  #isEnded = false;

  /** @param {() => Thinker} begin a worker, when one is first needed */
  constructor(begin) {
    this.begin = begin;
  }

  /** One thought, before any analysis. @param {string[]} moves @param {number} time seconds @returns {Promise<Thought>} */
  think(moves, time) {
    return new Promise((resolve, reject) => {
      const ask = () => this.#worker().analyse({ moves, lines: 1, time }, () => {});
      this.#questions.push(() => ask().then(resolve, (error) => this.#fail(error, reject)));
      this.#goOn();
    });
  }

  /**
   * Analyse from now on, instead of what was analysed before.
   * @param {{moves: string[], lines: number, time?: number} | null} asked null: nothing
   * @param {(thought: Thought) => void} [told] as it goes on, and at the end
   * @returns {Promise<void>} until it is done, or no longer wanted
   */
  analyse(asked, told = () => {}) {
    return new Promise((resolve, reject) => {
      this.#wanted?.resolve();
      this.#wanted = asked && { asked, told, resolve, reject };
      if (!asked) resolve();
      this.#goOn();
    });
  }

  end() {
    this.#isEnded = true;
    this.#thinker?.end();
  }

  /** A worker that failed is not asked again. @param {unknown} error @param {(error: unknown) => void} reject */
  #fail(error, reject) {
    this.#thinker?.end();
    this.#thinker = null;
    reject(error);
  }

  #worker() {
    this.#thinker ??= this.begin();
    return this.#thinker;
  }

  async #goOn() {
    if (this.#isAtWork) {
      if (this.#isAnalysing) this.#thinker?.stop();
      return;
    }
    this.#isAtWork = true;
    while (!this.#isEnded) {
      const [question, wanted] = [this.#questions.shift(), this.#wanted];
      if (question) {
        await question();
        await new Promise((resolve) => setTimeout(resolve)); // whoever asks one after another has asked again by then
      } else if (wanted) await this.#serve(wanted);
      else break;
    }
    this.#isAtWork = false;
  }

  /** @param {Wanted} wanted */
  async #serve(wanted) {
    const isWanted = () => wanted === this.#wanted;
    this.#isAnalysing = true;
    try {
      const thought = await this.#worker().analyse(wanted.asked, (found) => isWanted() && wanted.told(found));
      if (isWanted()) wanted.told(thought);
      if (this.#questions.length) return; // it was stopped for them, and goes on when they are answered
      wanted.resolve();
    } catch (error) {
      this.#fail(error, wanted.reject);
    } finally {
      this.#isAnalysing = false;
    }
    if (isWanted()) this.#wanted = null;
  }
}
