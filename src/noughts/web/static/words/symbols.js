/** How marks are shown: X and O, or ■ and □. A view, a link and the server have X and O. */

import { settings } from "../frame/settings.js";

/** @type {Record<string, string>} */
const SQUARES = { X: "■", O: "□" };

export function hasSquares() {
  return settings().symbols === "squares";
}

/** A mark, or anything else as it is. @param {string} mark */
export function symbolOf(mark) {
  return hasSquares() ? (SQUARES[mark] ?? mark) : mark;
}

/** The marks that stand alone in a text; in quotes stands what somebody has entered. @param {string} text */
export function withSymbols(text) {
  return text.replace(/(?<![\w'])[XO](?!\w)/g, symbolOf);
}
