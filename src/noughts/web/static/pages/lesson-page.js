/**
 * <lesson-page>: a first game that one is led through: words before each move say what may be played and why, and whoever
 * is there makes it. The steps are the game's own; of a game that has none, a few moves are played freely.
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import { Sight } from "../game/sight.js";
import { keepChoices, loadChoices } from "../new-game/choices.js";
import { keeper } from "../keeper/chosen.js";
import { go } from "../frame/router.js";
import { symbolOf, withSymbols } from "../words/symbols.js";
import { capital, counted } from "../words/wording.js";

/** @typedef {import("../types").Guide} Guide */
/** @typedef {import("../types").LessonStep} LessonStep */

const PAUSE = 600; // ms before the other player answers
const FREE_TURNS = 4; // that are played where the game has no steps of its own

export class LessonPage extends LitElement {
  static properties = { game: { attribute: false }, guide: { state: true }, note: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** @type {Guide | null} */
    this.guide = null;
    /** Moves that were made, the opening's among them. @type {string[]} */
    this.moves = [];
    /** Moves of the other player that are still to be made. @type {string[]} */
    this.answers = [];
    this.made = 0; // steps
    this.note = ""; // on the last move
    /** @type {string | null} */
    this.problem = null;
    this.timer = 0;
    this.sight = new Sight(this, {
      line: () => this.#line,
      seen: () => this.#seen(),
      missed: (error) => (this.problem = error.message),
    });
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  /** @returns {import("../game/sight.js").Line | null} */
  get #line() {
    if (!this.guide) return null;
    const moves = this.moves.map((text) => ({ text, mover: null }));
    return { game: this.guide.lesson?.game ?? this.game, start: null, moves, marks: ["X", "O"], present: null };
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") && this.game) this.#open(this.game);
  }

  /** @param {string} game */
  async #open(game) {
    this.guide = this.problem = null;
    try {
      const found = await keeper().guide(game);
      if (game !== this.game) return;
      this.guide = found;
      this.#begin();
    } catch (error) {
      this.problem = /** @type {Error} */ (error).message;
    }
  }

  #begin() {
    clearTimeout(this.timer);
    this.moves = [...(this.guide?.lesson?.opening ?? [])];
    this.answers = [];
    this.made = 0;
    this.note = "";
    this.sight.forget();
    this.sight.look();
  }

  /** @type {LessonStep[]} */
  get #steps() {
    return this.guide?.lesson?.steps ?? [];
  }

  /** The step that is to be made; null at the end, and in a game without steps. */
  get #step() {
    return this.#steps[this.made] ?? null;
  }

  get #isFree() {
    return this.guide !== null && !this.guide.lesson;
  }

  get #isOver() {
    const isDone = this.#isFree ? this.made >= FREE_TURNS : this.made >= this.#steps.length;
    return this.sight.view !== null && !this.answers.length && (isDone || this.sight.view.turn === null);
  }

  /** Whoever is led plays the first side that is to move. */
  get #isMine() {
    return this.sight.view?.turn === 0 && !this.answers.length && !this.#isOver;
  }

  /** @param {string} move */
  #play(move) {
    const step = this.#step;
    if (!this.#isMine) return;
    if (step && move !== step.move) {
      const name = this.sight.view?.clicks[step.move]?.length ? "the ringed cell" : `“${step.move}”`;
      this.note = `That may be played as well. In this first game, play ${name}.`;
      return;
    }
    this.note = "";
    this.made += 1;
    this.answers = [...(step?.answers ?? [])];
    this.#make(move);
  }

  /** @param {string} move */
  #make(move) {
    this.moves = [...this.moves, move];
    this.sight.look();
  }

  /** A position has come into sight: the other player answers, if it is their turn. */
  #seen() {
    const { view } = this.sight;
    clearTimeout(this.timer);
    if (!view || view.turn === null) return;
    const isAnswered = this.#isFree ? view.turn === 1 && !this.#isOver : this.answers.length > 0;
    if (isAnswered) this.timer = setTimeout(() => this.#answer(Object.keys(view.clicks)), PAUSE);
  }

  /** @param {string[]} legal */
  #answer(legal) {
    const [move, ...rest] = this.#isFree ? [legal[Math.floor(Math.random() * legal.length)]] : this.answers;
    this.answers = rest;
    this.#make(move);
  }

  // What there is to see

  /** What is said now. */
  get #words() {
    const { guide, sight } = this;
    if (!guide || !sight.view) return "Opening the game…";
    if (this.#isOver) return guide.lesson?.end ?? `That is how it is played. ${guide.words[0] ?? ""}`;
    if (!this.#isMine) return `${symbolOf("O")} answers…`;
    return this.#step?.words ?? freeWords(sight.view);
  }

  /** To the choice of an opponent, with this game chosen. */
  #toPlay() {
    keepChoices({ ...loadChoices(), game: this.game });
    go("#/");
  }

  render() {
    if (this.problem) {
      return html`<div class="page"><h1>No such game</h1><p>${capital(this.problem)}</p><p><a href="#/rules">Rules of all games</a></p></div>`;
    }
    const { guide, sight } = this;
    const count = this.#isFree ? FREE_TURNS : this.#steps.length;
    const isOver = this.#isOver;
    const at = isOver ? "The end" : `Move ${Math.min(this.made + 1, count)} of ${count}`;
    return html`<div class="game lesson ${sight.shape}">
      <section class="players" aria-labelledby="lesson-title">
        <h1 id="lesson-title">${guide ? `A first game: ${guide.title}` : "A first game"}</h1>
        <p class="faint">${guide && sight.view ? at : nothing}</p>
        <p id="status" class="lesson-words" aria-live="polite">${withSymbols(this.#words)}</p>
        <p class="lesson-note" aria-live="polite">${this.note}</p>
        <div class="row">
          <button class=${isOver ? "primary" : ""} data-action="play" @click=${this.#toPlay}>Play</button>
          <button data-action="again" ?disabled=${!this.made} @click=${this.#begin}>Begin again</button>
          <a class="button" href="#/rules/${encodeURIComponent(this.game)}">Rules</a>
        </div>
      </section>
      <div class="game-board">
        <noughts-board
          .view=${sight.view}
          .isActive=${this.#isMine}
          .hint=${this.#isMine ? (this.#step?.move ?? null) : null}
          @move=${(/** @type {CustomEvent<string>} */ event) => this.#play(event.detail)}
        ></noughts-board>
      </div>
    </div>`;
  }
}

/** What may be done in any position. @param {import("../types").View} view */
function freeWords(view) {
  const moves = Object.values(view.clicks);
  const [onCells, without] = [moves.filter((cells) => cells.length), moves.filter((cells) => !cells.length)];
  const who = `You are ${view.marks[view.turn ?? 0]}. `;
  if (!onCells.length) return `${who}No cell is open to you: press the button below the board.`;
  const isTwofold = onCells.some((cells) => cells.length > 1);
  const how = isTwofold ? "Choose one of the marked cells, then where to go from there" : "Choose one of the marked cells";
  const also = without.length ? ", or press a button below the board" : "";
  return `${who}${capital(counted(moves.length, "move is", "moves are"))} open to you${view.where ? ` (${view.where})` : ""}. ${how}${also}.`;
}

customElements.define("lesson-page", LessonPage);
