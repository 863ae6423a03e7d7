/** The WebSocket of a game: nothing that was asked for is lost when it drops. */

import { LastingSocket } from "./lasting-socket.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").GameChange} GameChange */
/** @typedef {import("../types").View} View */
/** @typedef {import("./keeper").LiveMessage} LiveMessage */
/** @typedef {import("../types").LiveRequest} LiveRequest */

export class LiveGame {
  /** A move that was sent and not yet answered. @type {{move: string, ply: number} | null} */
  #pending = null;
  #isFirst = true; // message of a new connection
  /** As it was sent last. @type {Game | null} */
  #game = null;

  /**
   * @param {number | string} id a game's number, or a link for watching one
   * @param {(message: LiveMessage) => void} onMessage
   * @param {(isOpen: boolean) => void} onConnection
   * @param {(why: string) => void} onGone the game is not there, or not this visitor's
   * @param {boolean} [thinks] for engines, when the server asks
   */
  constructor(id, onMessage, onConnection, onGone, thinks = false) {
    this.onMessage = onMessage;
    const isWatched = typeof id === "string";
    this.socket = new LastingSocket(isWatched ? "/api/watch/live" : `/api/games/${id}/live${thinks ? "?thinks=true" : ""}`, {
      // A link is no part of an address: those are written down on the way.
      greeting: isWatched ? { link: id } : undefined,
      opening: () => {
        this.#isFirst = true;
        this.#game = null;
      },
      message: (sent) => this.#hear(sent),
      connection: onConnection,
      gone: onGone,
    });
  }

  get isOpen() {
    return this.socket.isOpen;
  }

  /** @param {LiveRequest} request @returns {boolean} whether it could be sent */
  send(request) {
    return this.socket.send(request);
  }

  /**
   * A person's move, made after `ply` others. If the connection drops before the answer, it is sent again.
   * @param {string} move @param {number} ply
   */
  move(move, ply) {
    this.#pending = { move, ply };
    this.send({ do: "move", move });
  }

  close() {
    this.socket.close();
  }

  /** @param {import("../types").LiveMessage} sent */
  #hear(sent) {
    const isOfGame = sent.type === "change" || sent.type === "table";
    if (isOfGame && !this.#game) return;
    if (sent.type === "game") this.#game = sent.game;
    else if (sent.type === "change") this.#game = changed(/** @type {Game} */ (this.#game), sent.change);
    else if (sent.type === "table") this.#game = { .../** @type {Game} */ (this.#game), table: sent.table };
    const message = isOfGame ? /** @type {LiveMessage} */ ({ type: "game", game: this.#game }) : sent;
    this.onMessage(message);
    this.#settle(message, this.#isFirst);
    if (message.type === "game") this.#isFirst = false;
  }

  /** @param {LiveMessage} message @param {boolean} isFirst of a new connection */
  #settle(message, isFirst) {
    const pending = this.#pending;
    if (!pending || (message.type !== "game" && message.type !== "error")) return;
    const isUnheard = isFirst && message.type === "game" && message.game.moves.length === pending.ply;
    if (isUnheard && message.game.to_move === "human") this.send({ do: "move", move: pending.move });
    else this.#pending = null;
  }
}

/**
 * A game after a change.
 * @param {Game} game
 * @param {GameChange} change
 * @returns {Game}
 */
export function changed(game, { kept, moves, view, ...facts }) {
  return { ...game, ...facts, moves: [...game.moves.slice(0, kept), ...moves], view: changedView(game.view, view) };
}

/** @param {View} before @param {import("../types").ViewChange} change @returns {View} */
export function changedView(before, { cells, clicks, groups, ...facts }) {
  const possible = Object.entries({ ...before.clicks, ...clicks }).filter(([, clicked]) => clicked !== null);
  return {
    ...before,
    ...facts,
    clicks: /** @type {Record<string, number[]>} */ (Object.fromEntries(possible)),
    cells: before.cells.map((cell, index) => (index in cells ? { ...cell, content: cells[index] } : cell)),
    groups: before.groups.map((group, index) => (index in groups ? { ...group, ...groups[index] } : group)),
  };
}
