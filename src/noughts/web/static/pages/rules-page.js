/** <rules-page>: the rules of each game, in the words of the game itself. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { decorated, drawThumbnail } from "../board/drawing.js";
import { complain } from "../frame/notices.js";

/** @typedef {import("../types").CatalogueGame} CatalogueGame */

export class RulesPage extends LitElement {
  static properties = { game: { attribute: false }, games: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** @type {CatalogueGame[]} */
    this.games = [];
    keeper()
      .catalogue()
      .then(({ games }) => (this.games = games), complain);
  }

  createRenderRoot() {
    return this;
  }

  /** "5x6x4" has the rules of "ROWSxCOLSxK". */
  get found() {
    if (!this.game) return this.games[0];
    const found = this.games.find(({ name }) => name === this.game);
    return (
      found ??
      this.games.find(({ name, sizes }) => {
        return sizes.length && new RegExp(`^${name.replace(/[A-Z]+/g, "\\d+")}$`).test(this.game);
      })
    );
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
        ${
          game
            ? html`<div class="rules-board">${drawThumbnail(decorated(game.view))}</div>
              <div class="rules-text">${paragraphs(game.rules).map((text) => html`<p>${withCode(text)}</p>`)}
                ${
                  keeper().can.trees
                    ? html`<p><a href="#/tree/${encodeURIComponent(game.example)}">See a search tree of it</a></p>`
                    : nothing
                }</div>`
            : this.games.length
              ? html`<p>There is no game ${this.game} here.</p>`
              : nothing
        }
      </div>
    </div>`;
  }
}

/** Lines that were broken for the source's width, as paragraphs. @param {string} text */
function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => part.replace(/\s*\n\s*/g, " ").trim());
}

/** What stands between backquotes is set as code. @param {string} text */
function withCode(text) {
  return text.split(/`+/).map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}

customElements.define("rules-page", RulesPage);
