/** <rules-page>: the rules of each game in people's words, with diagrams; below them how it is written down. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { drawThumbnail } from "../board/drawing.js";
import { complain } from "../frame/notices.js";
import { familyOf, keepChoices, loadChoices } from "../new-game/choices.js";
import { withSymbols } from "../words/symbols.js";

/** @typedef {import("../types").CatalogueGame} CatalogueGame */
/** @typedef {import("../types").Guide} Guide */

export class RulesPage extends LitElement {
  static properties = { game: { attribute: false }, games: { state: true }, guide: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** @type {CatalogueGame[]} */
    this.games = [];
    /** Of the game that is shown. @type {Guide | null} */
    this.guide = null;
    keeper()
      .catalogue()
      .then(({ games }) => (this.games = games), complain);
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") || changed.has("games")) this.#load();
  }

  /** On a phone the games are a row that scrolls. @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    if (!changed.has("game") && !changed.has("games")) return;
    this.querySelector(".rules-list [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  async #load() {
    const game = this.found;
    if (!game || game.name === this.guide?.name) return;
    try {
      const guide = await keeper().guide(game.name);
      if (game === this.found) this.guide = guide;
    } catch (error) {
      complain(error);
    }
  }

  /** "5x6x4" has the rules of "ROWSxCOLSxK". */
  get found() {
    if (!this.game) return this.games[0];
    const names = this.games.map(({ name }) => name);
    const name = names.includes(this.game) ? this.game : familyOf(names, this.game)?.[0];
    const isThat = (/** @type {CatalogueGame} */ game) => game.example === this.game && !game.sizes.length; // 3x3x3
    return this.games.find(isThat) ?? this.games.find((game) => game.name === name);
  }

  render() {
    const game = this.found;
    return html`<div class="page rules">
      <nav class="rules-list" aria-label="Rules of each game">
        ${this.games.map(
          ({ name, title }) =>
            html`<a href="#/rules/${encodeURIComponent(name)}" aria-current=${name === game?.name ? "page" : nothing}>${title}${
              name.includes("-") && this.games.some((other) => other.title === title && other.name !== name)
                ? ` (${name})`
                : ""
            }</a>`,
        )}
      </nav>
      <div class="rules-content">
        <h1>${game?.title ?? "Rules"}</h1>
        ${game ? this.#about(game) : this.games.length ? html`<p>There is no game ${this.game} here.</p>` : nothing}
      </div>
    </div>`;
  }

  /** @param {CatalogueGame} game */
  #about(game) {
    const guide = this.guide?.name === game.name ? this.guide : null;
    if (!guide) return nothing;
    return html`<div class="rules-text">${guide.words.map((text) => html`<p>${withCode(withSymbols(text))}</p>`)}</div>
      <div class="row">
        <a class="button primary" data-action="learn" href="#/learn/${encodeURIComponent(game.name)}">A first game, step by step</a>
        <a class="button" data-action="puzzles" href="#/puzzles">Puzzles</a>
        <a class="button" data-action="play" href="#/" @click=${() => keepChoices({ ...loadChoices(), game: game.name })}>Play</a>
      </div>
      <div class="diagrams">
        ${guide.diagrams.map(
          ({ view, words }) => html`<figure>${drawThumbnail(view)}<figcaption>${withSymbols(words)}</figcaption></figure>`,
        )}
      </div>
      ${
        guide.notation.length
          ? html`<section class="rules-text faint" aria-labelledby="notation">
              <h2 id="notation">How it is written</h2>
              ${guide.notation.map((text) => html`<p>${withCode(text)}</p>`)}
            </section>`
          : nothing
      }
      ${
        keeper().can.trees
          ? html`<p><a href="#/tree/${encodeURIComponent(game.example)}">See a search tree of it</a></p>`
          : nothing
      }`;
  }
}

/** What stands between backquotes is set as code. @param {string} text */
function withCode(text) {
  return text.split(/`+/).map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}

customElements.define("rules-page", RulesPage);
