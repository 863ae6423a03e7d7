/** <arena-match>: a match to look on at: boards that are being played, standings, and the games that were. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import { keeper } from "../keeper/chosen.js";
import { complain } from "../frame/notices.js";
import { arenaLink } from "../frame/router.js";
import { symbolOf, withSymbols } from "../words/symbols.js";
import { capital, counted } from "../words/wording.js";
import { playersInWords, resultInWords } from "./arena-words.js";

/** @typedef {import("../types").ArenaBoard} ArenaBoard */
/** @typedef {import("../types").ArenaGame} ArenaGame */
/** @typedef {import("../types").ArenaStandings} ArenaStandings */
/** @typedef {import("../types").MatchMessage} MatchMessage */

const PAGE = 50; // games that are asked for at once
const PAUSE = 1500; // ms between looks at the games that have ended
const NUMBERED = 7; // columns of the table before those against each

export class ArenaMatch extends LitElement {
  static properties = {
    match: { attribute: false },
    isByItself: { attribute: false },
    told: { state: true },
    games: { state: true },
    missing: { state: true },
  };

  constructor() {
    super();
    this.match = "";
    this.isByItself = false; // and not above a list of all matches
    /** @type {MatchMessage | null} */
    this.told = null;
    /** The last ones first. @type {ArenaGame[]} */
    this.games = [];
    this.wanted = PAGE; // games in the list
    this.isHeard = true;
    /** @type {string | null} */
    this.missing = null;
    /** @type {{close(): void} | undefined} */
    this.watched = undefined;
    this.timer = 0;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#leave();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("match")) this.#join();
  }

  #leave() {
    this.watched?.close();
    clearTimeout(this.timer);
    this.timer = 0;
  }

  #join() {
    this.#leave();
    this.told = null;
    this.missing = null;
    this.games = [];
    this.wanted = PAGE;
    const { match } = this;
    this.watched = keeper().watchMatch?.(match, {
      match: (told) => {
        this.told = told;
        this.#lookAtGames();
      },
      connection: (isOpen) => {
        this.isHeard = isOpen;
        this.requestUpdate();
      },
      gone: (why) => (this.missing = why),
    });
  }

  /** Asks for games that have ended, not more often than somebody can read. */
  #lookAtGames() {
    if (this.timer || (this.games[0]?.number ?? 0) === this.told?.games) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.#lookAtGames();
    }, PAUSE);
    this.#load(null);
  }

  /** Games before that of a number, or the last ones. @param {number | null} before */
  async #load(before) {
    const { match } = this;
    try {
      const found = (await keeper().matchGames?.(match, before, PAGE)) ?? [];
      if (match !== this.match) return;
      const all = new Map([...this.games, ...found].map((game) => [game.number, game]));
      const sorted = [...all.values()].sort((one, other) => other.number - one.number);
      // So many have ended at once that there is a gap: the list begins anew.
      const isWhole = sorted.every((game, at) => game.number === sorted[0].number - at);
      this.games = (isWhole ? sorted : found).slice(0, this.wanted);
    } catch (error) {
      complain(error);
    }
  }

  #more() {
    this.wanted += PAGE;
    this.#load(this.games.at(-1)?.number ?? null);
  }

  render() {
    const { told } = this;
    if (this.missing) {
      return html`<div class="page"><h1>${capital(this.missing)}</h1><p><a href="#/arena">All matches</a></p></div>`;
    }
    if (!told) return html`<div class="page arena"><h1>The arena</h1><p class="faint">Looking…</p></div>`;
    const isPlayed = told.boards.some((board) => board.number === null && board.result === "*" && !board.reason);
    return html`<div class="page arena ${told.boards.length === 1 && told.games ? "single" : ""}">
      <div class="head">
        <h1>${playersInWords(told.players, 0)}</h1>
        <p class="faint">
          ${told.title} · ${counted(told.games, "game")} played ${isPlayed ? html`<span class="tag open">being played</span>` : nothing}
          ${this.isByItself ? html`<a href="#/arena">All matches</a>` : nothing}
        </p>
        <p class="faint" role="status">${this.isHeard ? nothing : "The server does not answer; trying again…"}</p>
      </div>
      ${this.#boards(told)} ${told.games ? html`${this.#standings(told.standings)} ${this.#list(told)}` : nothing}
    </div>`;
  }

  /** @param {MatchMessage} told */
  #boards({ boards, shows_boards }) {
    if (!shows_boards) {
      return html`<p>The boards of this game are not shown here: the server knows its file only by
        <code>noughts serve --game FILE</code>.</p>`;
    }
    if (!boards.length) return nothing;
    return html`<section class="boards-part" aria-labelledby="boards">
      <h2 id="boards">Boards</h2>
      <div class="arena-boards ${boards.length > 4 ? "many" : ""}">${boards.map((board, place) => this.#board(board, place))}</div>
    </section>`;
  }

  /** @param {ArenaBoard} board @param {number} place */
  #board({ view, players, plies, move, result, reason, number }, place) {
    const isOver = result !== "*" || reason !== "";
    const words = isOver
      ? `${resultInWords(result)} ${withSymbols(reason)}`
      : move === null
        ? "no move yet"
        : `${plies}. ${move}`;
    return html`<article class="panel arena-board ${isOver ? "over" : ""}" aria-label="Board ${place + 1}">
      ${players.map(
        (name, side) => html`<p class="player ${view.turn === side && !isOver ? "to-move" : ""}">
          <span class="badge ${view.marks[side].toLowerCase()}">${symbolOf(view.marks[side])}</span>
          <span class="name" title=${name}>${name}</span>
        </p>`,
      )}
      <noughts-board .view=${view} .isCompact=${true}></noughts-board>
      <p class="faint words" title=${words}>
        ${number ? html`<a href=${arenaLink(this.match, number)} aria-label="Replay game ${number}">${words}</a>` : words}
      </p>
    </article>`;
  }

  /** @param {ArenaStandings} standings */
  #standings({ head, rows, defaults }) {
    return html`<section aria-labelledby="standings">
      <h2 id="standings">Standings</h2>
      <div class="table-frame" tabindex="0" role="region" aria-label="Cross table">
        <table>
          <thead>
            <tr>${head.map((word, at) => (word ? html`<th scope="col" class=${at > 1 ? "figure" : ""}>${capital(word)}</th>` : html`<td></td>`))}</tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) => html`<tr>
                ${row.map((word, at) =>
                  at === 1
                    ? html`<th scope="row" class="name">${word}</th>`
                    : html`<td class="figure ${at >= NUMBERED ? "faint" : ""}">${word}</td>`,
                )}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${defaults.some(Boolean) ? html`<p class="faint defaults">${defaults.join("\n").trim()}</p>` : nothing}
    </section>`;
  }

  /** @param {MatchMessage} told */
  #list(told) {
    const { games } = this;
    const isMore = (games.at(-1)?.number ?? 1) > 1;
    return html`<section aria-labelledby="games">
      <h2 id="games">Games</h2>
      <ul class="arena-list">${games.map((game) => this.#game(game))}</ul>
      ${isMore ? html`<p><button data-action="more" @click=${this.#more}>More</button> <span class="faint">${games.length} of ${told.games}</span></p>` : nothing}
    </section>`;
  }

  /** @param {ArenaGame} game */
  #game({ number, players, result, plies, reason, forfeit }) {
    return html`<li>
      <a href=${arenaLink(this.match, number)} data-game=${number}>
        <span class="number">${number}</span>
        <span class="who">${players[0]} – ${players[1]}</span>
        <span class="tag ${forfeit ? "open" : ""}">${resultInWords(result)}</span>
        <span class="faint">${counted(plies, "move")} · ${withSymbols(reason)}</span>
      </a>
    </li>`;
  }
}

customElements.define("arena-match", ArenaMatch);
