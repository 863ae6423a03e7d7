/**
 * Where an analysis board is kept as it changes: by its name with the keeper, or in the page's address as long as it fits. What is
 * changed meanwhile is kept next.
 */

import { complain } from "../frame/notices.js";
import { Part } from "../game/part.js";
import { keeper } from "../keeper/chosen.js";
import { keepDraft, studyLink, treeLink } from "./place.js";

/** @typedef {import("./place.js").Opened} Opened */

const CALM = 300; // ms without a change before it is kept
const RETRY = 4000; // ms after which it is tried again

export class Keeping extends Part {
  /** @type {Opened["kept"]} */
  kept = null;
  /** Whether the tree is where it will be found again: not yet, or not at all as it is too large. @type {"safe" | "pending" | "large"} */
  state = "safe";
  #timer = 0;
  /** One at a time. @type {Promise<unknown>} */
  #work = Promise.resolve();
  /** The tree's version that is kept. */
  #version = 0;
  /** The address of this board. */
  #hash = "";

  /**
   * @param {import("../vendor/lit.js").LitElement} host
   * @param {() => {opened: Opened, back: string | null} | null} board
   */
  constructor(host, board) {
    super(host);
    this.board = board;
  }

  hostConnected() {
    addEventListener("beforeunload", this.#onUnload);
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  hostDisconnected() {
    this.leave();
    removeEventListener("beforeunload", this.#onUnload);
    document.removeEventListener("visibilitychange", this.#onHidden);
  }

  /** Another board is opened. @param {Opened} opened */
  begin(opened) {
    clearTimeout(this.#timer);
    this.kept = opened.kept;
    this.state = "safe";
    this.#version = opened.isDraft ? -1 : opened.tree.version;
    this.#hash = location.hash;
    if (opened.isDraft) this.changed();
  }

  /** The board is left: what is not kept yet is kept now, or at least for the way back. */
  leave() {
    clearTimeout(this.#timer);
    const board = this.board();
    if (!board || this.state === "safe") return;
    if (this.kept) this.settle();
    else keepDraft(this.#hash, board.opened);
  }

  /** The tree has changed, or another node is looked at. */
  changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), CALM);
    const version = this.board()?.opened.tree.version;
    if (version !== this.#version && this.state === "safe") this.state = "pending";
    this.redraw();
  }

  /** Keep now what has changed. */
  settle() {
    clearTimeout(this.#timer);
    const board = this.board();
    this.#work = this.#work.then(() => board && this.#settle(board));
    return this.#work;
  }

  /** @param {NonNullable<ReturnType<Keeping["board"]>>} board */
  async #settle(board) {
    const { tree, node, marks } = board.opened;
    const { version } = tree;
    if (this.kept && version !== this.#version && !(await this.#save(tree))) return;
    const link = this.kept ? `${studyLink(tree.game, this.kept.id)}&at=${tree.numberOf(node)}${board.back ? `&back=${board.back}` : ""}` : await treeLink(tree, node, marks, board.back ?? undefined);
    if (board.opened !== this.board()?.opened || !this.host.isConnected) return;
    if (link) history.replaceState(null, "", link);
    this.#hash = location.hash;
    this.state = !link ? "large" : version === tree.version ? "safe" : "pending";
    if (link) this.#version = version;
    this.redraw();
  }

  /** @param {import("./tree.js").MoveTree} tree @returns {Promise<boolean>} whether it is kept */
  async #save(tree) {
    const { kept } = this;
    if (!kept) return false;
    const { version } = tree;
    try {
      const { revision } = await keeper().changeStudy(kept.id, { name: kept.name, revision: kept.revision, tree: tree.toData() });
      if (this.kept === kept) this.kept = { ...kept, revision };
      this.#version = version;
      return true;
    } catch (error) {
      complain(error);
      if (this.kept === kept && /** @type {any} */ (error)?.isFinal) {
        this.kept = null; // it was changed elsewhere, or is too large: this board goes on without it
        return true;
      }
      this.#timer = setTimeout(() => this.settle(), RETRY);
      return false;
    }
  }

  /** Keep it by a name from now on, or call it otherwise. @param {string} name */
  async keepAs(name) {
    const board = this.board();
    if (!board) return;
    const tree = board.opened.tree;
    if (this.kept) {
      this.kept = { ...this.kept, name };
      this.#version = -1;
    } else {
      const { version } = tree;
      const { id, revision } = await keeper().keepStudy({ name, tree: tree.toData() });
      this.kept = { id, name, revision };
      this.#version = version;
    }
    await this.settle();
  }

  /** @param {Event} event */
  #onUnload = (event) => {
    if (this.state !== "safe") event.preventDefault();
  };

  #onHidden = () => {
    if (document.hidden && this.state === "pending") this.settle();
  };
}
