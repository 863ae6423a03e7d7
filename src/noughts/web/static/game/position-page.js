/**
 * <position-page>: a position or a whole game that a link holds, to be stepped through. A click on the board plays on
 * from there against the engine.
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import "./move-list.js";
import "./move-steps.js";
import { analysisLink } from "../analysis/place.js";
import { Analysing } from "./analysing.js";
import { BoardKeys } from "./board-keys.js";
import { cellOf, viewOf } from "./game-line.js";
import { complain } from "../frame/notices.js";
import { PlaceAnalyst } from "./place-analyst.js";
import { atLevel, beginFrom, playOn, seatsAgainst } from "./play-on.js";
import { gameLink, go, marksOf } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { Sight } from "./sight.js";
import { withSymbols } from "../words/symbols.js";
import { capital } from "../words/wording.js";

/** @typedef {import("../types").Mark} Mark */

const SECONDS = 1;

export class PositionPage extends LitElement {
  static properties = {
    game: { attribute: false },
    parameters: { attribute: false },
    moves: { state: true },
    isBeginning: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.parameters = new URLSearchParams();
    this.marks = marksOf(this.parameters);
    /** Position text. @type {string | null} */
    this.start = null;
    /** @type {{text: string, mover: 0 | 1 | null}[]} */
    this.moves = [];
    this.isBeginning = false;
    /** Why the link leads nowhere. @type {string | null} */
    this.problem = null;
    this.analyst = new PlaceAnalyst(this, SECONDS, () => this.analysing);
    this.sight = new Sight(this, {
      line: () => ({ game: this.game, start: this.start, moves: this.moves, marks: this.marks, present: null }),
      seen: () => this.analysing.begin(),
      missed: (error) => (this.sight.view ? complain(error) : (this.problem = error.message)),
    });
    this.analysing = new Analysing(this, this.sight, (lines) => this.analyst.ask(this.sight.place, lines));
    this.keys = new BoardKeys(
      this,
      (key) => this.sight.onKey(key),
      (key) => this.analysing.onKey(key),
    );
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("parameters") && !changed.has("game")) return;
    const texts = (this.parameters.get("moves") ?? "").split(",").filter(Boolean);
    this.moves = texts.map((text) => ({ text, mover: null }));
    this.start = this.parameters.get("start");
    this.marks = marksOf(this.parameters);
    this.problem = null;
    this.sight.forget();
    this.sight.look();
    this.#findMovers();
  }

  get #texts() {
    return this.moves.map(({ text }) => text);
  }

  /** Who made each move, as far as the last position shows it: turns need not alternate, and tokens may have moved on. */
  async #findMovers() {
    const moves = this.moves;
    const end = await viewOf(this.game, this.start, this.#texts, this.marks).catch(() => null);
    if (!end || moves !== this.moves) return;
    this.moves = moves.map(({ text }) => {
      const side = this.marks.indexOf(/** @type {Mark} */ (end.cells[cellOf(end, text)]?.content));
      return { text, mover: side === 0 || side === 1 ? side : null };
    });
  }

  /** @param {string | null} move the person's, if one was clicked: then there is nothing to ask */
  async #playOn(move) {
    const { view } = this.sight;
    if (this.isBeginning || !view || view.turn === null) return;
    this.isBeginning = true;
    const place = { game: this.game, start: this.start, moves: this.sight.shownMoves, marks: this.marks };
    try {
      const { level } = settings();
      const begun = move
        ? await beginFrom({ ...place, moves: [...place.moves, move] }, seatsAgainst(atLevel(level), view.turn))
        : await playOn(place, level, view.turn);
      if (begun) go(gameLink(begun.id));
    } catch (error) {
      complain(error);
    } finally {
      this.isBeginning = false;
    }
  }

  /** @param {CustomEvent<number>} event */
  #onGo(event) {
    this.sight.goTo(event.detail);
  }

  render() {
    if (this.problem) {
      return html`<div class="page">
        <h1>This link leads to no position</h1>
        <p>${capital(this.problem)}</p>
        <p><a href="#/">Begin a new game</a></p>
      </div>`;
    }
    const { view } = this.sight;
    const canPlay = view?.turn !== null && view !== null && !this.isBeginning;
    return html`<div class="game ${this.sight.shape}">
      <h1 class="visually-hidden">${view?.title ?? "Position"}</h1>
      <div class="status-line"><p id="status" aria-live="polite">${view ? capital(withSymbols(view.status)) : "Opening the position…"}</p></div>
      <div class="game-board">
        <noughts-board
          .view=${view}
          .isActive=${canPlay}
          .lines=${this.analysing.lines}
          .ghosts=${this.sight.ghosts}
          @move=${(/** @type {CustomEvent<string>} */ event) => this.#playOn(event.detail)}
        ></noughts-board>
      </div>
      <section class="players" aria-label="Position">
        <p class="title"><strong>${view?.title}</strong> <a href="#/rules/${encodeURIComponent(this.game)}">rules</a></p>
        <p class="faint">Somebody shared this ${this.moves.length ? "game" : "position"}. Step through it, or play on: a click
          on the board begins a game from here against the engine (${settings().level === "yours" ? "of your strength" : settings().level}).</p>
      </section>
      <div class="controls" role="group" aria-label="Position">
        <button data-action="analyse" aria-pressed=${this.analysing.isOn ? "true" : "false"} @click=${() => this.analysing.toggle()}>Analysis</button>
        <button data-action="copy-link" @click=${() => this.sight.copyLink()}>Copy link</button>
        <a class="button" data-action="board" href=${analysisLink(this.game, this.start, this.#texts, this.marks, this.sight.shownPly)}>Analysis board</a>
        <a class="button" data-action="new" href="#/">New game</a>
      </div>
      <move-steps
        .ply=${this.sight.shownPly}
        .count=${this.moves.length}
        .canPlayOn=${canPlay}
        @go=${this.#onGo}
        @play-on=${() => this.#playOn(null)}
      ></move-steps>
      ${this.analysing.panel(this.marks, "The game is over here.")}
      ${
        this.moves.length
          ? html`<section class="panel moves-part" aria-label="Moves">
            <move-list .moves=${this.moves} .marks=${this.marks} .ply=${this.sight.shownPly} @go=${this.#onGo}></move-list>
          </section>`
          : nothing
      }
    </div>`;
  }
}

customElements.define("position-page", PositionPage);
