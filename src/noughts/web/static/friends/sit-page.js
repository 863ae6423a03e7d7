/** <sit-page>: somebody has come by the link of a seat. Nothing happens before they sit down: messengers open links too. */

import { LitElement, html } from "../vendor/lit.js";
import "../board/board.js";
import { complain } from "../frame/notices.js";
import { gameLink } from "../frame/router.js";
import { keeper } from "../keeper/chosen.js";
import { symbolOf } from "../words/symbols.js";
import { capital } from "../words/wording.js";
import { clockWords, keepName, LONGEST_NAME, ownName } from "./names.js";

/** @typedef {import("../types").Sitting} Sitting */

class SitPage extends LitElement {
  static properties = { link: {}, seat: { state: true }, missing: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    this.link = "";
    /** @type {Sitting | null} */
    this.seat = null;
    /** Why there is no such seat. @type {string} */
    this.missing = "";
    this.isBusy = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("link")) this.#look();
  }

  async #look() {
    try {
      const seat = await keeper().seat?.(this.link);
      if (!seat) return;
      // The secret stays out of the browser's history.
      if (seat.game !== null && seat.names.length) location.replace(gameLink(seat.game));
      else if (!seat.is_free) location.replace(`#/watch/${seat.watch}`);
      this.seat = seat;
    } catch (error) {
      this.missing = /** @type {Error} */ (error).message;
    }
  }

  /** @param {SubmitEvent} event */
  async #sit(event) {
    event.preventDefault();
    if (this.isBusy) return;
    const name = /** @type {HTMLInputElement} */ (this.querySelector("[name=name]")).value.trim();
    keepName(name);
    this.isBusy = true;
    try {
      const game = await keeper().sit?.(this.link, name);
      if (game) location.replace(gameLink(game.id));
    } catch (error) {
      complain(error);
      this.#look();
    } finally {
      this.isBusy = false;
    }
  }

  render() {
    const { seat } = this;
    if (this.missing) return html`<div class="page"><h1>No such seat</h1><p>${capital(this.missing)}</p><p><a href="#/">Play</a></p></div>`;
    if (!seat) return html`<div class="page"><h1>A game with a friend</h1></div>`;
    const mark = symbolOf(seat.view.marks[seat.side]);
    return html`<div class="page sit-page">
      <h1>${seat.names[1 - seat.side]} invites you</h1>
      <div class="sit">
        <div class="game-board"><noughts-board .view=${seat.view} .isActive=${false}></noughts-board></div>
        <form class="panel settings" @submit=${this.#sit}>
          <h2>${seat.title}</h2>
          <p>You play <strong class="mark ${seat.view.marks[seat.side].toLowerCase()}">${mark}</strong>${
            seat.side === 0 ? " and move first" : ""
          }; ${clockWords(seat.clock)}.</p>
          <label class="field"><span>Your name</span>
            <input type="text" name="name" autocomplete="nickname" maxlength=${LONGEST_NAME} placeholder="Anonymous" .value=${ownName()} />
          </label>
          <button class="primary big" data-action="sit" ?disabled=${this.isBusy}>Sit down</button>
          <p class="faint">Whoever sits down first plays; everybody after that watches.</p>
        </form>
      </div>
    </div>`;
  }
}

customElements.define("sit-page", SitPage);
