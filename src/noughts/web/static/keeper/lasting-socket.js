/** A WebSocket that opens itself again whenever it drops. */

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const NOT_YOURS = 4404; // the server's code for closing

/**
 * @typedef {object} Listener
 * @property {() => void} [opening] a connection is tried, the first one or another
 * @property {unknown} [greeting] what is sent first on each connection
 * @property {(message: any) => void} message
 * @property {(isOpen: boolean) => void} connection
 * @property {(why: string) => void} gone what was asked for is not there, or not this visitor's
 */

export class LastingSocket {
  #closed = false;
  #wait = SHORTEST_WAIT;
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;

  /** @param {string} path @param {Listener} listener */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.isOpen = false;
    // Coming back from sleep or from a dead network, nobody wants to wait for the back-off.
    addEventListener("online", this.#retryNow);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#open();
  }

  /** @param {unknown} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
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
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.#socket = socket;
    this.listener.opening?.();
    if (this.listener.greeting) socket.onopen = () => socket.send(JSON.stringify(this.listener.greeting));
    socket.onmessage = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      this.#wait = SHORTEST_WAIT;
      if (!this.isOpen) {
        this.isOpen = true;
        this.listener.connection(true);
      }
      this.listener.message(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      if (event.code === NOT_YOURS) {
        this.listener.gone(event.reason);
        return;
      }
      this.isOpen = false;
      this.listener.connection(false);
      this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  #retryNow = () => {
    if (this.#closed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#wait = SHORTEST_WAIT;
    this.#open();
  };
}
