/** <noughts-app>: the frame around the pages, and which of them is shown. */

import { LitElement, html, nothing } from "./vendor/lit.js";
import "./frame/page-notices.js";
import "./new-game/new-game.js";
import { keeper } from "./keeper/chosen.js";
import { showKeys } from "./frame/dialogs.js";
import { complain } from "./frame/notices.js";
import { go, readRoute } from "./frame/router.js";
import { loadSettings } from "./frame/settings.js";

/** Pages with their addresses and words, and a shorter word for narrow windows. */
const LINKS = [
  ["play", "#/", "Play"],
  ["puzzles", "#/puzzles", "Puzzles"],
  ["games", "#/games", "Games"],
  ["statistics", "#/statistics", "Statistics", "Stats"],
  ["rules", "#/rules", "Rules"],
  ["settings", "#/settings", "Settings"],
];

/**
 * Pages that are not needed at once are loaded when somebody goes there; `noughts/web/module_graph.py` reads this.
 * @type {Record<string, () => Promise<unknown>>}
 */
const LATER = {
  game: () => import("./game/play-page.js"),
  at: () => import("./game/position-page.js"),
  analysis: () => import("./analysis/analysis-page.js"),
  games: () => import("./pages/games-page.js"),
  statistics: () => import("./pages/statistics-page.js"),
  settings: () => import("./pages/settings-page.js"),
  rules: () => import("./pages/rules-page.js"),
  puzzles: () => import("./puzzles/puzzle-page.js"),
  learn: () => import("./pages/lesson-page.js"),
  me: () => import("./pages/identity-page.js"),
  tree: () => import("./pages/tree-page.js"),
  arena: () => import("./pages/arena-page.js"),
  embed: () => import("./game/embed-page.js"),
  friend: () => import("./friends/friend-page.js"),
  sit: () => import("./friends/sit-page.js"),
  watch: () => import("./friends/watch-page.js"),
};

/** Pages that only some keepers of games allow. @type {Record<string, "trees" | "identity" | "unkept" | "arena" | "friends">} */
const NEEDS = { tree: "trees", me: "identity", embed: "unkept", arena: "arena", friend: "friends", sit: "friends", watch: "friends" };

const FIRST_PAGE = 500; // ms in which nothing else is loaded
const RETRY = 1500; // ms between looks whether the server is there again

class NoughtsApp extends LitElement {
  static properties = { route: { state: true }, isReady: { state: true } };

  constructor() {
    super();
    this.route = readRoute();
    this.isReady = false;
    this.isWaitingForServer = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", () => this.#onRoute());
    addEventListener("unhandledrejection", (event) => complain(event.reason));
    document.addEventListener("keydown", (event) => this.#onKey(event));
    keeper().absence.addEventListener("missed", () => this.#waitForServer());
    loadSettings()
      .catch(complain)
      .finally(() => {
        this.isReady = true;
        this.#load();
        if (this.route.page === "play") setTimeout(() => LATER.game().catch(() => {}), FIRST_PAGE); // it will be wanted
      });
  }

  #onRoute() {
    this.route = readRoute();
    this.#load();
    scrollTo(0, 0);
    // Screen readers and Tab begin with the new page.
    this.querySelector("main")?.focus({ preventScroll: true });
  }

  #load() {
    if (this.#isOffered) {
      LATER[this.route.page]?.().catch(() => {
        complain("this page could not be loaded; is the server running?");
        this.#waitForServer();
      });
    }
    const found = LINKS.find(([page]) => page === this.route.page);
    document.title = found && found[0] !== "play" ? `${found[2]} · Noughts` : "Noughts";
  }

  get #isOffered() {
    const needed = NEEDS[this.route.page];
    return !needed || keeper().can[needed];
  }

  /** Show a page anew that found no server, as soon as there is one; a game's own looks for it by itself. */
  async #waitForServer() {
    if (this.isWaitingForServer) return;
    this.isWaitingForServer = true;
    do await new Promise((resolve) => setTimeout(resolve, RETRY));
    while (!(await keeper().isThere()));
    this.isWaitingForServer = false;
    if (!LATER[this.route.page] || this.querySelector("play-page:defined")) return;
    this.isReady = false;
    await this.updateComplete;
    this.isReady = true;
    this.#load();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches("input:not([type=radio]):not([type=range]), select, textarea")) return;
    if (document.querySelector("dialog[open]") || event.altKey || event.metaKey) return;
    if (event.key === "n") go("#/");
    else if (event.key === "?" && !event.ctrlKey) showKeys();
    else return;
    event.preventDefault();
  }

  render() {
    const { page } = this.route;
    if (page === "embed") return html`<main id="main" tabindex="-1">${this.isReady ? this.#page() : nothing}</main><page-notices></page-notices>`;
    const current = ["game", "at", "analysis", "friend", "sit", "watch"].includes(page) ? "play" : page === "arena" ? "games" : page === "learn" ? "rules" : page;
    return html`<a class="skip" href="#main" @click=${this.#skip}>Skip to the page</a>
      <header class="top">
        <a class="brand" href="#/" aria-label="Noughts, new game"><span class="x">×</span><span class="o">○</span> <span class="name">Noughts</span></a>
        <nav aria-label="Pages">
          ${LINKS.map(
            ([name, href, text, short]) =>
              html`<a href=${href} aria-current=${name === current ? "page" : nothing}>${
                short ? html`<span class="long">${text}</span><span class="short">${short}</span>` : text
              }</a>`,
          )}
        </nav>
        <button class="quiet help" aria-label="Keys" title="Keys (?)" @click=${showKeys}>?</button>
      </header>
      <main id="main" tabindex="-1">${this.isReady ? this.#page() : nothing}</main>
      <page-notices></page-notices>`;
  }

  /** @param {Event} event */
  #skip(event) {
    event.preventDefault(); // the hash belongs to the router
    this.querySelector("main")?.focus();
  }

  #page() {
    const { page, argument, parameters } = this.route;
    if (!this.#isOffered) return html`<div class="page"><h1>There is no such page here</h1><p><a href="#/">Play</a></p></div>`;
    switch (page) {
      case "play":
        return html`<new-game></new-game>`;
      case "game":
        return html`<play-page .gameId=${argument}></play-page>`;
      case "at":
        return html`<position-page .game=${argument} .parameters=${parameters}></position-page>`;
      case "analysis":
        return argument
          ? html`<analysis-page .game=${argument} .parameters=${parameters}></analysis-page>`
          : html`<boards-page></boards-page>`;
      case "games":
        return html`<games-page></games-page>`;
      case "statistics":
        return html`<statistics-page></statistics-page>`;
      case "settings":
        return html`<settings-page></settings-page>`;
      case "me":
        return html`<identity-page .link=${argument}></identity-page>`;
      case "friend":
        return html`<friend-page></friend-page>`;
      case "sit":
        return html`<sit-page .link=${argument}></sit-page>`;
      case "watch":
        return argument ? html`<play-page .gameId=${`watch/${argument}`}></play-page>` : html`<watch-page></watch-page>`;
      case "rules":
        return html`<rules-page .game=${argument}></rules-page>`;
      case "puzzles":
        return html`<puzzle-page .game=${argument} .parameters=${parameters}></puzzle-page>`;
      case "learn":
        return html`<lesson-page .game=${argument}></lesson-page>`;
      case "tree":
        return html`<tree-page .game=${argument} .parameters=${parameters}></tree-page>`;
      case "arena":
        return html`<arena-page .place=${argument}></arena-page>`;
      case "embed":
        return html`<embed-page .game=${argument} .parameters=${parameters}></embed-page>`;
    }
  }
}

customElements.define("noughts-app", NoughtsApp);
