import assert from "node:assert/strict";
import { test } from "node:test";
import { Paced } from "../../src/noughts/web/static/keeper/moment.js";

const SEATS = [{ kind: "human" }, { kind: "engine" }];

function game(plies, to_move, seats = SEATS) {
  return { type: "game", game: { moves: Array(plies).fill({}), to_move, seats } };
}

function paced() {
  const told = [];
  const begun = performance.now();
  return { told, paced: new Paced((message) => told.push([message, performance.now() - begun])) };
}

test("one's own mark stands at once, an engine's answer comes after a moment, and nothing overtakes it", async () => {
  const { told, paced: one } = paced();
  const said = { type: "error", error: "too late" };
  for (const message of [game(0, "human"), game(1, "engine"), game(1, "engine"), game(2, "human"), said]) one.hear(message);
  assert.equal(told.length, 3, "as far as the engine's answer");
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.deepEqual(told.slice(3).map(([message]) => message), [game(2, "human"), said]);
  assert.ok(told[3][1] - told[1][1] >= 345);
  one.hear(game(0, "human")); // a move taken back
  assert.equal(told.length, 6);
});

test("engines among themselves, people, and a slow answer wait for nothing", async () => {
  const { told, paced: one } = paced();
  const engines = [{ kind: "engine" }, { kind: "engine" }];
  const people = [{ kind: "human" }, { kind: "human" }];
  for (const plies of [0, 1, 2]) one.hear(game(plies, "engine", engines));
  assert.equal(told.length, 3);
  const { told: heard, paced: other } = paced();
  for (const plies of [0, 1, 2]) other.hear(game(plies, "human", people));
  assert.equal(heard.length, 3);
  other.hear(game(3, "engine"));
  await new Promise((resolve) => setTimeout(resolve, 650));
  other.hear(game(4, "human"));
  await Promise.resolve().then(() => {});
  assert.equal(heard.length, 5);
});
