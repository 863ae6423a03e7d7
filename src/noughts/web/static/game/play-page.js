/** <play-page>: a game under way or finished: what people see of it and do. */

import { html, nothing } from "../vendor/lit.js";
import "./analysis.js";
import "../board/board.js";
import "./chart.js";
import "./move-list.js";
import "./move-steps.js";
import "./review-summary.js";
import "./players.js";
import "./preparing-bar.js";
import { beginLike } from "../new-game/choices.js";
import { canUndo } from "./controls.js";
import { ask } from "../frame/dialogs.js";
import { elsewhere } from "../pages/elsewhere.js";
import { LivePage } from "./live-page.js";
import { complain } from "../frame/notices.js";
import { askSeats, beginBeforeEnd, beginFrom } from "./play-on.js";
import { gameLink, go } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { symbolOf, withSymbols } from "../words/symbols.js";
import { capital } from "../words/wording.js";

/** @typedef {import("../types").Game} Game */

const LONG_STATUS = 48; // letters that fit into two lines

export class PlayPage extends LivePage {
  // What people do

  /** @param {CustomEvent<string>} event */
  #onMove(event) {
    if (!this.game || !this.live) return;
    if (!this.live.isOpen) return;
    this.isWaiting = true;
    this.live.move(event.detail, this.game.moves.length);
  }

  #undo() {
    this.ply = null;
    this.send({ do: "undo" });
  }

  #redo() {
    this.ply = null;
    this.send({ do: "redo" });
  }

  #askHint() {
    if (this.ply !== null) this.goTo(Infinity);
    if (this.send({ do: "hint" })) this.hint = "asked";
  }

  async #resign() {
    if (await ask("Resign this game?", "Resign")) this.send({ do: "resign" });
  }

  #review() {
    this.reviewing = this.send({ do: "review" });
    if (this.reviewing) this.verdicts = new Map();
  }

  #pause() {
    if (!this.send({ do: "pause", on: !this.isPaused })) return;
    this.isPaused = !this.isPaused;
    this.isThinking &&= !this.isPaused;
  }

  /** @param {(game: Game) => Promise<Game | null>} begin */
  async #beginAnother(begin) {
    if (!this.game) return;
    try {
      const another = await begin(this.game);
      if (another) go(gameLink(another.id));
    } catch (error) {
      complain(error);
    }
  }

  /** A new game from the position that is shown, against anybody. */
  #playOn() {
    return this.#beginAnother(async (game) => {
      const moves = this.shownMoves;
      const opponents = game.seats.map((seat) => seat.choice).filter((choice) => choice?.kind === "level");
      const level = opponents[0]?.level ?? settings().level;
      const seats = await askSeats(game.marks, level, personOf(game) ?? this.view?.turn ?? 0);
      return seats && beginFrom({ game: game.game, start: game.start, moves, marks: game.marks }, seats);
    });
  }

  /** A finished game is kept as it was: what is taken back is another game with the same players. */
  #takeBack() {
    return this.#beginAnother((game) => beginBeforeEnd(game, this.canGoOn));
  }

  /** @param {string} action of the controls */
  #do(action) {
    /** @type {Record<string, () => unknown>} */
    const actions = {
      play: () => this.#beginAnother(beginLike),
      "take-back": () => this.#takeBack(),
      review: () => this.#review(),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      pause: () => this.#pause(),
      hint: () => this.#askHint(),
      resign: () => this.#resign(),
      analyse: () => this.toggleAnalysis(),
      "copy-link": () => this.copyPositionLink(),
    };
    actions[action]?.();
  }

  /** @param {string} key */
  onPageKey(key) {
    const game = this.game;
    if (!game) return false;
    if (key === "u" && canUndo(game)) game.turn === null ? this.#takeBack() : this.#undo();
    else if (key === "r" && game.redo) this.#redo();
    else if (key === "h" && game.to_move === "human") this.#askHint();
    else return false;
    return true;
  }

  // What there is to see

  updated() {
    this.fitBoard();
    if (this.game) document.title = `${this.#tabTitle(this.game)} · ${this.game.title} · Noughts`;
  }

  /** Whose turn it is, for those who look at another tab meanwhile. @param {Game} game */
  #tabTitle(game) {
    const mine = personOf(game);
    if (game.turn === null) return ending(game);
    if (mine !== null) return game.turn === mine ? "Your turn" : "Thinking";
    return `${symbolOf(game.marks[game.turn])} to move`;
  }

  render() {
    if (this.missing) {
      return html`<div class="page"><h1>No such game</h1><p>${capital(this.missing)}</p><p><a href="#/">Begin a new one</a></p>${elsewhere()}</div>`;
    }
    const { game, view } = this;
    const isPresent = this.ply === null;
    const isMine = game?.to_move === "human" && isPresent && !this.isWaiting && this.isOnline;
    const hint = this.hint && this.hint !== "asked" && this.hint.ply === this.shownPly ? this.hint.move : null;
    const lines = this.isAnalysing ? (this.analysis?.lines ?? []) : [];
    const isCompact = this.shape === "wide" && game !== null && game.result !== "*";
    return html`<div class="game ${this.shape} ${isCompact ? "compact" : ""}" data-over=${game?.result !== "*" ? "true" : "false"}>
      <h1 class="visually-hidden">${game?.title ?? "Game"}</h1>
      ${this.#status()}
      <div class="game-board">
        <noughts-board
          .view=${view}
          .isActive=${isMine}
          .isCompact=${isCompact}
          .lines=${lines}
          .ghosts=${this.ghosts}
          .hint=${hint}
          @move=${this.#onMove}
        ></noughts-board>
      </div>
      ${game ? this.#beside(game) : nothing}
    </div>`;
  }

  #status() {
    const game = this.game;
    const over = game && game.result !== "*";
    let text = "opening the game…";
    if (!this.isOnline) text = "connection lost, trying again…";
    else if (this.preparing) text = "preparing the game";
    else if (game && this.ply !== null) text = `after move ${this.ply} of ${game.moves.length}`;
    else if (game && this.isPaused) text = withSymbols(`${game.view.status} (paused)`);
    else if (game && over) text = withSymbols(endingWithReason(game));
    else if (game) text = withSymbols(game.view.status);
    const last = game?.moves[game.moves.length - 1];
    const spoken = last && this.ply === null ? `${symbolOf(game.marks[last.mover])} played ${last.text}. ` : "";
    const isBonus = game && !over && last && last.mover === game.turn && this.ply === null;
    const busy = this.isThinking && !this.isPaused && !over;
    const isLong = text.length + (isBonus ? 12 : 0) > LONG_STATUS || this.ply !== null; // there is a button beside it
    const isDefeat = game && over && ending(game) === "You lost";
    return html`<div class="status-line ${over ? "over" : ""} ${isDefeat ? "defeat" : ""} ${this.isOnline ? "" : "lost"} ${isLong ? "long" : ""}">
      <p id="status" aria-live="polite"><span class="visually-hidden">${spoken}</span>${
        isBonus ? html`<strong class="bonus">Bonus move!</strong> ` : nothing
      }<span>${capital(text)}</span></p>
      ${
        this.preparing
          ? html`<preparing-bar .preparation=${this.preparing}></preparing-bar>`
          : html`<span class="busy ${busy ? "on" : ""}" aria-hidden="true"><i></i><i></i><i></i></span>`
      }
      ${this.ply === null ? nothing : html`<button class="small" @click=${() => this.goTo(Infinity)}>To the game</button>`}
    </div>`;
  }

  /** @param {Game} game */
  #beside(game) {
    return html`<game-players
        .game=${game}
        .counters=${this.view?.counters ?? []}
        .countedAt=${this.countedAt}
        .isRunning=${!this.isPaused && this.isOnline}
      ></game-players>
      <game-controls
        .game=${game}
        .isPaused=${this.isPaused}
        .isAdvised=${this.hint === "asked"}
        .isReviewed=${this.reviewing}
        .isAnalysing=${this.isAnalysing}
        @do=${(/** @type {CustomEvent<string>} */ event) => this.#do(event.detail)}
      ></game-controls>
      <move-steps
        .ply=${this.shownPly}
        .count=${game.moves.length}
        .canPlayOn=${this.view !== null && (this.view.turn !== null || this.canGoOn)}
        @go=${this.#onGo}
        @play-on=${this.#playOn}
      ></move-steps>
      ${this.#analysisPart(game)} ${this.#moves(game)}`;
  }

  /** @param {CustomEvent<number>} event */
  #onGo(event) {
    this.goTo(event.detail);
  }

  /** @param {Game} game */
  #moves(game) {
    const count = game.moves.length;
    return html`<section class="panel moves-part" aria-label="Moves">
      <move-list .moves=${game.moves} .marks=${game.marks} .ply=${this.shownPly} .verdicts=${this.verdicts} @go=${this.#onGo}></move-list>
      <score-chart .points=${this.#points(game)} .count=${count} .ply=${this.shownPly} .marks=${game.marks} @go=${this.#onGo}></score-chart>
      <review-summary
        .verdicts=${this.verdicts}
        .marks=${game.marks}
        .ply=${this.shownPly}
        .isWhole=${count > 0 && this.verdicts.size === count}
        @go=${this.#onGo}
      ></review-summary>
    </section>`;
  }

  /** The score after each move, for the first player: the review's, or what the engine thought when it moved. @param {Game} game */
  #points(game) {
    return game.moves.flatMap((move, index) => {
      const verdict = this.verdicts.get(index + 1);
      const value = verdict?.value ?? move.value ?? null;
      if (value === null) return [];
      return [{ ply: index + 1, value: move.mover ? -value : value, mark: verdict?.mark ?? "" }];
    });
  }

  /** @param {Game} game */
  #analysisPart(game) {
    if (!this.isAnalysing) return nothing;
    const analysis = this.analysis ?? (this.ply === null ? this.thought : null);
    const idle =
      this.view?.turn === null
        ? "The game is over: step back to look at an earlier position."
        : "Looking at the position…";
    return html`<section class="panel analysis-part" aria-label="Analysis">
      <analysis-panel
        .analysis=${analysis}
        .marks=${game.marks}
        .idle=${idle}
        .tree=${this.treeLink}
        @line=${(/** @type {CustomEvent<string[] | null>} */ event) => this.drawLine(event.detail)}
      ></analysis-panel>
    </section>`;
  }
}

/** The side of the one person who plays against an engine here; null if there is no such. @param {Game} game @returns {0 | 1 | null} */
function personOf(game) {
  const people = game.seats.map((seat) => seat.kind === "human"); // as those are who played elsewhere
  return people[0] === people[1] ? null : people[0] ? 0 : 1;
}

/** How a finished game ended, for the one person in it if there is one. @param {Game} game */
function ending(game) {
  const winner = game.view.outcome?.winner ?? null;
  const mine = personOf(game);
  if (winner === null) return "Draw";
  if (mine !== null) return winner === mine ? "You won" : "You lost";
  return `${symbolOf(game.marks[winner])} wins`;
}

/** @param {Game} game */
function endingWithReason(game) {
  const outcome = game.view.outcome;
  if (!outcome) return game.view.status;
  const points = outcome.points ? ` (${outcome.points[0]} to ${outcome.points[1]} points)` : "";
  const mine = personOf(game);
  const reason = mine !== null && outcome.reason === `${game.marks[mine]} resigned` ? "you resigned" : outcome.reason;
  return `${ending(game)}${reason ? `: ${reason}` : ""}${points}`;
}

customElements.define("play-page", PlayPage);
