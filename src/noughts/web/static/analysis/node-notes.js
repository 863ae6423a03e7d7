/**
 * <node-notes>: what is noted at a move: a mark, a comment, drawings; and what becomes of its variation. It changes the tree and
 * fires "changed" (detail: the node that is looked at then), and "sketch" (detail: the colour to draw with, or null).
 */

import { LitElement, html, live, nothing } from "../vendor/lit.js";
import { COLOURS } from "../board/shapes.js";
import { ask } from "../frame/dialogs.js";
import { LONGEST_COMMENT, MARKS, countBelow, variationOf } from "./tree.js";

const MARK_WORDS = { "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "dubious", "?": "mistake", "??": "blunder" };

export class NodeNotes extends LitElement {
  static properties = {
    tree: { attribute: false },
    node: { attribute: false },
    version: { attribute: false },
    colour: { attribute: false },
  };

  constructor() {
    super();
    /** @type {import("./tree.js").MoveTree | null} */
    this.tree = null;
    /** @type {import("./tree.js").TreeNode | null} */
    this.node = null;
    this.version = 0;
    /** That clicks draw with, if they do. @type {string | null} */
    this.colour = null;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { tree, node } = this;
    if (!tree || !node) return nothing;
    const isMove = node.parent !== null;
    return html`<div class="marks" role="group" aria-label="Mark of this move">
        ${MARKS.map(
          (mark) => html`<button class="small" data-mark=${mark} ?disabled=${!isMove} aria-pressed=${node.notes.mark === mark ? "true" : "false"}
            aria-label="${MARK_WORDS[/** @type {keyof typeof MARK_WORDS} */ (mark)]} ${mark}" title=${MARK_WORDS[/** @type {keyof typeof MARK_WORDS} */ (mark)]}
            @click=${() => this.#change(() => tree.mark(node, mark))}>${mark}</button>`,
        )}
      </div>
      <label class="field"><span>${isMove ? `Comment on ${node.move}` : "Comment before the first move"}</span>
        <textarea name="comment" rows="2" maxlength=${LONGEST_COMMENT} .value=${live(node.notes.comment ?? "")}
          @change=${(/** @type {Event} */ event) => this.#change(() => tree.comment(node, /** @type {HTMLTextAreaElement} */ (event.target).value.trim()))}></textarea>
      </label>
      <div class="branch" role="group" aria-label="This move">
        <button class="small" data-action="promote" ?disabled=${!variationOf(node)} title="Makes this variation the main line where it begins"
          @click=${() => this.#change(() => tree.promote(node))}>Promote</button>
        <button class="small" data-action="delete" ?disabled=${!isMove} title="Takes this move away, and what follows it"
          @click=${() => this.#delete()}>Delete</button>
        <button class="small" data-action="sketch" aria-pressed=${this.colour ? "true" : "false"}
          title="One cell twice: a ring; two cells: an arrow. With a mouse: the right button"
          @click=${() => this.#sketch(this.colour ? null : COLOURS[0])}>Draw</button>
        ${
          this.colour
            ? COLOURS.map(
                (colour) => html`<button class="small swatch ${colour}" aria-label="Draw in ${colour}" title=${colour}
                  aria-pressed=${this.colour === colour ? "true" : "false"} @click=${() => this.#sketch(colour)}></button>`,
              )
            : nothing
        }
        ${node.notes.shapes ? html`<button class="small" data-action="clear" @click=${() => this.#change(() => tree.clearDrawing(node))}>Wipe</button>` : nothing}
      </div>`;
  }

  /** @param {() => unknown} change @param {import("./tree.js").TreeNode | null} [next] that is looked at then */
  #change(change, next = this.node) {
    change();
    this.dispatchEvent(new CustomEvent("changed", { detail: next }));
  }

  async #delete() {
    const { tree, node } = this;
    if (!tree || !node?.parent) return;
    const count = countBelow(node);
    if (count > 1 && !(await ask(`Delete ${node.move} and the ${count - 1} moves that follow it?`, "Delete"))) return;
    this.#change(() => tree.remove(node), node.parent);
  }

  /** @param {string | null} colour */
  #sketch(colour) {
    this.dispatchEvent(new CustomEvent("sketch", { detail: colour }));
  }
}

customElements.define("node-notes", NodeNotes);
