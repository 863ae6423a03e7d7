/**
 * How marks are shown: X and O, ■ and □, or as stones. Stones are called Black and White: a ● in the colour of text would look
 * white in a dark theme. A view, a link and the server have X and O.
 */

import { settings } from "../frame/settings.js";

/** By the setting. @type {Record<string, Record<string, string>>} */
const SYMBOLS = { squares: { X: "■", O: "□" }, stones: { X: "Black", O: "White" } };

export function hasStones() {
  return settings().symbols === "stones";
}

export function hasSquares() {
  return settings().symbols === "squares";
}

/** A mark, or anything else as it is. @param {string} mark */
export function symbolOf(mark) {
  return SYMBOLS[settings().symbols]?.[mark] ?? mark;
}

/** A mark in a single letter. @param {string} mark */
export function signOf(mark) {
  return symbolOf(mark).charAt(0);
}

/** The marks that stand alone in a text; in quotes stands what somebody has entered. @param {string} text */
export function withSymbols(text) {
  return text.replace(/(?<![\w'])[XO](?!\w)/g, symbolOf);
}
