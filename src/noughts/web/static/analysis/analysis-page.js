/**
 * <analysis-page>: a board on which one moves for both sides, and each other move at a point is a variation of its own.
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import "../game/move-steps.js";
import "./boards-page.js";
import "./node-notes.js";
import "./openings-panel.js";
import "./tree-list.js";
import { shapeOf, textOf } from "../board/shapes.js";
import { copyLink } from "../frame/dialogs.js";
import { complain, notify } from "../frame/notices.js";
import { isOnlyHere, marksOf } from "../frame/router.js";
import { Analysing } from "../game/analysing.js";
import { BoardKeys } from "../game/board-keys.js";
import { PlaceAnalyst } from "../game/place-analyst.js";
import { playOnFrom } from "../game/play-on.js";
import { Sight } from "../game/sight.js";
import { withSymbols } from "../words/symbols.js";
import { capital } from "../words/wording.js";
import { fileButtons, keepByName } from "./board-files.js";
import { Keeping } from "./keeping.js";
import { backOf, openPlace, treeLink } from "./place.js";
import { endOf, lineTo, plyOf, siblingOf } from "./tree.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode */

/** Where the board is kept: in the address, or by its name. @type {Record<string, [string, string]>} */
const STATES = {
  safe: ["in this page's address", "kept"],
  pending: ["…", "keeping…"],
  large: ["too large for an address: keep it by a name", "not kept"],
};
const SECONDS = 5; // of an analysis

export class AnalysisPage extends LitElement {
  static properties = {
    game: { attribute: false },
    parameters: { attribute: false },
    opened: { state: true },
    problem: { state: true },
    colour: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    this.parameters = new URLSearchParams();
    /** @type {import("./place.js").Opened | null} */
    this.opened = null;
    /** Why the link leads nowhere. @type {string | null} */
    this.problem = null;
    /** That clicks draw with, if they do. @type {string | null} */
    this.colour = null;
    /** The position that was seen last: what cannot be shown leads back there. @type {TreeNode | null} */
    this.seen = null;
    this.sight = new Sight(this, {
      line: () => this.#line(),
      seen: () => {
        this.seen = this.opened?.node ?? null;
        this.analysing.begin();
      },
      missed: (error) => this.#onMissed(error),
    });
    this.analyst = new PlaceAnalyst(this, SECONDS, () => this.analysing);
    this.analysing = new Analysing(
      this,
      this.sight,
      (lines) => this.analyst.ask(this.sight.place, lines),
      (moves) => this.#play(moves),
    );
    this.keeping = new Keeping(this, () => this.opened && { opened: this.opened, back: backOf(this.parameters) });
    this.keys = new BoardKeys(
      this,
      (key) => this.#onKey(key),
      (key) => this.analysing.onKey(key),
    );
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("parameters") || changed.has("game")) this.#open();
  }

  async #open() {
    const { game, parameters } = this;
    this.problem = null;
    this.keeping.leave();
    this.opened = this.seen = null;
    this.sight.forget();
    try {
      const opened = await openPlace(game, parameters);
      if (parameters !== this.parameters || game !== this.game) return;
      this.opened = opened;
      this.keeping.begin(opened);
      this.sight.look();
    } catch (error) {
      if (parameters === this.parameters) this.problem = /** @type {Error} */ (error).message;
    }
  }

  get marks() {
    return this.opened?.marks ?? marksOf(this.parameters);
  }

  /** The moves that lead to the position in sight: what follows is the tree's. */
  #line() {
    if (!this.opened) return null;
    const { tree, node } = this.opened;
    const moves = lineTo(node).map(({ move }) => ({ text: move, mover: null }));
    return { game: tree.game, start: tree.position, moves, marks: this.marks, present: null };
  }

  /** A tree may come from anywhere: a move of it may be none. @param {Error} error */
  #onMissed(error) {
    if (!this.sight.view || !this.seen) this.problem = error.message;
    else {
      complain(error);
      if (/** @type {any} */ (error)?.isFinal) this.#choose(this.seen);
    }
  }

  // What people do

  /** Look at a node. @param {TreeNode} node */
  #choose(node) {
    if (!this.opened) return;
    this.opened.node = node;
    this.sight.ghosts = [];
    this.keeping.changed();
    this.sight.look();
  }

  /** Moves from here, which are a variation if there is another one already. @param {string[]} moves */
  #play(moves) {
    if (!this.opened) return;
    try {
      this.#choose(this.opened.tree.addLine(this.opened.node, moves));
    } catch (error) {
      complain(error);
    }
  }

  /** Step along the line that one is on. @param {number} ply */
  #goTo(ply) {
    if (!this.opened) return;
    const line = lineTo(this.opened.node);
    if (ply <= line.length) return this.#choose(line[ply - 1] ?? this.opened.tree.root);
    let { node } = this.opened;
    for (let at = line.length; at < ply && node.children.length; at++) node = node.children[0];
    this.#choose(node);
  }

  /** @param {string} key */
  #onKey(key) {
    if (!this.opened) return false;
    const { tree, node } = this.opened;
    /** @type {Record<string, TreeNode | null | undefined>} */
    const places = {
      ArrowLeft: node.parent,
      ArrowRight: node.children[0],
      ArrowUp: siblingOf(node, -1),
      ArrowDown: siblingOf(node, 1),
      Home: tree.root,
      End: endOf(node),
    };
    if (!(key in places)) return false;
    const place = places[key];
    if (place && place !== node) this.#choose(place);
    return true;
  }

  /** @param {import("../board/shapes.js").Shape} shape */
  #draw(shape) {
    const { view } = this.sight;
    if (!this.opened || !view) return;
    try {
      this.opened.tree.draw(this.opened.node, textOf(view, shape));
      this.keeping.changed();
    } catch (error) {
      complain(error);
    }
  }

  async #copyLink() {
    if (!this.opened) return;
    const link = await treeLink(this.opened.tree, this.opened.node, this.marks);
    if (!link) return complain("this board is too large for a link: keep it by a name, or save it as a file");
    if (!(await copyLink(new URL(link, location.href).href, "A link to this board"))) return;
    notify(`Link copied: it opens this board ${isOnlyHere() ? "on this machine" : "anywhere"}`);
  }

  // What there is to see

  render() {
    if (this.problem) {
      return html`<div class="page">
        <h1>This link leads to no analysis board</h1>
        <p>${capital(this.problem)}</p>
        <p><a href="#/analysis">Analysis boards</a></p>
      </div>`;
    }
    const { opened, sight } = this;
    const { view } = sight;
    return html`<div class="game analysis-board ${sight.shape}">
      <h1 class="visually-hidden">Analysis board${view ? `: ${view.title}` : ""}</h1>
      <div class="status-line"><p id="status" aria-live="polite">${this.#status()}</p></div>
      <div class="game-board" @click=${letGo}>
        <noughts-board
          .view=${view}
          .isActive=${view !== null && view.turn !== null}
          .lines=${this.analysing.lines}
          .ghosts=${sight.ghosts}
          .shapes=${this.#shapes()}
          .canSketch=${true}
          .isSketched=${this.colour !== null}
          .colour=${this.colour ?? "green"}
          @move=${(/** @type {CustomEvent<string>} */ event) => this.#play([event.detail])}
          @shape=${(/** @type {CustomEvent<import("../board/shapes.js").Shape>} */ event) => this.#draw(event.detail)}
        ></noughts-board>
      </div>
      ${opened ? this.#beside(opened) : nothing}
    </div>`;
  }

  #status() {
    const { view } = this.sight;
    if (!view || !this.opened) return "Opening the board…";
    const { node } = this.opened;
    return `${node.parent ? `${plyOf(node)}. ${node.move}: ` : ""}${node.parent ? withSymbols(view.status) : capital(withSymbols(view.status))}`;
  }

  /** Those of the position in sight. */
  #shapes() {
    const { view } = this.sight;
    const shapes = this.opened && this.seen === this.opened.node ? this.opened.node.notes.shapes : null;
    if (!view || !shapes) return [];
    return shapes.map((text) => shapeOf(view, text)).filter((shape) => shape !== null);
  }

  /** @param {import("./place.js").Opened} opened */
  #beside({ tree, node }) {
    const { view } = this.sight;
    const { kept, state } = this.keeping;
    const back = backOf(this.parameters);
    const ply = plyOf(node);
    return html`<section class="players" aria-label="Board">
        <p class="title"><strong>${kept?.name ?? view?.title ?? tree.game}</strong>
          <span class="faint" data-state=${state}>${STATES[state][kept ? 1 : 0]}</span>
          <a href="#/analysis">all boards</a></p>
      </section>
      <div class="controls" role="group" aria-label="Board">
        <button data-action="analyse" aria-pressed=${this.analysing.isOn ? "true" : "false"} @click=${() => this.analysing.toggle()}>Analysis</button>
        <button data-action="copy-link" @click=${() => this.#copyLink()}>Copy link</button>
        <button data-action="keep" @click=${() => keepByName(this.keeping, view?.title ?? tree.game)}>${kept ? "Rename…" : "Keep…"}</button>
        ${back ? html`<a class="button" data-action="back" href="#/${back}">To the game</a>` : html`<a class="button" data-action="new" href="#/">New game</a>`}
      </div>
      <move-steps
        .ply=${ply}
        .count=${plyOf(endOf(node))}
        .canPlayOn=${view !== null && view.turn !== null}
        @go=${(/** @type {CustomEvent<number>} */ event) => this.#goTo(event.detail)}
        @play-on=${() => playOnFrom(this.#line(), this.sight)}
      ></move-steps>
      ${this.analysing.panel(this.marks, "The game is over here.")}
      <section class="panel moves-part" aria-label="Moves">
        <tree-list .tree=${tree} .version=${tree.version} .current=${node}
          @choose=${(/** @type {CustomEvent<TreeNode>} */ event) => this.#choose(event.detail)}></tree-list>
      </section>
      <section class="panel notes-part" aria-label="Notes">
        <node-notes .tree=${tree} .node=${node} .version=${tree.version} .colour=${this.colour}
          @changed=${(/** @type {CustomEvent<TreeNode>} */ event) => this.#onNotes(event.detail)}
          @sketch=${(/** @type {CustomEvent<string | null>} */ event) => (this.colour = event.detail)}></node-notes>
      </section>
      <section class="panel openings-part" aria-label="Openings">
        <openings-panel .place=${this.sight.place} .turn=${view?.turn ?? null} .marks=${this.marks} .lines=${this.analysing.lines}
          .match=${back?.startsWith("arena/") ? back.split("/")[1] : null}
          @play=${(/** @type {CustomEvent<string>} */ event) => this.#play([event.detail])}></openings-panel>
        ${fileButtons(tree, this.keeping)}
      </section>`;
  }

  /** @param {TreeNode} node that is looked at after the change */
  #onNotes(node) {
    if (node === this.opened?.node) this.keeping.changed();
    else this.#choose(node);
  }
}

/** After a click on the board the arrow keys step through the tree; whoever walks over the board by keys goes on doing so. */
function letGo() {
  const cell = document.activeElement;
  if (cell instanceof SVGElement && !cell.matches(":focus-visible")) cell.blur();
}

customElements.define("analysis-page", AnalysisPage);
