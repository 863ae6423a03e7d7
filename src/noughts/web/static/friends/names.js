/** The visitor's own name, as friends see it, and clocks in words. */

import { recall, remember } from "../keeper/memory.js";

/** @typedef {import("../types").GameClock} GameClock */

const NAME = "noughts.name";
export const LONGEST_NAME = 24;

/** As it was given last. @returns {string} */
export function ownName() {
  const found = recall(NAME);
  return typeof found === "string" ? found : "";
}

/** @param {string} name */
export function keepName(name) {
  remember(NAME, name);
}

/** "5 min + 3 s a move". @param {GameClock | null} clock */
export function clockWords(clock) {
  if (!clock) return "no clock";
  const minutes = clock.seconds / 60;
  const shown = clock.seconds < 60 ? `${Math.round(clock.seconds)} s` : `${Number(minutes.toFixed(1))} min`;
  return clock.increment ? `${shown} + ${clock.increment} s a move` : shown;
}

/** What is left on a clock: tenths at the end. @param {number} seconds */
export function countdown(seconds) {
  const left = Math.max(0, seconds);
  if (left < 9.95) return `0:0${left.toFixed(1)}`;
  const whole = Math.ceil(left);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${`${minutes}`.padStart(hours ? 2 : 1, "0")}:${`${rest}`.padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
