/** The keeper of this page's games: `keeper.d.ts` says what one is. A page's entry chooses it, before anything is shown. */

/** @typedef {import("./keeper").Keeper} Keeper */

/** @type {Keeper | null} */
let chosen = null;

/** @param {Keeper} one */
export function useKeeper(one) {
  chosen = one;
}

/** @returns {Keeper} */
export function keeper() {
  if (!chosen) throw new Error("no keeper of games has been chosen");
  return chosen;
}

/** What a keeper could not do, in words that can be shown as they are. */
export class KeeperError extends Error {
  /** @param {string} message @param {boolean} [isFinal] whether it would be refused again */
  constructor(message, isFinal = true) {
    super(message);
    this.isFinal = isFinal;
  }
}
