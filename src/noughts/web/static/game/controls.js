/** <game-controls>: what can be done in a game. Fires "do" (detail: the name of an action). */

import { LitElement, html } from "../vendor/lit.js";

/** @typedef {import("../types").Game} Game */

export class GameControls extends LitElement {
  static properties = {
    game: { attribute: false },
    isPaused: { attribute: false },
    isAdvised: { attribute: false },
    reviewed: { attribute: false },
    isAnalysing: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Game | null} */
    this.game = null;
    this.isPaused = false;
    this.isAdvised = false; // a hint is being looked for
    /** Moves that a review under way has judged. @type {number | null} */
    this.reviewed = null;
    this.isAnalysing = false;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const game = this.game;
    return html`<div class="controls" role="group" aria-label="Game">
      ${!game ? [] : game.turn === null ? this.#afterwards(game) : this.#meanwhile(game)}
      ${this.#switch("analyse", "Analysis", this.isAnalysing)} ${this.#button("copy-link", "Copy link")}
      <a class="button" data-action="new" href="#/">New game</a>
    </div>`;
  }

  /** @param {Game} game */
  #meanwhile(game) {
    const isMine = game.to_move === "human";
    return html`${this.#button("undo", "Undo", canUndo(game))} ${this.#button("redo", "Redo", game.redo > 0)}
      ${
        isWatched(game)
          ? this.#switch("pause", this.isPaused ? "Go on" : "Pause", this.isPaused)
          : html`${this.#button("hint", this.isAdvised ? "Looking…" : "Hint", isMine && !this.isAdvised)}
            ${this.#button("resign", "Resign")}`
      }`;
  }

  /** @param {Game} game */
  #afterwards(game) {
    const { reviewed } = this;
    return html`<button class="primary" data-action="play" @click=${() => this.#fire("play")}>Play again</button>
      ${this.#button("take-back", "Take back", canUndo(game))}
      ${
        reviewed === null
          ? this.#button("review", "Review", game.moves.length > 0)
          : this.#button("end-review", `Stop review (${reviewed} of ${game.moves.length})`)
      }`;
  }

  /** @param {string} action @param {string} text @param {boolean} [isPossible] */
  #button(action, text, isPossible = true) {
    return html`<button data-action=${action} ?disabled=${!isPossible} @click=${() => this.#fire(action)}>${text}</button>`;
  }

  /** @param {string} action @param {string} text @param {boolean} isOn */
  #switch(action, text, isOn) {
    return html`<button data-action=${action} aria-pressed=${isOn ? "true" : "false"} @click=${() => this.#fire(action)}>
      ${text}
    </button>`;
  }

  /** @param {string} action */
  #fire(action) {
    this.dispatchEvent(new CustomEvent("do", { detail: action }));
  }
}

/** Whether there is a move of a person's to take back, or any where engines play. @param {Game} game */
export function canUndo(game) {
  return lastOwnPly(game) >= 0;
}

/** The moves before the last one of a person, or of anybody where engines play; -1 if there is none. @param {Game} game */
export function lastOwnPly(game) {
  return game.moves.map((move) => isWatched(game) || game.seats[move.mover].kind === "human").lastIndexOf(true);
}

/** @param {Game} game */
function isWatched(game) {
  return game.seats.every((seat) => seat.kind === "engine");
}

customElements.define("game-controls", GameControls);
