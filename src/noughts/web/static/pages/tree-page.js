/** <tree-page>: the tree that a search has searched in a position. The viewer is the laboratory's own. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { familyOf } from "../new-game/choices.js";
import { number, select } from "../frame/fields.js";
import { complain } from "../frame/notices.js";
import { go } from "../frame/router.js";

/** @typedef {import("../types").Catalogue} Catalogue */

const SEARCHES = ["minimax", "alphabeta", "pvs", "hminimax", "mtdf"];
const DEEPEST = 20;
/** @type {string} */
const VIEWER = "/static/lab/tree-view.js";

export class TreePage extends LitElement {
  static properties = {
    game: { attribute: false },
    parameters: { attribute: false },
    catalogue: { state: true },
    isSearching: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.parameters = new URLSearchParams();
    /** @type {Catalogue | null} */
    this.catalogue = null;
    this.isSearching = false;
    /** @type {string | null} */
    this.problem = null;
    keeper()
      .catalogue()
      .then((found) => (this.catalogue = found), complain);
  }

  createRenderRoot() {
    return this;
  }

  get chosen() {
    const get = (/** @type {string} */ name) => this.parameters.get(name);
    const search = /** @type {NonNullable<import("../types").TreeRequest["search"]>} */ (get("search") ?? "alphabeta");
    return { search, evaluation: get("evaluation"), depth: Number(get("depth")) || null };
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    if (changed.has("parameters") || changed.has("game")) this.#search();
  }

  async #search() {
    const { game, parameters } = this;
    const asked = {
      game: game || "3x3x3",
      position: parameters.get("start"),
      moves: (parameters.get("moves") ?? "").split(",").filter(Boolean),
      ...this.chosen,
    };
    this.isSearching = true;
    this.problem = null;
    try {
      const [tree, { showTree }] = await Promise.all([keeper().tree?.(asked), import(VIEWER)]);
      if (parameters !== this.parameters || game !== this.game) return;
      const host = document.createElement("div");
      host.className = "inside";
      this.querySelector(".tree-host")?.replaceChildren(host);
      showTree(host, tree);
    } catch (error) {
      if (parameters !== this.parameters || game !== this.game) return;
      this.querySelector(".tree-host")?.replaceChildren();
      this.problem = error instanceof Error ? error.message : `${error}`;
    } finally {
      this.isSearching = false;
    }
  }

  /** Whatever is chosen stands in the address, so that it can be sent on. @param {Record<string, string | null>} changes */
  #go(changes, game = this.game || "3x3x3") {
    const parameters = new URLSearchParams(game === this.game ? this.parameters : []);
    for (const [name, value] of Object.entries(changes)) {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    }
    go(`#/tree/${encodeURIComponent(game)}?${parameters}`);
  }

  render() {
    const { search, evaluation, depth } = this.chosen;
    const game = this.game || "3x3x3";
    const games = this.catalogue?.games ?? [];
    const named = games
      .filter(({ sizes }) => !sizes.length) // of boards of any size the one that is shown is named
      .map(({ example, title }) => /** @type {[string, string]} */ ([example, title]));
    if (!named.some(([name]) => name === game)) named.unshift([game, game]);
    const known = games.find(({ example, name, sizes }) => !sizes.length && (example === game || name === game))?.name;
    const family = known ?? familyOf(games.map(({ name }) => name), game)?.[0];
    const evaluations = (this.catalogue?.evaluations ?? []).filter(({ fits }) => !family || fits.includes(family));
    const players = (this.catalogue?.players ?? []).filter(({ plays }) => plays.some((name) => name === game || name === known || name === family));
    const searches = [...SEARCHES, ...players.map(({ name }) => name)];
    const choices = /** @type {[string, string][]} */ ([["", "the game’s own"], ...evaluations.map(({ name }) => [name, name])]);
    return html`<link rel="stylesheet" href="/static/lab/tree-view.css" />
      <div class="page tree-page">
        <h1>Search tree</h1>
        <p>What a search has looked at, in its order, with alpha, beta and value at each node. Grey branches were cut.</p>
        <div class="tree-choices">
          ${select("Game", "game", named, game, (value) => this.#go({}, value))}
          ${select("Search", "search", searches.map((name) => [name, name]), search, (value) => this.#go({ search: value }))}
          ${select("Evaluation", "evaluation", choices, evaluation ?? "", (value) => this.#go({ evaluation: value }))}
          ${number("Depth", "depth", { min: 1, max: DEEPEST, step: 1, placeholder: "as fits" }, depth, (value) =>
            this.#go({ depth: value ? `${value}` : null }),
          )}
        </div>
        <p role="status">${this.isSearching ? "Searching…" : nothing}${this.problem ?? nothing}</p>
        <div class="tree-host"></div>
      </div>`;
  }
}

customElements.define("tree-page", TreePage);
