/** The visitor's settings, kept by the server; the theme also here, so that the page has its colours at once. */

import { ApiError, request } from "../keeper/api.js";
import { complain } from "./notices.js";

/** @typedef {import("../types").Settings} Settings */

/** @type {Settings} */
let current = { level: "medium", side: "first", mark: "X", theme: "auto", symbols: "letters", sound: false, analysis: false };

/** Changes that the server has not confirmed yet, in the browser's memory. */
const UNSENT = "noughts.unsent";

export const changes = new EventTarget();

export function settings() {
  return current;
}

export async function loadSettings() {
  const unsent = recall(UNSENT);
  take(await request("GET", "/api/settings"));
  if (unsent) await changeSettings(unsent);
}

/** @param {Partial<Settings>} some */
export async function changeSettings(some) {
  take({ ...current, ...some }); // shown at once; the server's answer has the last word
  // Whoever reloads or closes the page at once breaks the request off: it is sent again when the page is next opened.
  const unsent = { ...recall(UNSENT), ...some };
  remember(UNSENT, unsent);
  try {
    const found = await request("PATCH", "/api/settings", unsent);
    if (JSON.stringify(recall(UNSENT)) !== JSON.stringify(unsent)) return; // changed again meanwhile: that answer will follow
    remember(UNSENT, null);
    take(found);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) remember(UNSENT, null); // it would be refused again
    complain(error);
  }
}

/** @param {Settings} found */
function take(found) {
  current = { ...current, ...found };
  document.documentElement.dataset.theme = current.theme;
  remember("noughts.theme", current.theme);
  changes.dispatchEvent(new Event("change"));
}

/** What the browser remembers; it may refuse to. @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows refuse: then it is forgotten with the page.
  }
}
