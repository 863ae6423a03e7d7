/** The visitor's settings, wherever games are kept; the theme also here, so that the page has its colours at once. */

import { keeper } from "../keeper/chosen.js";
import { remember } from "../keeper/memory.js";
import { complain } from "./notices.js";

/** @typedef {import("../types").Settings} Settings */

/** @type {Settings} */
export const USUAL = { level: "yours", side: "first", mark: "X", theme: "auto", symbols: "letters", sound: false, pace: true, analysis: false, server_thinks: false };

let current = USUAL;
let changesMade = 0;

export const changes = new EventTarget();

export function settings() {
  return current;
}

export async function loadSettings() {
  take(await keeper().settings());
}

/** @param {Partial<Settings>} some */
export async function changeSettings(some) {
  take({ ...current, ...some }); // shown at once; the keeper's answer has the last word
  const number = ++changesMade;
  try {
    const found = await keeper().changeSettings(some);
    if (number === changesMade) take(found); // else another answer will follow
  } catch (error) {
    complain(error);
  }
}

/** @param {Settings} found */
function take(found) {
  current = { ...current, ...found };
  document.documentElement.dataset.theme = current.theme;
  document.documentElement.dataset.symbols = current.symbols;
  remember("noughts.theme", current.theme);
  changes.dispatchEvent(new Event("change"));
}
