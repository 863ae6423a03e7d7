/** The position that is looked at: stepping through the moves of a line, moves drawn on the board, links to what is shown. */

import { aspectOf } from "../board/geometry.js";
import { keeper } from "../keeper/chosen.js";
import { copyLink } from "../frame/dialogs.js";
import { ghostsOf, viewOf } from "./game-line.js";
import { complain, notify } from "../frame/notices.js";
import { Part } from "./part.js";
import { isOnlyHere, lineLink, positionLink, treeLink } from "../frame/router.js";

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
/**
 * @typedef {object} Watcher
 * @property {() => Line | null} line the moves that are stepped through
 * @property {() => void} [seen] another position is in sight
 * @property {(error: Error) => void} [missed] a position could not be had
 */

export class Sight extends Part {
  /** Null for the present position, which moves on. @type {number | null} */
  ply = null;
  /** @type {View | null} */
  view = null;
  /** @type {import("../types").Ghost[]} */
  ghosts = [];
  /** The line that is to be drawn. @type {string[] | null} */
  #drawn = null;
  /** Numbers what is asked for, as answers may come late. */
  #asked = 0;
  /** The usual start of the game of that name. @type {{game: string, text: Promise<string | null>} | null} */
  #ownStart = null;

  /** @param {import("../vendor/lit.js").LitElement} host @param {Watcher} watcher */
  constructor(host, watcher) {
    super(host);
    this.watcher = watcher;
  }

  /** Nothing is in sight: another game comes. */
  forget() {
    this.ply = null;
    this.view = null;
    this.ghosts = [];
    this.redraw();
  }

  get shownPly() {
    return this.ply ?? this.watcher.line()?.moves.length ?? 0;
  }

  /** The moves up to the position that is looked at. */
  get shownMoves() {
    const moves = this.watcher.line()?.moves ?? [];
    return moves.slice(0, this.shownPly).map((move) => move.text);
  }

  /** What is looked at, as a keeper is asked for it. */
  get place() {
    const line = this.watcher.line();
    return line && { game: line.game, position: line.start, moves: this.shownMoves };
  }

  /** Boards that are much wider than high have what belongs to them below. */
  get shape() {
    return this.#aspect >= WIDE ? "wide" : this.#aspect <= 1 / WIDE ? "tall" : "";
  }

  get #aspect() {
    return this.view ? aspectOf(this.view) : 1;
  }

  /** Tells the style sheet how much room the board takes. The page's security policy allows no style in the markup. */
  hostUpdated() {
    /** @type {HTMLElement | null} */ (this.host.querySelector(".game"))?.style.setProperty("--aspect", `${this.#aspect}`);
  }

  /** @param {number} ply */
  goTo(ply) {
    const count = this.watcher.line()?.moves.length ?? 0;
    this.ply = ply >= count ? null : Math.max(0, ply);
    this.ghosts = [];
    this.redraw();
    this.look();
  }

  /** The line has changed: whoever plays on wants to see it; whoever looks back while others play wants to stay there. @param {boolean} isShorter */
  follow(isShorter) {
    if (isShorter) this.ply = null;
    if (this.ply === null) this.ghosts = [];
    this.look();
  }

  /** Shows the position that is looked at. */
  async look() {
    const line = this.watcher.line();
    if (!line) return;
    if (this.#ownStart?.game !== line.game) {
      const text = keeper().view({ game: line.game }).then(({ position }) => position);
      this.#ownStart = { game: line.game, text: text.catch(() => null) };
    }
    const [ply, asked] = [this.shownPly, ++this.#asked];
    try {
      const isPresent = ply === line.moves.length && line.present;
      const view = isPresent ? line.present : await viewOf(line.game, line.start, this.shownMoves, line.marks);
      if (asked !== this.#asked) return; // somebody has stepped on in between
      this.view = view;
      this.redraw();
      this.watcher.seen?.();
    } catch (error) {
      if (asked === this.#asked) (this.watcher.missed ?? complain)(/** @type {Error} */ (error));
    }
  }

  /** Numbers the moves of a line on the board. @param {string[] | null} moves */
  async draw(moves) {
    const [line, view] = [this.watcher.line(), this.view];
    this.#drawn = moves;
    const shown = moves?.slice(0, MOST_GHOSTS);
    this.ghosts = view && shown ? ghostsOf(view, shown, null) : [];
    this.redraw();
    if (!shown || !line || !view) return;
    try {
      const end = await viewOf(line.game, line.start, [...this.shownMoves, ...shown], line.marks);
      if (this.#drawn !== moves || this.view !== view) return;
      this.ghosts = ghostsOf(view, shown, end);
      this.redraw();
    } catch {
      // The numbers are there; only their colours are not.
    }
  }

  /** Where the search tree of what is shown is to be seen, if there are any. */
  get treeLink() {
    const line = this.watcher.line();
    return line && keeper().can.trees ? treeLink(line.game, line.start, this.shownMoves) : null;
  }

  async copyLink() {
    const line = this.watcher.line();
    if (!line) return;
    // Most games begin where they always do: their links are short.
    const start = line.start && line.start === (await this.#ownStart?.text) ? null : line.start;
    const hash = keeper().can.positions
      ? positionLink(line.game, start, this.shownMoves, line.marks)
      : lineLink(line.game, this.shownMoves, line.marks);
    if (!(await copyLink(new URL(hash, location.href).href))) return;
    notify(`Link copied: it opens this position ${isOnlyHere() ? "on this machine" : "anywhere"}`);
  }

  /** @param {string} key @returns {boolean} whether it is one that steps */
  onKey(key) {
    const count = this.watcher.line()?.moves.length ?? 0;
    /** @type {Record<string, number>} */
    const plies = { ArrowLeft: this.shownPly - 1, ArrowRight: this.shownPly + 1, Home: 0, End: count };
    if (!(key in plies)) return false;
    this.goTo(plies[key]);
    return true;
  }
}
