/**
 * What pages with a board have in common: stepping through the moves, lines drawn on the board, keys. A page gives
 * `line()`, the moves that it shows, and says by `lookedAt` what to do when another position comes into sight.
 */

import { LitElement } from "../vendor/lit.js";
import { fetchCatalogue } from "../keeper/api.js";
import { copyLink } from "../frame/dialogs.js";
import { ghostsOf, viewOf } from "./game-line.js";
import { complain, notify } from "../frame/notices.js";
import { positionLink, treeLink } from "../frame/router.js";
import { changeSettings, settings } from "../frame/settings.js";

const MOST_GHOSTS = 10; // moves of a line that are drawn: more is a muddle
const WIDE = 1.7; // times as wide as high

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Mark} Mark */
/**
 * @typedef {object} Line
 * @property {string} game
 * @property {string | null} start position text
 * @property {{text: string, mover: 0 | 1 | null}[]} moves
 * @property {[Mark, Mark]} marks
 * @property {View | null} present the view after all moves, if it is known
 */

export class BoardPage extends LitElement {
  static properties = {
    ply: { state: true },
    view: { state: true },
    ghosts: { state: true },
    isAnalysing: { state: true },
  };

  constructor() {
    super();
    /** The position that is looked at; null for the present one, which moves on. @type {number | null} */
    this.ply = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {import("../types").Ghost[]} */
    this.ghosts = [];
    this.isAnalysing = settings().analysis;
    this.onKeyDown = this.onKeyDown.bind(this);
    /** @type {Promise<string> | null} */
    this.ownStart = null;
    /** That an analysis may have; the server says how many. */
    this.mostLines = 1;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKeyDown);
    fetchCatalogue().then(
      ({ bounds }) => {
        this.mostLines = bounds.lines;
        if (this.isAnalysing && this.view) this.lookedAt(); // it was asked for too few
      },
      () => {},
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKeyDown);
  }

  /** @returns {Line | null} */
  line() {
    return null;
  }

  /** Another position is in sight. */
  lookedAt() {}

  /** A position could not be had. @param {Error} error */
  notFound(error) {
    complain(error);
  }

  /** Keys of the page itself. @param {string} _key @returns {boolean} whether it was one */
  onPageKey(_key) {
    return false;
  }

  /** The lines that an analysis should have: one for each legal move. */
  get wantedLines() {
    return Math.min(this.mostLines, Math.max(1, Object.keys(this.view?.clicks ?? {}).length));
  }

  get shownPly() {
    return this.ply ?? this.line()?.moves.length ?? 0;
  }

  /** Boards that are much wider than high have what belongs to them below. */
  get shape() {
    return this.#aspect >= WIDE ? "wide" : this.#aspect <= 1 / WIDE ? "tall" : "";
  }

  get #aspect() {
    return this.view ? this.view.columns / this.view.rows : 1;
  }

  /** Tells the style sheet how much room the board takes. The page's security policy allows no style in the markup. */
  fitBoard() {
    /** @type {HTMLElement | null} */ (this.querySelector(".game"))?.style.setProperty("--aspect", `${this.#aspect}`);
  }

  updated() {
    this.fitBoard();
  }

  /** The moves up to the position that is looked at. */
  get shownMoves() {
    return (
      this.line()
        ?.moves.slice(0, this.shownPly)
        .map((move) => move.text) ?? []
    );
  }

  /** @param {number} ply */
  goTo(ply) {
    const count = this.line()?.moves.length ?? 0;
    this.ply = ply >= count ? null : Math.max(0, ply);
    this.ghosts = [];
    this.look();
  }

  /** Shows the position that is looked at. */
  async look() {
    const line = this.line();
    if (!line) return;
    const ply = this.shownPly;
    try {
      const isPresent = ply === line.moves.length && line.present;
      const view = isPresent ? line.present : await viewOf(line.game, line.start, this.shownMoves, line.marks);
      if (ply !== this.shownPly) return; // somebody has stepped on in between
      this.view = view;
      this.lookedAt();
    } catch (error) {
      this.notFound(/** @type {Error} */ (error));
    }
  }

  /** Numbers the moves of a line on the board. @param {string[] | null} moves */
  async drawLine(moves) {
    const [line, view] = [this.line(), this.view];
    this.wanted = moves;
    if (!moves || !line || !view) {
      this.ghosts = [];
      return;
    }
    const shown = moves.slice(0, MOST_GHOSTS);
    this.ghosts = ghostsOf(view, shown, null);
    try {
      const end = await viewOf(line.game, line.start, [...this.shownMoves, ...shown], line.marks);
      if (this.wanted === moves && this.view === view) this.ghosts = ghostsOf(view, shown, end);
    } catch {
      // The numbers are there; only their colours are not.
    }
  }

  toggleAnalysis() {
    this.isAnalysing = !this.isAnalysing;
    changeSettings({ analysis: this.isAnalysing });
    this.ghosts = [];
    this.lookedAt();
  }

  /** Where the search tree of what is shown is to be seen. */
  get treeLink() {
    const line = this.line();
    return line && treeLink(line.game, line.start, this.shownMoves);
  }

  async copyPositionLink() {
    const line = this.line();
    if (!line) return;
    // Most games begin where they always do: their links are short.
    const start = line.start && line.start === (await this.ownStart?.catch(() => null)) ? null : line.start;
    const hash = positionLink(line.game, start, this.shownMoves, line.marks);
    if (await copyLink(new URL(hash, location.href).href)) notify("Link copied: it opens this position anywhere");
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    const isTyping = target.matches("input, select, textarea") || document.querySelector("dialog[open]");
    if (isTyping || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.#step(event.key) || this.#onCommonKey(event.key) || this.onPageKey(event.key)) event.preventDefault();
  }

  /** @param {string} key */
  #onCommonKey(key) {
    if (key === "a") this.toggleAnalysis();
    else if (key === "b") /** @type {SVGElement | null} */ (this.querySelector(".cell[tabindex='0']"))?.focus();
    else return false;
    return true;
  }

  /** @param {string} key */
  #step(key) {
    const count = this.line()?.moves.length ?? 0;
    /** @type {Record<string, number>} */
    const plies = { ArrowLeft: this.shownPly - 1, ArrowRight: this.shownPly + 1, Home: 0, End: count };
    if (!(key in plies)) return false;
    this.goTo(plies[key]);
    return true;
  }
}
