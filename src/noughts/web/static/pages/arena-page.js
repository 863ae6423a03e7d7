/** <arena-page>: matches and tournaments of this machine: standings, boards as they are played, and games to step through. */

import { LitElement, html, nothing, svg } from "../vendor/lit.js";
import { drawThumbnail } from "../board/drawing.js";
import { complain } from "../frame/notices.js";
import { positionLink } from "../frame/router.js";
import { keeper } from "../keeper/chosen.js";
import { withSymbols } from "../words/symbols.js";
import { counted, when } from "../words/wording.js";

/** @typedef {import("../types").Match} Match */
/** @typedef {import("../types").MatchNow} MatchNow */
/** @typedef {import("../types").MatchGame} MatchGame */
/** @typedef {import("../types").PlayerRating} PlayerRating */

const EVERY = 1500; // ms between looks
const PAGE = 50; // games that the server tells at once
const [WIDTH, ROW, NAMES, NUMBERS] = [760, 24, 220, 80]; // of the plot of ratings

export class ArenaPage extends LitElement {
  static properties = {
    name: { attribute: false },
    all: { state: true },
    match: { state: true },
    games: { state: true },
    hasMore: { state: true },
  };

  constructor() {
    super();
    /** Of the match that is shown; empty: the latest. */
    this.name = "";
    /** @type {Match[] | null} */
    this.all = null;
    /** @type {MatchNow | null} */
    this.match = null;
    /** @type {MatchGame[]} */
    this.games = [];
    this.hasMore = false;
    this.timer = 0;
    this.looks = 0;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.looks += 1;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("name")) return;
    this.match = null;
    this.games = [];
    this.#look(++this.looks);
  }

  /** @param {number} look the last one goes on */
  async #look(look) {
    clearTimeout(this.timer);
    try {
      if (!document.hidden || !this.all) {
        if (!this.name || !this.all) this.all = (await keeper().matches?.()) ?? [];
        const name = this.name || this.all[0]?.name;
        const match = name ? ((await keeper().match?.(name)) ?? null) : null;
        if (look !== this.looks) return;
        const isOther = match?.name !== this.match?.name || match?.games !== this.match?.games;
        this.match = match;
        // Whoever has asked for more reads there.
        if (match && isOther && this.games.length <= PAGE) await this.#more(true);
      }
    } catch (error) {
      complain(error);
    }
    if (look === this.looks) this.timer = setTimeout(() => this.#look(look), EVERY);
  }

  /** @param {boolean} anew from the latest game on */
  async #more(anew) {
    const { match } = this;
    if (!match) return;
    const before = anew ? [] : this.games;
    const found = (await keeper().matchGames?.(match.name, before.length)) ?? [];
    if (match.name !== this.match?.name) return;
    this.games = [...new Map([...before, ...found].map((game) => [game.number, game])).values()];
    this.hasMore = found.length === PAGE;
  }

  render() {
    const { match, all } = this;
    if (!all) return html`<div class="page"><h1>The arena</h1><p class="faint">Looking…</p></div>`;
    if (!match) {
      return html`<div class="page"><h1>The arena</h1>
        <p>Nothing has been played yet. A match is begun in the terminal, by <code>noughts match</code>.</p></div>`;
    }
    return html`<div class="page arena">
      <h1>${match.players.join(" – ")} in ${match.game}</h1>
      <p class="faint" role="status">${match.games ? `${counted(match.games, "game")}, the last ${when(match.changed)}` : "No game has ended yet"}</p>
      ${this.#boards(match)} ${this.#table(match)} ${this.#ratings(match.ratings)} ${this.#games()} ${this.#others(match, all)}
    </div>`;
  }

  /** @param {MatchNow} match */
  #boards({ boards }) {
    if (!boards.length) return nothing;
    return html`<h2>On the boards</h2>
      <ul class="boards">
        ${boards.map(
          ({ players, plies, view }) => html`<li class="panel">
            <div class="picture" role="img" aria-label="${players.join(" against ")} after ${counted(plies, "move")}">${drawThumbnail(view)}</div>
            <p>${players.join(" – ")} <span class="faint">${counted(plies, "move")}</span></p>
          </li>`,
        )}
      </ul>`;
  }

  /** Wider than a phone it scrolls by itself, by keyboard too. @param {MatchNow} match */
  #table({ head, rows }) {
    return html`<div class="table-frame" tabindex="0" role="region" aria-label="Standings">
      <table>
        <thead><tr>${head.map((word) => (word ? html`<th>${word}</th>` : html`<td></td>`))}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((word) => html`<td>${word}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
  }

  /** A line for each player with the interval in which its rating lies. @param {PlayerRating[]} ratings */
  #ratings(ratings) {
    const known = ratings.filter(({ error }) => error !== null);
    if (known.length < 2) return nothing;
    const ends = known.flatMap(({ value, error }) => [value - (error ?? 0), value + (error ?? 0)]);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const x = (/** @type {number} */ value) => NAMES + ((WIDTH - NAMES - NUMBERS) * (value - low)) / (high - low || 1);
    return html`<div class="table-frame" tabindex="0" role="region" aria-label="Ratings">
      <figure>
        <figcaption>Ratings and their errors</figcaption>
        <svg viewBox="0 0 ${WIDTH} ${ROW * (known.length + 1)}" role="img" aria-label="Ratings and their errors">
          ${known.map(({ player, value, error }, index) => {
            const y = ROW * (index + 1);
            return svg`<text x="2" y=${y + 4}>${player}</text>
              <line x1=${x(value - (error ?? 0))} x2=${x(value + (error ?? 0))} y1=${y} y2=${y} stroke-width="3"></line>
              <circle cx=${x(value)} cy=${y} r="5"></circle>
              <text x=${WIDTH - 60} y=${y + 4}>${value > 0 ? "+" : ""}${Math.round(value)}</text>`;
          })}
        </svg>
      </figure>
    </div>`;
  }

  #games() {
    if (!this.games.length) return nothing;
    return html`<h2>Games</h2>
      <ol class="match-games">
        ${this.games.map((game) => html`<li>${this.#game(game)}</li>`)}
      </ol>
      ${this.hasMore ? html`<button data-action="more" @click=${() => this.#more(false).catch(complain)}>More</button>` : nothing}`;
  }

  /** @param {MatchGame} game */
  #game({ number, players, result, reason, game, position, moves }) {
    const words = `${number}. ${players.join(" – ")} ${result}`;
    const more = html`<span class="faint">${withSymbols(reason)}, ${counted(moves.length, "move")}</span>`;
    if (game === null) return html`${words} ${more}`;
    return html`<a href=${positionLink(game, position, moves, ["X", "O"])}>${words}</a> ${more}`;
  }

  /** @param {Match} shown @param {Match[]} matches */
  #others(shown, matches) {
    const others = matches.filter(({ name }) => name !== shown.name);
    if (!others.length) return nothing;
    return html`<h2>Other matches</h2>
      <ul class="journals">
        ${others.map(
          ({ name, players, game, games }) =>
            html`<li><a href="#/arena/${name}">${players.join(" – ")} in ${game}</a> <span class="faint">${counted(games, "game")}</span></li>`,
        )}
      </ul>`;
  }
}

customElements.define("arena-page", ArenaPage);
