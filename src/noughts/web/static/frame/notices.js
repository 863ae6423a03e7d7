/**
 * What the page has to say apart from the game: errors stay until they are put away or the page is left, other notices go by
 * themselves. What is said already is not said a second time.
 */

import { capital } from "../words/wording.js";

const NOTICE_TIME = 4000;
const MOST = 4;

/** @typedef {{id: number, text: string, isError: boolean, since: number, timer: number}} Notice */

/** @type {Notice[]} */
let notices = [];
let lastId = 0;
/** Tells that `said()` is another: "change". */
export const changes = new EventTarget();

/** @param {boolean} isError */
export function said(isError) {
  return notices.filter((notice) => notice.isError === isError);
}

/** @param {string} text */
export function notify(text) {
  const notice = add(text, false);
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => dismiss(notice.id), NOTICE_TIME);
}

/** @param {unknown} error an Error, or words */
export function complain(error) {
  add(error instanceof Error ? error.message : `${error}`, true);
}

/** @param {number} id */
export function dismiss(id) {
  notices = notices.filter((notice) => notice.id !== id);
  changes.dispatchEvent(new Event("change"));
}

/** @param {string} words @param {boolean} isError @returns {Notice} */
function add(words, isError) {
  const text = /^[^\s:]+\.\w+:/.test(words) ? words : capital(words); // a file's name stays as it is
  const said = notices.find((notice) => notice.isError === isError && notice.text === text);
  if (said) return said;
  const notice = { id: ++lastId, text, isError, since: performance.now(), timer: 0 };
  notices = [...notices, notice].slice(-MOST);
  changes.dispatchEvent(new Event("change"));
  return notice;
}

/** What was said on another page does not follow to this one, unless it has only just been said: it may be why. */
export function forgetOld() {
  notices = notices.filter((notice) => performance.now() - notice.since < NOTICE_TIME);
  changes.dispatchEvent(new Event("change"));
}
