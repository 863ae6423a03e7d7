/** <play-page>: a game under way or finished: what people see of it and do. */

import { html, nothing } from "./vendor/lit.js";
import "./analysis.js";
import "./board.js";
import "./chart.js";
import "./move-list.js";
import "./players.js";
import "./preparing-bar.js";
import { beginLike } from "./choices.js";
import { canUndo } from "./controls.js";
import { ask } from "./dialogs.js";
import { LivePage } from "./live-page.js";
import { complain } from "./notices.js";
import { gameLink, go } from "./router.js";
import { symbolOf, withSymbols } from "./symbols.js";
import { capital } from "./wording.js";

/** @typedef {import("./types").Game} Game */

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

  async #playAgain() {
    if (!this.game) return;
    try {
      go(gameLink((await beginLike(this.game)).id));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} action of the controls */
  #do(action) {
    /** @type {Record<string, () => unknown>} */
    const actions = {
      play: () => this.#playAgain(),
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
    if (key === "u" && canUndo(game)) this.#undo();
    else if (key === "r" && game.redo) this.#redo();
    else if (key === "h" && game.to_move === "human") this.#askHint();
    else return false;
    return true;
  }

  // What there is to see

  render() {
    if (this.missing) {
      return html`<div class="page"><h1>No such game</h1><p>${capital(this.missing)}</p><p><a href="#/">Begin a new one</a></p></div>`;
    }
    const { game, view } = this;
    const isPresent = this.ply === null;
    const isMine = game?.to_move === "human" && isPresent && !this.isWaiting && this.isOnline;
    const hint = this.hint && this.hint !== "asked" && this.hint.ply === this.shownPly ? this.hint.move : null;
    const lines = this.isAnalysing ? (this.analysis?.lines ?? []) : [];
    return html`<div class="game" data-over=${game?.result !== "*" ? "true" : "false"}>
      <h1 class="visually-hidden">${game?.title ?? "Game"}</h1>
      ${this.#status()}
      <div class="game-board">
        <noughts-board
          .view=${view}
          .isActive=${isMine}
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
    else if (game && this.ply !== null) text = `looking back: after move ${this.ply} of ${game.moves.length}`;
    else if (game && this.isPaused) text = withSymbols(`${game.view.status} (paused)`);
    else if (game) text = withSymbols(game.view.status);
    const last = game?.moves[game.moves.length - 1];
    const spoken = last && this.ply === null ? `${symbolOf(game.marks[last.mover])} played ${last.text}. ` : "";
    const isBonus = game && !over && last && last.mover === game.turn && this.ply === null;
    const busy = this.isThinking && !this.isPaused && !over;
    return html`<div class="status-line ${over ? "over" : ""} ${this.isOnline ? "" : "lost"}">
      <p id="status" aria-live="polite"><span class="visually-hidden">${spoken}</span>${
        isBonus ? html`<strong class="bonus">Bonus move!</strong> ` : nothing
      }<span>${capital(text)}</span></p>
      ${
        this.preparing
          ? html`<preparing-bar .preparation=${this.preparing}></preparing-bar>`
          : html`<span class="busy ${busy ? "on" : ""}" aria-hidden="true"><i></i><i></i><i></i></span>`
      }
      ${this.ply === null ? nothing : html`<button class="small" @click=${() => this.goTo(Infinity)}>Back to the game</button>`}
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
      ${this.#analysisPart(game)} ${this.#moves(game)}`;
  }

  /** @param {Game} game */
  #moves(game) {
    /** @param {CustomEvent<number>} event */
    const onGo = (event) => this.goTo(event.detail);
    return html`<section class="panel" aria-label="Moves">
      <move-list .moves=${game.moves} .marks=${game.marks} .ply=${this.shownPly} .verdicts=${this.verdicts} @go=${onGo}></move-list>
      <score-chart .points=${this.#points(game)} .count=${game.moves.length} .ply=${this.shownPly} .marks=${game.marks} @go=${onGo}></score-chart>
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
    return html`<section class="panel" aria-label="Analysis">
      <analysis-panel
        .analysis=${analysis}
        .marks=${game.marks}
        .idle=${idle}
        @line=${(/** @type {CustomEvent<string[] | null>} */ event) => this.drawLine(event.detail)}
      ></analysis-panel>
    </section>`;
  }
}

customElements.define("play-page", PlayPage);
