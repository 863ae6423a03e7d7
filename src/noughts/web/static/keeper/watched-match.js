/** A match that is looked on at, as the server tells of it: whole at first, and then what has changed. */

import { LastingSocket } from "./lasting-socket.js";
import { changedView } from "./live.js";

/** @typedef {import("../types").MatchMessage} Match */
/** @typedef {import("../types").ArenaMessage} ArenaMessage */

export class WatchedMatch {
  /** @type {Match | null} */
  #match = null;

  /**
   * @param {string} id
   * @param {import("./keeper").MatchHearer} hearer
   */
  constructor(id, hearer) {
    this.socket = new LastingSocket(`/api/arena/${encodeURIComponent(id)}/live`, {
      message: (/** @type {ArenaMessage} */ message) => {
        if (message.type === "match") this.#match = message;
        else if (this.#match) this.#match = matchAfter(this.#match, message);
        if (this.#match) hearer.match(this.#match);
      },
      connection: hearer.connection,
      gone: hearer.gone,
    });
  }

  close() {
    this.socket.close();
  }
}

/** @param {Match} match @param {import("../types").MatchChangeMessage} change @returns {Match} */
export function matchAfter(match, { games, standings, begun, boards }) {
  const places = [...match.boards];
  for (const [place, board] of Object.entries(begun)) places[Number(place)] = board;
  for (const [place, { view, ...facts }] of Object.entries(boards)) {
    const before = places[Number(place)];
    if (before) places[Number(place)] = { ...before, ...facts, view: changedView(before.view, view) };
  }
  return { ...match, games, standings: standings ?? match.standings, boards: places };
}
