/** <game-players>: who plays, what each of them has left, and how long they have thought. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { clock } from "../words/wording.js";
import { signOf } from "../words/symbols.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").Counter} Counter */

export class GamePlayers extends LitElement {
  static properties = {
    game: { attribute: false },
    counters: { attribute: false },
    countedAt: { attribute: false },
    isRunning: { attribute: false },
    now: { state: true },
  };

  constructor() {
    super();
    /** @type {Game | null} */
    this.game = null;
    /** Of the position that is looked at. @type {Counter[]} */
    this.counters = [];
    this.countedAt = 0; // when the server counted the time used, by the clock of `performance.now()`
    this.isRunning = true; // whether time passes for whoever is to move
    this.now = 0; // moves on every second
    this.timer = 0;
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

  render() {
    const game = this.game;
    if (!game) return nothing;
    return html`<section class="players" aria-label="Players">
      <p class="title"><strong>${game.title}</strong> <a href="#/rules/${encodeURIComponent(game.game)}">rules</a>
        ${this.#counters(null)}
      </p>
      ${/** @type {(0 | 1)[]} */ ([0, 1]).map((side) => this.#player(game, side))}
    </section>`;
  }

  /** @param {Game} game @param {0 | 1} side */
  #player(game, side) {
    const seat = game.seats[side];
    const people = game.seats.filter((one) => one.kind === "human").length;
    const name = seat.choice?.kind !== "human" ? seat.label : people === 2 ? ["First player", "Second player"][side] : "You";
    const mark = game.marks[side];
    const isWinner = game.view.outcome?.winner === side;
    return html`<div class="player ${game.turn === side ? "to-move" : ""}">
      <span class="badge ${mark.toLowerCase()}">${signOf(mark)}</span>
      <span class="name">${name}${isWinner ? html` <span class="winner">won</span>` : nothing}</span>
      ${this.#counters(side)}
      <span class="time" aria-label="time used">${clock(this.#secondsUsed(game, side))}</span>
    </div>`;
  }

  /** @param {0 | 1 | null} player null for what both share */
  #counters(player) {
    const shown = this.counters.filter((counter) => counter.player === player);
    return shown.map(({ name, value }) => html`<span class="counter">${name} <b>${value}</b></span>`);
  }

  /** @param {Game} game @param {0 | 1} side */
  #secondsUsed(game, side) {
    const isRunning = this.isRunning && game.turn === side;
    return game.seconds_used[side] + (isRunning ? Math.max(0, this.now - this.countedAt) / 1000 : 0);
  }
}

customElements.define("game-players", GamePlayers);
