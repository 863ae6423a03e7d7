/** The engine of a folder with a game's description, code and weights, asked by lines of JSON; answers are lines too. */

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { partsOf } from "../../src/noughts/web/static/engine/memory.js";
import { Player } from "../../src/noughts/web/static/engine/player.js";

const folder = process.argv[2];
const description = JSON.parse((await readFile(`${folder}/game.json`)).toString());
const file = async (/** @type {string} */ name) => new Blob([await readFile(`${folder}/${name}`)]).stream();
const parts = await partsOf(description, await file(description.module.file), await file(description.weights.file));

for await (const text of createInterface({ input: process.stdin })) {
  const { view, chance, seed, ...wish } = JSON.parse(text);
  const player = new Player(parts);
  if (view) {
    console.log(JSON.stringify(player.rules.line(wish.moves).view()));
    continue;
  }
  if (chance !== undefined) player.seed(BigInt(chance));
  const begun = process.cpuUsage();
  let last = null;
  for (const thought of player.think({ ...wish, seed: seed === undefined ? undefined : BigInt(seed) })) last = thought;
  const used = process.cpuUsage(begun);
  console.log(JSON.stringify({ ...last, cpu: (used.user + used.system) / 1e6 }));
}
