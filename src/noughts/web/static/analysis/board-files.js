/** An analysis board as a file, and from one; and the name that it is kept by. */

import { html, nothing } from "../vendor/lit.js";
import { show } from "../frame/dialogs.js";
import { complain } from "../frame/notices.js";
import { keeper } from "../keeper/chosen.js";
import { MoveTree } from "./tree.js";

const LONGEST_NAME = 80;

/** Asks for a name and keeps the board by it. @param {import("./keeping.js").Keeping} keeping @param {string} usual */
export async function keepByName(keeping, usual) {
  let name = keeping.kept?.name ?? usual;
  const onInput = (/** @type {Event} */ event) => (name = /** @type {HTMLInputElement} */ (event.target).value);
  const answer = await show(
    "Keep this board",
    html`<label class="field"><span>Name</span>
        <input type="text" name="name" class="wide" autofocus maxlength=${LONGEST_NAME} .value=${name} @input=${onInput} /></label>
      <div class="row end">
        <button value="yes" class="primary" data-action="confirm">Keep</button>
        <button value="no">Cancel</button>
      </div>`,
  );
  if (answer !== "yes") return;
  await keeping.keepAs(name.trim() || usual).catch(complain);
}

/** @param {MoveTree} tree @param {import("./keeping.js").Keeping} keeping */
export function fileButtons(tree, { kept, state }) {
  const link = kept && state === "safe" ? keeper().studyFile : undefined;
  return html`<div class="row files" role="group" aria-label="As a file">
    <button class="small" data-action="save" @click=${() => save(tree, kept?.name ?? tree.game)}>Save as a file</button>
    ${kept && link ? ["pgn", "sgf"].map((format) => html`<a class="export" href=${link(kept.id, format)} download="board-${kept.id}.${format}">${format}</a>`) : nothing}
  </div>`;
}

/** @param {MoveTree} tree @param {string} name */
function save(tree, name) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(tree.toData())], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: `${name.replace(/[^\w -]+/g, "_")}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file as a tree: JSON as it was saved, or a record where there is somebody who reads it. @param {File} file @returns {Promise<MoveTree>} */
export async function treeOfFile(file) {
  const { readTree } = keeper();
  const isData = /\.json$/i.test(file.name) || !readTree;
  return isData ? MoveTree.parse(await file.slice(0, 2 ** 20).text()) : MoveTree.from(await readTree(file));
}
