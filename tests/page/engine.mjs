/** The engine of a folder with a game's description, code and weights, asked by lines of JSON; answers are lines too. */

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { partsOf } from "../../src/noughts/web/static/engine/memory.js";
import { Player } from "../../src/noughts/web/static/engine/player.js";
import { bytesOf } from "../../src/noughts/web/static/engine/rules.js";

const folder = process.argv[2];
const description = JSON.parse((await readFile(`${folder}/game.json`)).toString());
const file = async (/** @type {string} */ name) => new Blob([await readFile(`${folder}/${name}`)]).stream();
const parts = await partsOf(description, await file(description.module.file), await file(description.weights.file));
let player = new Player(parts);

for await (const text of createInterface({ input: process.stdin })) {
  // Whoever goes on is the player of the question before: its chance and its table are as that left them.
  const { view, state, seed, goesOn, ...wish } = JSON.parse(text);
  if (state) wish.state = bytesOf(state);
  if (seed !== undefined) wish.seed = BigInt(seed);
  if (!goesOn) player = new Player(parts);
  if (view) {
    console.log(JSON.stringify(player.rules.line(wish.moves, wish.state).view()));
    continue;
  }
  const begun = process.cpuUsage();
  let last = null;
  for (const thought of player.think(wish)) last = thought;
  const used = process.cpuUsage(begun);
  console.log(JSON.stringify({ ...last, cpu: (used.user + used.system) / 1e6 }));
}
