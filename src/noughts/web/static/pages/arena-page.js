/** <arena-page>: matches and tournaments of programs: all of them, one to look on at, or a game of one. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "./arena-game.js";
import "./arena-match.js";
import { keeper } from "../keeper/chosen.js";
import { complain } from "../frame/notices.js";
import { arenaLink } from "../frame/router.js";
import { capital, counted, when } from "../words/wording.js";
import { playersInWords } from "./arena-words.js";

/** @typedef {import("../types").MatchSummary} MatchSummary */

const LOOK = 5000; // ms until it is asked again what is played

export class ArenaPage extends LitElement {
  static properties = { place: { attribute: false }, all: { state: true }, problem: { state: true } };

  constructor() {
    super();
    /** "", a match, or a match and a game's number: "0123456789abcdef/12". */
    this.place = "";
    /** @type {MatchSummary[] | null} */
    this.all = null;
    /** Why there is nothing to see. @type {string | null} */
    this.problem = null;
    /** The match that is shown where none was asked for. @type {MatchSummary | null} */
    this.newest = null;
    this.timer = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#look();
    this.timer = setInterval(() => document.hidden || this.place || this.#look(), LOOK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("place") && changed.get("place") && !this.place) this.#look();
  }

  async #look() {
    try {
      const found = (await keeper().matches?.()) ?? [];
      this.problem = null;
      this.all = found;
    } catch (error) {
      // Where matches are not shown, there is no such address.
      if (/** @type {any} */ (error)?.status === 404) this.problem = "matches are not shown here";
      else if (!this.all) complain(error);
      return;
    }
    const { all } = this;
    const shown = all.find((one) => one.id === this.newest?.id);
    // Whoever looks on is not taken away from a match that goes on.
    this.newest = shown?.is_live ? shown : (all.find((one) => one.is_live) ?? shown ?? all[0] ?? null);
  }

  render() {
    const [match, game] = this.place.split("/");
    if (this.problem) return html`<div class="page"><h1>The arena</h1><p>${capital(this.problem)}</p><p><a href="#/">Play</a></p></div>`;
    if (game) return html`<arena-game .match=${match} .number=${Number(game)}></arena-game>`;
    if (match) return html`<arena-match .match=${match} .isByItself=${true}></arena-match>`;
    if (!this.all) return html`<div class="page"><h1>The arena</h1><p class="faint">Looking…</p></div>`;
    if (!this.newest) {
      return html`<div class="page">
        <h1>The arena</h1>
        <p>Nothing has been played yet. A match of programs is begun in the terminal, for example by</p>
        <p><code>noughts match noughts:level=hard report003 --game xrudder --games 20</code></p>
      </div>`;
    }
    return html`<arena-match .match=${this.newest.id}></arena-match>
      <section class="page arena" aria-labelledby="all-matches">
        <h2 id="all-matches">All matches</h2>
        <ul class="arena-list">${this.all.map((one) => this.#row(one))}</ul>
      </section>`;
  }

  /** @param {MatchSummary} match */
  #row(match) {
    const facts = [match.game, counted(match.games, "game"), when(match.changed)];
    return html`<li>
      <a href=${arenaLink(match.id)}>
        <span class="who">${playersInWords(match.players)}</span>
        ${match.is_live ? html`<span class="tag open">being played</span>` : nothing}
        <span class="faint">${facts.join(" · ")}</span>
      </a>
    </li>`;
  }
}

customElements.define("arena-page", ArenaPage);
