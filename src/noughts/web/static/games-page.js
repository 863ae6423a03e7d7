/** <games-page>: the visitor's games: to go on with, to look at, to take away. */

import { LitElement, html, nothing } from "./vendor/lit.js";
import { fetchTitles, request } from "./api.js";
import { ask } from "./dialogs.js";
import { choice, select } from "./fields.js";
import { complain, notify } from "./notices.js";
import { gameLink } from "./router.js";
import { counted, when } from "./wording.js";

/** @typedef {import("./types").GameSummary} GameSummary */

const LIMIT = 100;
const FORMATS = ["pgn", "sgf", "psq"];

export class GamesPage extends LitElement {
  static properties = {
    games: { state: true },
    which: { state: true },
    game: { state: true },
    titles: { state: true },
  };

  constructor() {
    super();
    /** @type {GameSummary[] | null} */
    this.games = null;
    this.which = "all";
    this.game = "";
    /** @type {Map<string, string>} */
    this.titles = new Map();
    fetchTitles().then((titles) => (this.titles = titles), complain);
    this.#load();
  }

  createRenderRoot() {
    return this;
  }

  async #load() {
    const query = new URLSearchParams({ limit: `${LIMIT}` });
    if (this.which !== "all") query.set("finished", `${this.which === "finished"}`);
    try {
      this.games = await request("GET", `/api/games?${query}`);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GameSummary} game */
  async #delete(game) {
    if (!(await ask(`Delete game ${game.id}? It cannot be brought back.`, "Delete"))) return;
    try {
      await request("DELETE", `/api/games/${game.id}`);
    } catch (error) {
      complain(error);
    }
    this.#load();
  }

  /** @param {Event} event */
  async #bringIn(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    try {
      const texts = await Promise.all([...(input.files ?? [])].map((file) => file.text()));
      for (const text of texts) await request("POST", "/api/records", text);
      notify(`Brought in ${counted(texts.length, "file")}`);
    } catch (error) {
      complain(error);
    }
    input.value = "";
    this.#load();
  }

  render() {
    const kinds = [...new Set(this.games?.map((game) => game.game))].sort();
    const shown = this.games?.filter((game) => !this.game || game.game === this.game);
    return html`<div class="page">
      <div class="head">
        <h1>Games</h1>
        <label class="button"
          >Bring in a file…<input
            class="visually-hidden"
            type="file"
            accept=".pgn,.sgf,.psq,.txt"
            multiple
            @change=${this.#bringIn}
        /></label>
      </div>
      <div class="row">
        ${choice(
          "Show",
          "which",
          [
            ["all", "all"],
            ["unfinished", "unfinished"],
            ["finished", "finished"],
          ],
          this.which,
          (value) => {
            this.which = value;
            this.#load();
          },
        )}
        ${
          kinds.length > 1
            ? select(
                "Game",
                "game",
                [
                  ["", "all games"],
                  ...kinds.map((kind) => /** @type {[string, string]} */ ([kind, this.#title(kind)])),
                ],
                this.game,
                (value) => (this.game = value),
              )
            : nothing
        }
      </div>
      ${
        !shown
          ? html`<p class="faint">Looking…</p>`
          : shown.length
            ? html`<ul class="game-list">${shown.map((game) => this.#row(game))}</ul>`
            : html`<p>No games here yet. <a href="#/">Play one!</a></p>`
      }
    </div>`;
  }

  /** @param {string} name */
  #title(name) {
    return this.titles.get(name) ?? name;
  }

  /** @param {GameSummary} game */
  #row(game) {
    const isOver = game.result !== "*";
    const names = game.seats.map((seat, side) => `${game.marks[side]} ${seat.text === "human" ? "you" : seat.label}`);
    const people = game.seats.filter((seat) => seat.kind === "human").length;
    const mine = people === 1 ? game.seats.findIndex((seat) => seat.kind === "human") : -1;
    const winner = game.result === "1-0" ? 0 : game.result === "0-1" ? 1 : null;
    const verdict = !isOver
      ? "unfinished"
      : winner === null
        ? "drawn"
        : mine < 0
          ? `${game.marks[winner]} won`
          : winner === mine
            ? "you won"
            : "you lost";
    const facts = [...names, counted(game.plies, "move"), game.reason, game.changed && when(game.changed)];
    const action = isOver ? "Replay" : "Resume";
    return html`<li class="panel game-row">
      <div class="what">
        <strong>${this.#title(game.game)}</strong>
        <span class="tag ${verdict === "you won" ? "good" : verdict === "unfinished" ? "open" : ""}">${verdict}</span>
        <p class="faint">${facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div class="row">
        <a class="button small" href=${gameLink(game.id)} aria-label="${action} game ${game.id}">${action}</a>
        ${FORMATS.map(
          (format) =>
            html`<a
              class="export"
              href="/api/games/${game.id}/record?format=${format}"
              download="noughts-${game.id}.${format}"
              aria-label="Export game ${game.id} as ${format}"
              >${format}</a
            >`,
        )}
        <button class="quiet small" aria-label="Delete game ${game.id}" @click=${() => this.#delete(game)}>Delete</button>
      </div>
    </li>`;
  }
}

customElements.define("games-page", GamesPage);
