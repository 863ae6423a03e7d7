/** Dialogs of the page: asking before what cannot be taken back, and things to read or copy. */

import { html, render } from "../vendor/lit.js";

/**
 * @param {string} question
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export async function ask(question, yes) {
  const answer = await show(
    question,
    html`<div class="row end">
      <button value="no" autofocus>Cancel</button>
      <button value="yes" class="danger" data-action="confirm">${yes}</button>
    </div>`,
  );
  return answer === "yes";
}

/**
 * Copies a link; browsers that do not allow it get it shown.
 * @param {string} link @param {string} [title] @returns {Promise<boolean>}
 */
export async function copyLink(link, title = "A link to this position") {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    await show(
      title,
      html`<input class="wide" aria-label="Link" readonly autofocus .value=${link} @focus=${selectAll} />
        <div class="row end"><button>Close</button></div>`,
    );
    return false;
  }
}

const KEYS = [
  ["← →", "step through the moves (when the board is not focused)"],
  ["Home End", "first position, present position"],
  ["arrows, Enter", "walk over the board and play (when it is focused)"],
  ["b", "focus the board"],
  ["u, r", "undo, redo"],
  ["h", "hint"],
  ["a", "analysis"],
  ["m, t", "next mistake of a review, try again there"],
  ["n", "new game (also Ctrl+N where the browser lets it through)"],
  ["Esc", "let go of a chosen token"],
  ["?", "this list"],
];

export function showKeys() {
  show(
    "Keys",
    html`<dl class="keys">${KEYS.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
      <div class="row end"><button autofocus>Close</button></div>`,
  );
}

/** @param {string} title @param {unknown} content @returns {Promise<string>} the value of the button that closed it */
export function show(title, content) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-labelledby", "dialog-title");
    render(html`<form method="dialog"><h2 id="dialog-title">${title}</h2>${content}</form>`, dialog);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {Event} event */
function selectAll(event) {
  if (event.target instanceof HTMLInputElement) event.target.select();
}
