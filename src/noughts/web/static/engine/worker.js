/** A thread that thinks about one game: it takes one wish at a time, and tells what it finds after each iteration.
 *
 * In comes `{ parts }`, once, and then `{ id, moves, state, ...wish }`; out goes `{ id, thought }` for each iteration, and
 * `{ id, thought, done: true }` or `{ id, error }` at the end. While it thinks it hears nothing: who no longer wants the
 * answer ends it. */

import { Player } from "./player.js";

/** @type {Player | null} */
let player = null;

self.onmessage = ({ data }) => {
  try {
    if (data.parts) {
      player = new Player(data.parts);
      return;
    }
    if (!player) throw new Error("nothing to play with yet");
    /** @type {import("./search.js").Thought | null} */
    let last = null;
    for (const thought of player.think(data)) {
      if (last) self.postMessage({ id: data.id, thought: last });
      last = thought;
    }
    self.postMessage({ id: data.id, thought: last, done: true });
  } catch (error) {
    self.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
