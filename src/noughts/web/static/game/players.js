/** <game-players>: who plays, what each of them has left, and how long they have thought. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { countdown } from "../friends/names.js";
import { clock } from "../words/wording.js";
import { signOf } from "../words/symbols.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").Counter} Counter */

const LOW = 20; // seconds left that are shown as few
const [SLOW, QUICK] = [1000, 100]; // ms between looks at the clock: one that runs down is looked at more often

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
    this.#tick();
  }

  #tick() {
    this.now = performance.now();
    this.timer = setTimeout(() => this.#tick(), this.game?.is_counting ? QUICK : SLOW);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
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
      <span class="name">${name}${game.table && game.you === side ? html` <span class="away">(you)</span>` : nothing}${isWinner ? html` <span class="winner">won</span>` : nothing}</span>
      ${this.#counters(side)}
      ${isAway(game, side) ? html`<span class="away">away</span>` : nothing}
      ${
        game.seconds_left
          ? this.#left(game, side, game.seconds_left[side])
          : html`<span class="time" aria-label="time used">${clock(this.#secondsUsed(game, side))}</span>`
      }
    </div>`;
  }

  /** @param {Game} game @param {0 | 1} side @param {number} counted */
  #left(game, side, counted) {
    const isRunning = this.isRunning && game.is_counting && game.turn === side;
    const left = Math.max(0, counted - (isRunning ? Math.max(0, this.now - this.countedAt) / 1000 : 0));
    return html`<span class="time countdown ${left < LOW ? "low" : ""}" role="timer" aria-label="time left">${countdown(left)}</span>`;
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

/** Whether a friend is not there just now. @param {Game} game @param {0 | 1} side */
function isAway({ table, result }, side) {
  return table !== null && table.gone[side] !== null && table.free !== side && result === "*";
}

customElements.define("game-players", GamePlayers);
