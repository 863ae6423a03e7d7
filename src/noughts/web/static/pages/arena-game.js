/** <arena-game>: a game of a match, to be stepped through, analysed or played on. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import "../game/move-list.js";
import "../game/move-steps.js";
import { analysisLink } from "../analysis/place.js";
import { BoardKeys } from "../game/board-keys.js";
import { playOnFrom } from "../game/play-on.js";
import { Sight } from "../game/sight.js";
import { keeper } from "../keeper/chosen.js";
import { complain } from "../frame/notices.js";
import { arenaLink } from "../frame/router.js";
import { shortValue, valueInWords } from "../words/score.js";
import { symbolOf, withSymbols } from "../words/symbols.js";
import { capital } from "../words/wording.js";
import { resultInWords } from "./arena-words.js";

/** @typedef {import("../types").WholeArenaGame} WholeArenaGame */

/** First and second, as records have them. @type {["X", "O"]} */
const MARKS = ["X", "O"];

export class ArenaGame extends LitElement {
  static properties = {
    match: { attribute: false },
    number: { attribute: false },
    game: { state: true },
    missing: { state: true },
  };

  constructor() {
    super();
    this.match = "";
    this.number = 0;
    /** @type {WholeArenaGame | null} */
    this.game = null;
    /** @type {string | null} */
    this.missing = null;
    this.sight = new Sight(this, { line: () => this.#line() });
    this.keys = new BoardKeys(this, (key) => this.sight.onKey(key));
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("match") || changed.has("number")) this.#load();
  }

  async #load() {
    const { match, number } = this;
    this.missing = null;
    try {
      const found = (await keeper().matchGame?.(match, number)) ?? null;
      if (match !== this.match || number !== this.number) return;
      this.game = found;
      this.sight.forget();
      this.sight.look();
    } catch (error) {
      if (/** @type {any} */ (error)?.isFinal) this.missing = /** @type {Error} */ (error).message;
      else complain(error);
    }
  }

  #line() {
    const { game } = this;
    if (!game?.game) return null;
    return { game: game.game, start: game.start, moves: game.moves, marks: MARKS, present: null };
  }

  render() {
    const { game, match, sight } = this;
    if (this.missing) {
      return html`<div class="page"><h1>${capital(this.missing)}</h1><p><a href=${arenaLink(match)}>All games of the match</a></p></div>`;
    }
    if (!game) return html`<div class="page"><h1>A game of a match</h1><p class="faint">Looking…</p></div>`;
    const { view } = sight;
    const onGo = (/** @type {CustomEvent<number>} */ event) => sight.goTo(event.detail);
    return html`<div class="game ${sight.shape}">
      <h1 class="visually-hidden">Game ${game.number}: ${game.players.join(" – ")}</h1>
      <div class="status-line over"><p id="status" aria-live="polite">${this.#status(game)}</p></div>
      <div class="game-board">
        ${game.game ? html`<noughts-board .view=${view}></noughts-board>` : html`<p>The board of this game is not shown here.</p>`}
      </div>
      <section class="players" aria-label="Players">
        <p class="title"><strong>${game.title}</strong> <span>game ${game.number} of ${game.of}</span></p>
        ${game.players.map(
          (name, side) => html`<div class="player ${view?.turn === side ? "to-move" : ""}">
            <span class="badge ${MARKS[side].toLowerCase()}">${symbolOf(MARKS[side])}</span>
            <span class="name" title=${name}>${name}</span>
            ${game.result === ["1-0", "0-1"][side] ? html`<span class="winner">won</span>` : nothing}
          </div>`,
        )}
        <p class="faint">${resultInWords(game.result)} ${withSymbols(game.reason)}</p>
      </section>
      <div class="controls" role="group" aria-label="Games">
        <a class="button" data-action="match" href=${arenaLink(match)}>The match</a>
        ${this.#other("Previous", game.number - 1)} ${this.#other("Next", game.number + 1)}
        ${
          game.game
            ? html`<a class="button" data-action="analyse" title="On the analysis board" href=${this.#boardLink(game.game, game)}>Analyse</a>`
            : nothing
        }
      </div>
      <move-steps
        .ply=${sight.shownPly}
        .count=${game.game ? game.moves.length : 0}
        .canPlayOn=${view !== null && view.turn !== null}
        @go=${onGo}
        @play-on=${() => playOnFrom(this.#line(), sight)}
      ></move-steps>
      <section class="panel moves-part" aria-label="Moves">
        <move-list .moves=${game.moves} .marks=${MARKS} .ply=${sight.shownPly} @go=${onGo}></move-list>
      </section>
    </div>`;
  }

  /** The analysis board with this game as its main line. @param {string} name @param {WholeArenaGame} game */
  #boardLink(name, game) {
    const moves = game.moves.map(({ text }) => text);
    return analysisLink(name, game.start, moves, MARKS, this.sight.shownPly, `arena/${this.match}/${game.number}`);
  }

  /** @param {string} words @param {number} number */
  #other(words, number) {
    return number >= 1 && number <= (this.game?.of ?? 0)
      ? html`<a class="button" href=${arenaLink(this.match, number)} aria-label="${words} game">${words}</a>`
      : html`<button disabled aria-label="${words} game">${words}</button>`;
  }

  /** What is said of the move that led to the position in sight: who made it, how long it took, what it was worth. @param {WholeArenaGame} game */
  #status(game) {
    const { shownPly } = this.sight;
    const move = game.moves[shownPly - 1];
    if (!move) return "Before the first move";
    const facts = [
      move.seconds === null ? "from the opening" : `${move.seconds.toFixed(3)} s`,
      move.depth !== null && `depth ${move.depth}`,
      move.value !== null && (Math.abs(move.value) > 1e8 ? valueInWords(move.value) : shortValue(move.value)),
    ];
    return `${shownPly}. ${move.text} by ${game.players[move.mover]} (${facts.filter(Boolean).join(", ")})`;
  }
}

customElements.define("arena-game", ArenaGame);
