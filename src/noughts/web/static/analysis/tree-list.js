/**
 * <tree-list>: a tree's moves and comments, to be clicked. Only the rows in sight are in the document, so that ten thousand moves
 * are as quick as ten. Fires "choose" (detail: the node).
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { Resizing } from "../board/resizing.js";
import { rowsOf } from "./tree-rows.js";

/** @typedef {import("./tree.js").TreeNode} TreeNode */
/** @typedef {import("./tree-rows.js").Row} Row */

const ROW = 32; // px, as the style sheet has it
const MOVE = { short: 82, long: 112 }; // px that a move needs
const SHORT = 4; // letters
const INDENT = 14; // px a level
const MOST_LEVELS = 6; // that are seen: those further in stand below each other
const AROUND = 6; // rows that are drawn beyond what is in sight
/** @type {Record<string, string>} */
const MARK_WORDS = { "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "dubious", "?": "mistake", "??": "blunder" };

export class TreeList extends LitElement {
  static properties = {
    tree: { attribute: false },
    version: { attribute: false },
    current: { attribute: false },
    width: { state: true },
    top: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./tree.js").MoveTree | null} */
    this.tree = null;
    this.version = 0; // of the tree: another one means that it has changed
    /** @type {TreeNode | null} */
    this.current = null;
    this.width = 300;
    this.height = 200;
    this.top = 0; // as far as it is scrolled
    /** @type {Row[]} */
    this.rows = [];
    /** The number of the row that a move stands in. @type {Map<TreeNode, number>} */
    this.places = new Map();
    new Resizing(this, ({ height, width }) => {
      this.height = height || this.height;
      this.width = width || this.width;
      this.requestUpdate();
    });
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!this.tree || !["tree", "version", "width"].some((name) => changed.has(name))) return;
    let isLong = false;
    for (const { move } of this.tree.walk()) isLong ||= move.length > SHORT;
    const room = this.width - 12;
    const widthOf = isLong ? MOVE.long : MOVE.short;
    this.rows = rowsOf(this.tree, (level) => Math.floor((room - INDENT * Math.min(level, MOST_LEVELS)) / widthOf));
    this.places = new Map(this.rows.flatMap((row, at) => row.nodes.map((node) => /** @type {const} */ ([node, at]))));
  }

  render() {
    const first = Math.max(0, Math.floor(this.top / ROW) - AROUND);
    const last = Math.min(this.rows.length, Math.ceil((this.top + this.height) / ROW) + AROUND);
    if (!this.rows.length) return html`<p class="moves none faint">No move has been made.</p>`;
    return html`<div class="tree-moves" @scroll=${this.#onScroll} tabindex="0" role="region" aria-label="Tree of moves">
      <ul>${this.rows.slice(first, last).map((row) => this.#row(row))}</ul>
    </div>`;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    const frame = this.querySelector("div");
    const list = frame?.querySelector("ul");
    if (!frame || !list) return;
    // Set from here, as the page's security policy allows no style in the markup.
    const first = Math.max(0, Math.floor(this.top / ROW) - AROUND);
    list.style.paddingTop = `${first * ROW}px`;
    list.style.height = `${this.rows.length * ROW}px`;
    const place = this.current && this.places.get(this.current);
    if (!changed.has("current") && !changed.has("version") && !changed.has("width")) return;
    const top = place === null ? 0 : (place ?? 0) * ROW;
    if (top >= frame.scrollTop && top + ROW <= frame.scrollTop + frame.clientHeight) return;
    frame.scrollTop = top - frame.clientHeight / 2;
    this.top = frame.scrollTop;
  }

  /** @param {Event} event */
  #onScroll(event) {
    this.top = /** @type {HTMLElement} */ (event.target).scrollTop;
  }

  /** @param {Row} row */
  #row({ level, node, ply, nodes, isBegin }) {
    const kind = `level-${Math.min(level, MOST_LEVELS)}`;
    if (!nodes.length) {
      const { comment } = node.notes;
      return html`<li class="${kind} comment"><span title=${comment ?? nothing}>${comment}</span></li>`;
    }
    return html`<li class=${kind}>
      ${isBegin ? html`<span class="visually-hidden">Variation ${level}:</span>` : nothing}${nodes.map((one, at) => this.#move(one, ply + at))}
    </li>`;
  }

  /** @param {TreeNode} node @param {number} ply */
  #move(node, ply) {
    const mark = node.notes.mark ?? "";
    return html`<button
      class="move"
      aria-current=${node === this.current ? "true" : nothing}
      @click=${() => this.dispatchEvent(new CustomEvent("choose", { detail: node }))}
    ><span class="number">${ply}</span>${node.move}${mark ? html`<strong title=${MARK_WORDS[mark]}>${mark}</strong>` : nothing}</button>`;
  }
}

customElements.define("tree-list", TreeList);
