import assert from "node:assert/strict";
import { test } from "node:test";
import { matchAfter } from "../../src/noughts/web/static/keeper/watched-match.js";
import { playersInWords } from "../../src/noughts/web/static/pages/arena-words.js";

const view = (content) => ({ turn: 0, cells: [{ name: "a1", content }, { name: "b1", content: "." }], groups: [], clicks: {} });
const board = (names, content) => ({ players: names, plies: 0, move: null, result: "*", reason: "", number: null, view: view(content) });

test("a change of a match touches the boards that it names, and no other", () => {
  const [first, second] = [board(["a", "b"], "."), board(["c", "d"], ".")];
  const before = { type: "match", games: 1, standings: { head: [], rows: [["a"]], defaults: [] }, boards: [first, second] };
  const facts = { plies: 1, move: "a1", result: "*", reason: "", number: null };
  const change = { turn: 1, cells: { 0: "X" }, groups: {}, clicks: {} };
  const after = matchAfter(before, { games: 2, standings: null, begun: { 2: board(["e", "f"], "O") }, boards: { 1: { ...facts, view: change } } });
  assert.equal(after.boards[0], first, "what has not changed is not drawn anew");
  assert.deepEqual([after.boards[1].players, after.boards[1].move, after.boards[1].view.turn], [["c", "d"], "a1", 1]);
  assert.deepEqual(after.boards[1].view.cells.map((cell) => cell.content), ["X", "."]);
  assert.deepEqual(after.boards[2].players, ["e", "f"]);
  assert.deepEqual([after.games, after.standings], [2, before.standings]);
});

test("a few players are named, and many are counted", () => {
  assert.equal(playersInWords(["greedy", "random"]), "greedy – random");
  assert.equal(playersInWords(["a", "b", "c", "d"]), "4 players, a, b …");
  assert.equal(playersInWords(["a", "b", "c", "d"], 0), "4 players");
});
