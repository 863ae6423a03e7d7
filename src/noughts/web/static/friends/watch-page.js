/** <watch-page>: games of people here who allow everybody to watch. */

import { LitElement, html } from "../vendor/lit.js";
import "../game/play-page.js"; // where a game is watched
import { complain } from "../frame/notices.js";
import { keeper } from "../keeper/chosen.js";
import { counted } from "../words/wording.js";
import { symbolOf } from "../words/symbols.js";
import { clockWords } from "./names.js";

/** @typedef {import("../types").WatchedGame} WatchedGame */

const EVERY = 5000; // ms

class WatchPage extends LitElement {
  static properties = { games: { state: true } };

  constructor() {
    super();
    /** @type {WatchedGame[] | null} */
    this.games = null;
    this.timer = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#look();
    this.timer = setInterval(() => document.hidden || this.#look(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async #look() {
    try {
      this.games = (await keeper().watched?.()) ?? [];
    } catch (error) {
      complain(error);
    }
  }

  render() {
    const { games } = this;
    return html`<div class="page">
      <div class="head"><h1>Watch</h1><a href="#/friend">Play a friend</a></div>
      ${
        !games
          ? html`<p class="faint">Looking…</p>`
          : games.length
            ? html`<ul class="game-list">${games.map((game) => this.#row(game))}</ul>`
            : html`<p>Nobody plays here just now for others to watch.</p>`
      }
    </div>`;
  }

  /** @param {WatchedGame} game */
  #row(game) {
    const names = game.names.map((name, side) => `${symbolOf(game.marks[side])} ${name}`);
    return html`<li class="panel game-row">
      <div class="what">
        <strong>${game.title}</strong>
        <p class="faint">${[...names, counted(game.plies, "move"), clockWords(game.clock)].join(" · ")}</p>
      </div>
      <div class="row"><a class="button small" href="#/watch/${game.watch}" aria-label="Watch ${game.names.join(" and ")}">Watch</a></div>
    </li>`;
  }
}

customElements.define("watch-page", WatchPage);
