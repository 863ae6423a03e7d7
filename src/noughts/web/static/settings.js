/** The visitor's settings, kept by the server; the theme also here, so that the page has its colours at once. */

import { request } from "./api.js";
import { complain } from "./notices.js";

/** @typedef {import("./types").Settings} Settings */

/** @type {Settings} */
let current = { level: "medium", side: "first", mark: "X", theme: "auto", symbols: "letters", sound: false, analysis: false };

export const changes = new EventTarget();

export function settings() {
  return current;
}

export async function loadSettings() {
  take(await request("GET", "/api/settings"));
}

/** @param {Partial<Settings>} some */
export async function changeSettings(some) {
  take({ ...current, ...some }); // shown at once; the server's answer has the last word
  try {
    take(await request("PATCH", "/api/settings", some));
  } catch (error) {
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
