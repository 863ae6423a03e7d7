/** <puzzle-page>: positions in which one move wins within so many plies. One moves, the keeper judges, the defender answers. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import { aspectOf } from "../board/geometry.js";
import { select } from "../frame/fields.js";
import { complain } from "../frame/notices.js";
import { keeper } from "../keeper/chosen.js";
import { withSymbols } from "../words/symbols.js";
import { capital, counted } from "../words/wording.js";

/** @typedef {import("../types").ShownPuzzle} ShownPuzzle */
/** @typedef {import("../types").TriedMove} TriedMove */

const WIDE = 1.7; // times as wide as high
const ENDS = ["solved", "shown"];
const LOOKING = "Looking through your games…";

export class PuzzlePage extends LitElement {
  static properties = {
    game: { attribute: false },
    parameters: { attribute: false },
    puzzle: { state: true },
    tried: { state: true },
    idea: { state: true },
    isWaiting: { state: true },
    problem: { state: true },
    games: { state: true },
    theme: { state: true },
    isLooking: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.parameters = new URLSearchParams();
    /** @type {ShownPuzzle | null} */
    this.puzzle = null;
    /** What was said of the last move. @type {TriedMove | null} */
    this.tried = null;
    this.idea = false; // whether it is shown
    this.isWaiting = false;
    /** @type {string | null} */
    this.problem = null;
    /** Games to choose from, where none is named. @type {{name: string, title: string, hasPuzzles: boolean}[] | null} */
    this.games = null;
    this.isOwn = false; // whether they are of one's own games
    this.isLooking = false; // through those games
    /** That puzzles are to have, any if it is empty. */
    this.theme = "";
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("game") && !changed.has("parameters")) return;
    const { parameters } = this;
    if (changed.has("game")) {
      this.theme = "";
      this.puzzle = null;
    }
    if (this.game) this.#open({ id: parameters.get("id") ?? undefined, daily: parameters.has("daily"), own: parameters.has("own") });
    else this.#list();
  }

  async #list() {
    this.puzzle = this.problem = null;
    try {
      const [listed, { games }] = await Promise.all([keeper().puzzleGames(), keeper().catalogue()]);
      const others = games.filter(({ name, sizes }) => !sizes.length && !listed.some((one) => one.name === name));
      this.games = [
        ...listed.map(({ name, title }) => ({ name, title, hasPuzzles: true })),
        ...others.map(({ name, title }) => ({ name, title, hasPuzzles: false })),
      ];
    } catch (error) {
      complain(error);
    }
  }

  /** @param {import("../keeper/keeper").WantedPuzzle} wanted */
  async #open(wanted) {
    const { game } = this;
    this.problem = null;
    this.isOwn = this.isLooking = wanted.own === true;
    try {
      const found = await keeper().puzzle(game, wanted);
      if (game !== this.game) return;
      this.puzzle = found;
      this.tried = null;
      this.idea = false;
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
    } finally {
      this.isLooking = false;
    }
  }

  /** @param {ShownPuzzle} puzzle that was seen */
  #next(puzzle) {
    this.#open(this.isOwn ? { but: puzzle.id, own: true } : { but: puzzle.id, theme: this.theme });
  }

  /** What one may choose: themes of this game. @param {ShownPuzzle} puzzle */
  #themes(puzzle) {
    /** @type {[string, string][]} */
    const options = [["", "Any idea"], ...Object.entries(puzzle.themes).map(([theme, words]) => /** @type {[string, string]} */ ([theme, capital(words)]))];
    return select("Puzzles of", "theme", options, this.theme, (theme) => {
      this.theme = theme;
      this.isOwn = false;
      this.#next(puzzle);
    });
  }

  get #view() {
    return this.tried?.view ?? this.puzzle?.view ?? null;
  }

  get #isOver() {
    return this.tried !== null && ENDS.includes(this.tried.kind);
  }

  /** The moves made so far. */
  get #moves() {
    return this.tried?.moves ?? [];
  }

  /** @param {(puzzle: ShownPuzzle) => Promise<TriedMove>} ask */
  async #ask(ask) {
    const { puzzle } = this;
    if (!puzzle || this.isWaiting || this.#isOver) return;
    this.isWaiting = true;
    try {
      const tried = await ask(puzzle);
      if (puzzle === this.puzzle) this.tried = tried;
    } catch (error) {
      complain(error);
    } finally {
      this.isWaiting = false;
    }
  }

  /** @param {string} move */
  #play(move) {
    this.#ask((puzzle) => keeper().tryMove(puzzle, [...this.#moves, move]));
  }

  updated() {
    const view = this.#view;
    /** @type {HTMLElement | null} */ (this.querySelector(".game"))?.style.setProperty("--aspect", `${view ? aspectOf(view) : 1}`);
  }

  get #shape() {
    const aspect = this.#view ? aspectOf(this.#view) : 1;
    return aspect >= WIDE ? "wide" : aspect <= 1 / WIDE ? "tall" : "";
  }

  render() {
    if (!this.game) return this.#renderList();
    if (this.problem) {
      return html`<div class="page"><h1>Puzzles</h1><p>${capital(this.problem)}.</p><p><a href="#/puzzles">Puzzles of all games</a></p></div>`;
    }
    const { puzzle, tried } = this;
    if (!puzzle) return html`<div class="page"><p>${this.isOwn ? LOOKING : "Opening a puzzle…"}</p></div>`;
    const mark = puzzle.view.marks[puzzle.view.turn ?? 0];
    const { rating, solved, streak, best_streak } = (tried ?? puzzle).progress;
    return html`<div class="game puzzle ${this.#shape}">
      <section class="players" aria-labelledby="puzzle-title">
        <h1 id="puzzle-title">${puzzle.title}: ${this.isOwn ? "from your games" : puzzle.is_daily ? "today's puzzle" : "a puzzle"}</h1>
        <p>${withSymbols(`${mark} to move: ${puzzle.words}.`)}</p>
        <p class="faint">Rated ${puzzle.rating}${puzzle.was_tried ? "; you have tried it before, so it does not count" : ""}</p>
        <p id="status" class="puzzle-words ${tried?.kind ?? ""}" aria-live="polite">${this.isLooking ? LOOKING : withSymbols(tried?.words ?? task(puzzle))}</p>
        ${this.idea || this.#isOver ? html`<p>The idea: ${puzzle.idea}.</p>` : nothing}
        <div class="row">
          <button class=${this.#isOver ? "primary" : ""} data-action="next" @click=${() => this.#next(puzzle)}>Next puzzle</button>
          ${
            this.#isOver
              ? nothing
              : html`<button data-action="idea" ?disabled=${this.idea} @click=${() => (this.idea = true)}>Hint</button>
                <button data-action="solution" @click=${() => this.#ask((shown) => keeper().solution(shown, this.#moves))}>Show the solution</button>`
          }
          ${puzzle.is_daily || this.isOwn ? nothing : html`<button data-action="daily" @click=${() => this.#open({ daily: true })}>Today's puzzle</button>`}
          ${
            this.isOwn
              ? nothing
              : html`<button data-action="own" @click=${() => this.#open({ own: true })}>From my games</button>`
          }
        </div>
        <p class="faint" data-part="progress">Your rating here: ${rating}. ${capital(counted(solved, "puzzle", "puzzles"))} solved${
          streak > 1 ? `, ${streak} in a row` : ""
        }${best_streak > streak ? ` (most: ${best_streak})` : ""}.</p>
        ${Object.keys(puzzle.themes).length ? this.#themes(puzzle) : nothing}
        <p><a href="#/puzzles">Other games</a></p>
      </section>
      <div class="game-board">
        <noughts-board
          .view=${this.#view}
          .isActive=${!this.#isOver && !this.isWaiting && !this.isLooking}
          @move=${(/** @type {CustomEvent<string>} */ event) => this.#play(event.detail)}
        ></noughts-board>
      </div>
    </div>`;
  }

  #renderList() {
    if (!this.games) return html`<div class="page"><h1>Puzzles</h1></div>`;
    return html`<div class="page">
      <h1>Puzzles</h1>
      <p>One move wins within so many moves, and no other does; or one move alone does not lose. Find it, and what follows.</p>
      ${this.games.length ? nothing : html`<p>There are no puzzles of this site's games.</p>`}
      <ul class="puzzle-games">
        ${this.games.map((game) => html`<li>${this.#renderGame(game)}</li>`)}
      </ul>
    </div>`;
  }

  /** @param {{name: string, title: string, hasPuzzles: boolean}} game */
  #renderGame({ name, title, hasPuzzles }) {
    const place = `#/puzzles/${encodeURIComponent(name)}`;
    return html`${hasPuzzles ? html`<a href=${place}>${title}</a> · <a href="${place}?daily" aria-label="${title}: today's puzzle">today's</a>` : title} ·
      <a href="${place}?own" aria-label="${title}: from my games">my games</a>`;
  }
}

/** @param {ShownPuzzle} puzzle */
function task({ theme }) {
  return theme === "only" ? "Find the only move that does not lose." : "Find the only move that wins in time.";
}

customElements.define("puzzle-page", PuzzlePage);
