/** Keys of a page with a board: what the page's parts do with one, and `b` for the board itself. */

import { Part } from "./part.js";

export class BoardKeys extends Part {
  /**
   * @param {import("../vendor/lit.js").LitElement} host
   * @param {...(key: string) => boolean} takers each says whether it was a key of its own
   */
  constructor(host, ...takers) {
    super(host);
    this.takers = takers;
  }

  hostConnected() {
    document.addEventListener("keydown", this.#onKeyDown);
  }

  hostDisconnected() {
    document.removeEventListener("keydown", this.#onKeyDown);
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown = (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const isTyping = target.matches("input, select, textarea") || document.querySelector("dialog[open]");
    if (isTyping || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.#toBoard(event.key) || this.takers.some((taker) => taker(event.key))) event.preventDefault();
  };

  /** @param {string} key */
  #toBoard(key) {
    if (key === "b") /** @type {SVGElement | null} */ (this.host.querySelector(".cell[tabindex='0']"))?.focus();
    return key === "b";
  }
}
