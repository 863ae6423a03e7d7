/**
 * <noughts-board>: a board of a site of Noughts in any other page, such as a lesson:
 *
 *   <script src="https://example.org/noughts/noughts-board.js"></script>
 *   <noughts-board game="ultimate" level="hard" moves="5.5,5.1" can="undo new"></noughts-board>
 *
 * `game` is one of the site's. Without a `level` both sides are played by whoever is there; with one, the engine has the side
 * that `side` ("first" or "second") leaves, or that is not to move. `can` names the buttons below the board, `first` the mark
 * of who moves first. It fires "change" (detail: game, moves, turn, result) after each move.
 */

// No module: those are not loaded from elsewhere unless the host sends special headers.
const SITE = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
const PASSED_ON = ["level", "side", "first", "can"];

class FramedBoard extends HTMLElement {
  static observedAttributes = ["game", "moves", ...PASSED_ON];
  #frame = document.createElement("iframe");

  connectedCallback() {
    this.#frame.style.cssText = "display: block; width: 100%; border: 0";
    this.replaceChildren(this.#frame);
    addEventListener("message", this.#onMessage);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#onMessage);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }

  #show() {
    const [game, moves] = [this.getAttribute("game") ?? "", this.getAttribute("moves") ?? ""];
    const parameters = new URLSearchParams();
    for (const name of PASSED_ON) {
      const value = this.getAttribute(name);
      if (value) parameters.set(name, value);
    }
    const address = new URL(SITE);
    address.hash = `#/embed/${encodeURIComponent(game)}/${moves.replace(/\s+/g, "")}?${parameters}`;
    this.#frame.title = `Board: ${game}`;
    if (this.#frame.src !== address.href) this.#frame.src = address.href;
  }

  /** @param {MessageEvent} event */
  #onMessage = (event) => {
    if (event.source !== this.#frame.contentWindow || event.origin !== SITE.origin) return;
    const { noughts, ...detail } = event.data ?? {};
    if (noughts === "height") this.#frame.style.height = `${Number(detail.height) || 0}px`;
    else if (noughts === "game") this.dispatchEvent(new CustomEvent("change", { detail }));
  };
}

customElements.define("noughts-board", FramedBoard);
