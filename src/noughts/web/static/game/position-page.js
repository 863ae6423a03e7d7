/**
 * <position-page>: a position or a whole game that a link holds, to be stepped through. A click on the board plays on
 * from there against the engine.
 */

import { html, nothing } from "../vendor/lit.js";
import "./analysis.js";
import "../board/board.js";
import "./move-list.js";
import "./move-steps.js";
import { ApiError, fetchView, request } from "../keeper/api.js";
import { BoardPage } from "./board-page.js";
import { cellOf, viewOf } from "./game-line.js";
import { complain } from "../frame/notices.js";
import { askSeats, atLevel, beginFrom, seatsAgainst } from "./play-on.js";
import { gameLink, go, marksOf } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { withSymbols } from "../words/symbols.js";
import { capital } from "../words/wording.js";

/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").Mark} Mark */

const SECONDS = 1;
const PATIENCE = 150; // ms: whoever steps on sooner wants no analysis
const RETRY = 500; // ms after which it is asked for again while the server has too much to do
const TOO_MUCH = 429;

export class PositionPage extends BoardPage {
  static properties = {
    ...BoardPage.properties,
    game: { attribute: false },
    parameters: { attribute: false },
    moves: { state: true },
    analysis: { state: true },
    isBeginning: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.parameters = new URLSearchParams();
    this.marks = marksOf(this.parameters);
    /** @type {{text: string, mover: 0 | 1 | null}[]} */
    this.moves = [];
    /** @type {Analysis | null} */
    this.analysis = null;
    this.isBeginning = false;
    /** Why the link leads nowhere. @type {string | null} */
    this.problem = null;
    this.analysing = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.analysing.abort();
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("parameters") && !changed.has("game")) return;
    const texts = (this.parameters.get("moves") ?? "").split(",").filter(Boolean);
    this.moves = texts.map((text) => ({ text, mover: null }));
    this.start = this.parameters.get("start");
    this.marks = marksOf(this.parameters);
    this.ply = null;
    this.view = null;
    this.problem = null;
    this.ownStart = fetchView({ game: this.game }).then(({ position }) => position);
    this.ownStart.catch(() => {}); // `look` complains of the same
    this.look();
    this.#findMovers();
  }

  line() {
    return { game: this.game, start: this.start ?? null, moves: this.moves, marks: this.marks, present: null };
  }

  /** Who made each move, as far as the last position shows it: turns need not alternate, and tokens may have moved on. */
  async #findMovers() {
    const moves = this.moves;
    const texts = moves.map((move) => move.text);
    const end = await viewOf(this.game, this.start ?? null, texts, this.marks).catch(() => null);
    if (!end || moves !== this.moves) return;
    this.moves = moves.map(({ text }) => {
      const side = this.marks.indexOf(/** @type {Mark} */ (end.cells[cellOf(end, text)]?.content));
      return { text, mover: side === 0 || side === 1 ? side : null };
    });
  }

  /** @param {Error} error */
  notFound(error) {
    if (this.view) super.notFound(error);
    else this.problem = error.message;
  }

  lookedAt() {
    this.analysis = null;
    this.analysing.abort(); // of the position before
    this.analysing = new AbortController();
    if (this.isAnalysing && this.view && this.view.turn !== null) this.#analyse(this.analysing.signal);
  }

  /** @param {AbortSignal} signal */
  async #analyse(signal) {
    const body = {
      game: this.game,
      position: this.start,
      moves: this.shownMoves,
      time: SECONDS,
      lines: this.wantedLines,
    };
    for (let wait = PATIENCE; ; wait = RETRY) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted) return;
      try {
        const analysis = await request("POST", "/api/analyse", body, signal);
        if (!signal.aborted) this.analysis = analysis;
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status === TOO_MUCH) continue; // an earlier one has not ended yet
        complain(error);
        return;
      }
    }
  }

  /** @param {string | null} move the person's, if one was clicked: then there is nothing to ask */
  async #playOn(move) {
    const view = this.view;
    if (this.isBeginning || !view || view.turn === null) return;
    this.isBeginning = true;
    const moves = [...this.shownMoves, ...(move ? [move] : [])];
    try {
      const { level } = settings();
      const seats = move ? seatsAgainst(atLevel(level), view.turn) : await askSeats(this.marks, level, view.turn);
      const place = { game: this.game, start: this.start ?? null, moves, marks: this.marks };
      if (seats) go(gameLink((await beginFrom(place, seats)).id));
    } catch (error) {
      complain(error);
    } finally {
      this.isBeginning = false;
    }
  }

  /** @param {CustomEvent<number>} event */
  #onGo(event) {
    this.goTo(event.detail);
  }

  render() {
    if (this.problem) {
      return html`<div class="page">
        <h1>This link leads to no position</h1>
        <p>${capital(this.problem)}</p>
        <p><a href="#/">Begin a new game</a></p>
      </div>`;
    }
    const view = this.view;
    const canPlay = view?.turn !== null && view !== null && !this.isBeginning;
    return html`<div class="game ${this.shape}">
      <h1 class="visually-hidden">${view?.title ?? "Position"}</h1>
      <div class="status-line"><p id="status" aria-live="polite">${view ? capital(withSymbols(view.status)) : "Opening the position…"}</p></div>
      <div class="game-board">
        <noughts-board
          .view=${view}
          .isActive=${canPlay}
          .lines=${this.isAnalysing ? (this.analysis?.lines ?? []) : []}
          .ghosts=${this.ghosts}
          @move=${(/** @type {CustomEvent<string>} */ event) => this.#playOn(event.detail)}
        ></noughts-board>
      </div>
      <section class="players" aria-label="Position">
        <p class="title"><strong>${view?.title}</strong> <a href="#/rules/${encodeURIComponent(this.game)}">rules</a></p>
        <p class="faint">Somebody shared this ${this.moves.length ? "game" : "position"}. Step through it, or play on: a click
          on the board begins a game from here against the engine (${settings().level}).</p>
      </section>
      <div class="controls" role="group" aria-label="Position">
        <button data-action="analyse" aria-pressed=${this.isAnalysing ? "true" : "false"} @click=${this.toggleAnalysis}>Analysis</button>
        <button data-action="copy-link" @click=${this.copyPositionLink}>Copy link</button>
        <a class="button" data-action="new" href="#/">New game</a>
      </div>
      <move-steps
        .ply=${this.shownPly}
        .count=${this.moves.length}
        .canPlayOn=${canPlay}
        @go=${this.#onGo}
        @play-on=${() => this.#playOn(null)}
      ></move-steps>
      ${
        this.isAnalysing
          ? html`<section class="panel analysis-part" aria-label="Analysis">
            <analysis-panel
              .analysis=${this.analysis}
              .marks=${this.marks}
              .tree=${this.treeLink}
              .idle=${view?.turn === null ? "The game is over here." : "Looking at the position…"}
              @line=${(/** @type {CustomEvent<string[] | null>} */ event) => this.drawLine(event.detail)}
            ></analysis-panel>
          </section>`
          : nothing
      }
      ${
        this.moves.length
          ? html`<section class="panel moves-part" aria-label="Moves">
            <move-list .moves=${this.moves} .marks=${this.marks} .ply=${this.shownPly} @go=${this.#onGo}></move-list>
          </section>`
          : nothing
      }
    </div>`;
  }
}

customElements.define("position-page", PositionPage);
