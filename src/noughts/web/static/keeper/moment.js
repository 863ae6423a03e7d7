/** The moment that an engine's answer to a person takes: marks that come two at once are hard to tell apart. */

import { settings } from "../frame/settings.js";

const LEAST = 350; // ms after one's own move
const VARYING = 250;

/** Wait for what is left of it. @param {number} begun when the engine's turn began, by performance.now() @returns {Promise<void>} */
export async function moment(begun) {
  const left = settings().pace ? begun + LEAST + VARYING * Math.random() - performance.now() : 0;
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
