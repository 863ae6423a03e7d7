/** <table-controls>: what friends do in their game: offers and answers, phrases, ends, the rematch. Fires "do" (detail: a
 * message for the server, or the name of an action of the page). */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").Table} Table */
/** @typedef {import("../types").LiveRequest} LiveRequest */
/** @typedef {"draw" | "takeback" | "rematch"} Kind */

/** @type {Record<Kind, string>} */
const OFFERED = { draw: "offers a draw", takeback: "asks to take a move back", rematch: "wants a rematch" };
/** @type {Record<Kind, string>} */
const WAITING = { draw: "You offer a draw", takeback: "You ask to take your move back", rematch: "You want a rematch" };

class TableControls extends LitElement {
  static properties = {
    game: { attribute: false },
    said: { attribute: false },
    toldAt: { attribute: false },
    reviewed: { attribute: false },
    isAnalysing: { attribute: false },
    phrases: { state: true },
    now: { state: true },
  };

  constructor() {
    super();
    /** @type {Game | null} */
    this.game = null;
    /** The last phrase. @type {{side: 0 | 1, phrase: string} | null} */
    this.said = null;
    this.toldAt = 0; // when the table was told of, by the clock of `performance.now()`
    /** Moves that a review under way has judged. @type {number | null} */
    this.reviewed = null;
    this.isAnalysing = false;
    /** @type {string[]} */
    this.phrases = [];
    this.now = performance.now();
    this.timer = 0;
    keeper()
      .friends?.()
      .then(
        ({ phrases }) => (this.phrases = phrases),
        () => {},
      );
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => (this.now = performance.now()), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** @param {LiveRequest | string} what */
  #fire(what) {
    this.dispatchEvent(new CustomEvent("do", { detail: what }));
  }

  /** @param {string} action @param {string} text @param {LiveRequest | string} what @param {boolean} [isPossible] */
  #button(action, text, what, isPossible = true) {
    const kind = action === "accept" || action === "rematch" || action === "claim" ? "primary" : "";
    return html`<button class=${kind} data-action=${action} ?disabled=${!isPossible} @click=${() => this.#fire(what)}>${text}</button>`;
  }

  render() {
    const game = this.game;
    const table = game?.table;
    if (!game || !table) return nothing;
    return html`<div class="table-news">
        <p role="status" aria-live="polite">${this.#news(game, table)}</p>
        ${this.#answers(game, table)}
      </div>
      <div class="controls" role="group" aria-label="Game">
        ${game.you === null ? nothing : game.result !== "*" ? this.#afterwards(game, table) : this.#meanwhile(game, table)}
        ${game.result !== "*" ? this.#advice() : nothing}
        ${table.free === null ? this.#button("copy-watch", "Copy link", "copy-watch") : nothing}
        <a class="button" data-action="new" href="#/friend">New game</a>
      </div>
      ${game.you !== null && table.free === null ? this.#phrases() : nothing}`;
  }

  /** @param {Game} game @param {Table} table */
  #news(game, table) {
    const parts = [];
    const { offer } = table;
    if (this.said) parts.push(html`<q>${this.said.phrase}</q> <span class="faint">${this.#name(game, this.said.side)}</span> `);
    if (offer && offer.side === game.you) parts.push(`${WAITING[offer.kind]}. `);
    else if (offer) parts.push(`${game.seats[offer.side].label} ${OFFERED[offer.kind]}. `);
    for (const side of /** @type {(0 | 1)[]} */ ([0, 1])) {
      const isGone = table.gone[side] !== null && table.free === null && game.result === "*" && side !== game.you;
      if (isGone) parts.push(`${game.seats[side].label} is not here just now. `);
    }
    if (game.you === null) parts.push("You are watching. ");
    return parts;
  }

  /** @param {Game} game @param {0 | 1} side */
  #name(game, side) {
    return side === game.you ? "you" : game.seats[side].label;
  }

  /** @param {Game} game @param {Table} table */
  #answers(game, table) {
    if (game.you === null || !table.offer) return nothing;
    if (table.offer.side === game.you) return this.#button("withdraw", "Take it back", { do: "decline" });
    return html`${this.#button("accept", "Accept", { do: "accept" })} ${this.#button("decline", "Decline", { do: "decline" })}`;
  }

  /** @param {Game} game @param {Table} table */
  #meanwhile(game, table) {
    if (table.free !== null) return this.#button("abort", "Withdraw", "abort");
    const isOpen = table.offer === null;
    const mine = game.moves.some((move) => move.mover === game.you);
    const other = game.you === 0 ? 1 : 0;
    const gone = table.gone[other];
    const goneFor = gone === null ? 0 : gone + Math.max(0, this.now - this.toldAt) / 1000;
    return html`${
      table.can_abort ? this.#button("abort", "Abort", "abort") : this.#button("resign", "Resign", "resign")
    }
    ${this.#button("offer-draw", "Offer draw", { do: "offer", what: "draw" }, isOpen && !table.can_abort)}
    ${this.#button("takeback", "Take back", { do: "offer", what: "takeback" }, isOpen && mine)}
    ${goneFor >= table.gone_for && game.is_counting ? this.#button("claim", "Claim the win", { do: "claim" }) : nothing}`;
  }

  /** @param {Game} game @param {Table} table */
  #afterwards(game, table) {
    const { reviewed } = this;
    return html`${
      table.next === null
        ? this.#button("rematch", "Rematch", { do: "offer", what: "rematch" }, table.offer === null)
        : html`<a class="button primary" data-action="next" href="#/game/${table.next}">To the rematch</a>`
    }
    ${
      reviewed === null
        ? this.#button("review", "Review", "review", game.moves.length > 0)
        : this.#button("end-review", `Stop review (${reviewed} of ${game.moves.length})`, "end-review")
    }`;
  }

  #advice() {
    return html`<button data-action="analyse" aria-pressed=${this.isAnalysing ? "true" : "false"} @click=${() => this.#fire("analyse")}>
      Analysis
    </button>`;
  }

  #phrases() {
    return html`<div class="phrases" role="group" aria-label="Say something">
      ${this.phrases.map(
        (phrase, index) => html`<button class="quiet small" data-phrase=${index} @click=${() => this.#fire({ do: "say", phrase: index })}>${phrase}</button>`,
      )}
    </div>`;
  }
}

customElements.define("table-controls", TableControls);
