/** <identity-page>: somebody has come by a personal link. Nothing happens before they say so: links get passed on. */

import { LitElement, html } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { complain } from "../frame/notices.js";
import { personalLink } from "../frame/router.js";
import { counted } from "../words/wording.js";

/** @typedef {import("../types").Identity} Identity */

class IdentityPage extends LitElement {
  static properties = { link: {}, now: { state: true } };

  constructor() {
    super();
    this.link = "";
    /** Who this browser is so far. @type {Identity | null} */
    this.now = null;
    keeper()
      .identity?.()
      .then((found) => (this.now = found), complain);
  }

  createRenderRoot() {
    return this;
  }

  async #take() {
    try {
      await keeper().become?.(this.link);
      location.replace("#/games");
      location.reload(); // everything that is shown was somebody else's
    } catch (error) {
      complain(error);
    }
  }

  render() {
    const { now } = this;
    if (!now) return html`<div class="page"><h1>A personal link</h1></div>`;
    const isSame = now.link === this.link;
    return html`<div class="page">
      <h1>A personal link</h1>
      <section class="panel settings" aria-label="A personal link">
        ${
          isSame
            ? html`<p>This link is your own: its games are here already. <a href="#/games">Your games</a></p>`
            : html`<p>
                  This link carries somebody's games and settings. If it is yours, go on: this browser will show them from now on.
                </p>
                ${this.#left()}
                <div class="row">
                  <button class="primary" data-action="take" @click=${this.#take}>Show these games here</button>
                  <a class="button" href="#/">Leave everything as it is</a>
                </div>`
        }
      </section>
    </div>`;
  }

  /** What would be left behind. */
  #left() {
    const { now } = this;
    if (!now?.games) return "";
    if (now.is_machine_user) return html`<p>They will be added to the ${counted(now.games, "game")} that you have here.</p>`;
    return html`<p>This browser has ${counted(now.games, "game")} of its own. They stay at this link, which you may want to keep:</p>
      <input class="wide" aria-label="The link to the games of this browser" readonly .value=${personalLink(now.link)} />`;
  }
}

customElements.define("identity-page", IdentityPage);
