/** The WebSocket of a game: it opens itself again whenever it drops, and nothing that was asked for is lost. */

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").GameChange} GameChange */
/** @typedef {import("./keeper").LiveMessage} LiveMessage */
/** @typedef {import("../types").LiveRequest} LiveRequest */

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const NOT_YOURS = 4404; // the server's code for closing

export class LiveGame {
  #closed = false;
  #wait = SHORTEST_WAIT;
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  /** A move that was sent and not yet answered. @type {{move: string, ply: number} | null} */
  #pending = null;

  /**
   * @param {number | string} id a game's number, or a link for watching one
   * @param {(message: LiveMessage) => void} onMessage
   * @param {(isOpen: boolean) => void} onConnection
   * @param {(why: string) => void} onGone the game is not there, or not this visitor's
   * @param {boolean} [thinks] for engines, when the server asks
   */
  constructor(id, onMessage, onConnection, onGone, thinks = false) {
    this.id = id;
    this.thinks = thinks;
    this.onMessage = onMessage;
    this.onConnection = onConnection;
    this.onGone = onGone;
    this.isOpen = false;
    // Coming back from sleep or from a dead network, nobody wants to wait for the back-off.
    addEventListener("online", this.#retryNow);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#open();
  }

  /** @param {LiveRequest} request @returns {boolean} whether it could be sent */
  send(request) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
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
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#retryNow);
    document.removeEventListener("visibilitychange", this.#retryNow);
    this.#socket?.close();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const isWatched = typeof this.id === "string";
    const place = isWatched ? "watch/live" : `games/${this.id}/live${this.thinks ? "?thinks=true" : ""}`;
    const socket = new WebSocket(`${scheme}://${location.host}/api/${place}`);
    // A link is no part of an address: those are written down on the way.
    if (isWatched) socket.onopen = () => socket.send(JSON.stringify({ link: this.id }));
    this.#socket = socket;
    let isFirst = true;
    /** As it was sent last. @type {Game | null} */
    let game = null;
    socket.onmessage = (event) => {
      if (this.#closed) return;
      /** @type {import("../types").LiveMessage} */
      const sent = JSON.parse(event.data);
      if ((sent.type === "change" || sent.type === "table") && !game) return;
      if (sent.type === "game") game = sent.game;
      else if (sent.type === "change") game = changed(/** @type {Game} */ (game), sent.change);
      else if (sent.type === "table") game = { .../** @type {Game} */ (game), table: sent.table };
      const isOfGame = sent.type === "change" || sent.type === "table";
      const message = isOfGame ? { type: /** @type {const} */ ("game"), game: /** @type {Game} */ (game) } : sent;
      this.#wait = SHORTEST_WAIT;
      if (!this.isOpen) {
        this.isOpen = true;
        this.onConnection(true);
      }
      this.onMessage(message);
      this.#settle(message, isFirst);
      if (message.type === "game") isFirst = false;
    };
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      if (event.code === NOT_YOURS) {
        this.onGone(event.reason);
        return;
      }
      this.isOpen = false;
      this.onConnection(false);
      this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  /** @param {LiveMessage} message @param {boolean} isFirst of a new connection */
  #settle(message, isFirst) {
    const pending = this.#pending;
    if (!pending || (message.type !== "game" && message.type !== "error")) return;
    const isUnheard = isFirst && message.type === "game" && message.game.moves.length === pending.ply;
    if (isUnheard && message.game.to_move === "human") this.send({ do: "move", move: pending.move });
    else this.#pending = null;
  }

  #retryNow = () => {
    if (this.#closed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#wait = SHORTEST_WAIT;
    this.#open();
  };
}

/**
 * A game after a change.
 * @param {Game} game
 * @param {GameChange} change
 * @returns {Game}
 */
export function changed(game, { kept, moves, view, ...facts }) {
  const { cells, clicks, groups, ...rest } = view;
  const possible = Object.entries({ ...game.view.clicks, ...clicks }).filter(([, clicked]) => clicked !== null);
  return {
    ...game,
    ...facts,
    moves: [...game.moves.slice(0, kept), ...moves],
    view: {
      ...game.view,
      ...rest,
      clicks: /** @type {Record<string, number[]>} */ (Object.fromEntries(possible)),
      cells: game.view.cells.map((cell, index) => (index in cells ? { ...cell, content: cells[index] } : cell)),
      groups: game.view.groups.map((group, index) => (index in groups ? { ...group, ...groups[index] } : group)),
    },
  };
}
