/** <games-page>: the visitor's games: to go on with, to look at, to take away. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { gameBoardLink } from "../analysis/place.js";
import { keeper } from "../keeper/chosen.js";
import { ask } from "../frame/dialogs.js";
import { elsewhere } from "./elsewhere.js";
import { choice, select } from "../frame/fields.js";
import { complain, notify } from "../frame/notices.js";
import { gameLink } from "../frame/router.js";
import { symbolOf, withSymbols } from "../words/symbols.js";
import { counted, when } from "../words/wording.js";

/** @typedef {import("../types").GameSummary} GameSummary */

const PAGE = 50; // games that are shown at once

export class GamesPage extends LitElement {
  static properties = {
    games: { state: true },
    hasMore: { state: true },
    which: { state: true },
    game: { state: true },
    maySeeArena: { state: true },
  };

  constructor() {
    super();
    /** @type {GameSummary[] | null} */
    this.games = null;
    this.hasMore = false;
    this.which = "all";
    this.game = "";
    /** Titles, by name, of the games that were seen here. @type {Map<string, string>} */
    this.kinds = new Map();
    this.loads = 0;
    this.maySeeArena = false;
    this.#load();
    keeper()
      .identity?.()
      .then((found) => (this.maySeeArena = found.may_see_arena), complain);
  }

  createRenderRoot() {
    return this;
  }

  /** @param {GameSummary[]} [before] games that stay: those that follow are asked for */
  async #load(before = []) {
    const load = ++this.loads;
    // One more than is shown: it tells whether there are more.
    const finished = this.which === "all" ? undefined : this.which === "finished";
    try {
      const wanted = { finished, game: this.game || undefined, limit: PAGE + 1, offset: before.length };
      const found = await keeper().games(wanted);
      if (load !== this.loads) return; // something else was chosen meanwhile
      const games = [...before, ...found.slice(0, PAGE)];
      // A game that was played on meanwhile has moved to the front and pushed another over the edge of its page.
      this.games = [...new Map(games.map((game) => [game.id, game])).values()];
      this.hasMore = found.length > PAGE;
      for (const game of found) this.kinds.set(game.game, game.title);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GameSummary} game */
  async #delete(game) {
    if (!(await ask(`Delete game ${game.id}? It cannot be brought back.`, "Delete"))) return;
    try {
      await keeper().remove(game.id);
      this.games = this.games?.filter((one) => one !== game) ?? null;
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Event} event */
  async #bringIn(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    let count = 0;
    for (const file of input.files ?? []) {
      try {
        await keeper().bringIn?.(file);
        count += 1;
      } catch (error) {
        complain(`${file.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    if (count) notify(`Brought in ${counted(count, "file")}`);
    input.value = "";
    this.#load();
  }

  render() {
    const { games, hasMore } = this;
    const kinds = [...this.kinds].sort(([, one], [, other]) => one.localeCompare(other));
    return html`<div class="page">
      <div class="head">
        <h1>Games</h1>
        <a href="#/analysis">Analysis boards</a>
        ${this.maySeeArena ? html`<a href="#/arena">Matches and tournaments</a>` : nothing}
        ${
          keeper().can.records
            ? html`<label class="button"
              >Bring in a file…<input
                class="visually-hidden"
                type="file"
                accept=".pgn,.sgf,.psq,.txt"
                multiple
                @change=${this.#bringIn}
            /></label>`
            : nothing
        }
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
            ? select("Game", "game", [["", "all games"], ...kinds], this.game, (value) => {
                this.game = value;
                this.#load();
              })
            : nothing
        }
      </div>
      ${
        !games
          ? html`<p class="faint">Looking…</p>`
          : games.length
            ? html`<ul class="game-list">${games.map((game) => this.#row(game))}</ul>`
            : html`<p>No games here yet. <a href="#/">Play one!</a></p>${elsewhere()}`
      }
      ${hasMore ? html`<button data-action="more" @click=${() => this.#load(games ?? [])}>More</button>` : nothing}
    </div>`;
  }

  /** @param {GameSummary} game */
  #row(game) {
    const isOver = game.result !== "*";
    const isHere = game.is_played_here; // else it was brought in, and nobody in it is you
    const names = game.seats.map(
      (seat, side) => `${symbolOf(game.marks[side])} ${isHere && seat.choice?.kind === "human" ? "you" : seat.label}`,
    );
    const played = isHere ? game.changed && when(game.changed) : game.date;
    const people = game.seats.filter((seat) => seat.kind === "human").length;
    const mine = people === 1 ? game.seats.findIndex((seat) => seat.kind === "human") : -1;
    const winner = game.result === "1-0" ? 0 : game.result === "0-1" ? 1 : null;
    const verdict = !isOver
      ? "unfinished"
      : winner === null
        ? "drawn"
        : mine < 0
          ? `${symbolOf(game.marks[winner])} won`
          : winner === mine
            ? "you won"
            : "you lost";
    const facts = [...names, counted(game.plies, "move"), withSymbols(game.reason), played];
    const action = isOver ? "Replay" : "Resume";
    return html`<li class="panel game-row">
      <div class="what">
        <strong>${game.title}</strong>
        <span class="tag ${verdict === "you won" ? "good" : verdict === "unfinished" ? "open" : ""}">${verdict}</span>
        <p class="faint">${facts.filter(Boolean).join(" · ")}</p>
      </div>
      <div class="row">
        <a class="button small" href=${gameLink(game.id)} aria-label="${action} game ${game.id}">${action}</a>
        <a class="export" href=${gameBoardLink(game.game, game.id)} aria-label="Game ${game.id} on the analysis board">analyse</a>
        ${game.formats.map(
          (format) =>
            html`<a
              class="export"
              href=${keeper().recordLink?.(game.id, format)}
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
