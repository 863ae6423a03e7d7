import assert from "node:assert/strict";
import { test } from "node:test";
import { changed } from "../../src/noughts/web/static/keeper/live.js";
import { cellOf, ghostsOf, marked } from "../../src/noughts/web/static/game/game-line.js";
import { plainView } from "./view.mjs";

const GROUP = { name: "all", row: 0, column: 0, rows: 1, columns: 3, parent: null, owner: ".", playable: true };

test("a change names what is new, and all else stays", () => {
  const game = { id: 1, title: "Plain", redo: 0, moves: [{ text: "a1" }, { text: "b1" }], view: { ...plainView("XO."), groups: [GROUP] } };
  const view = { turn: 1, status: "O to move", last: [2], clicks: { c1: null, b1: [1] }, cells: { 2: "X", 1: "." }, groups: { 0: { owner: "X", playable: false } } };
  const found = changed(game, { kept: 1, redo: 1, moves: [{ text: "c1" }], view });
  assert.deepEqual(found.moves.map(({ text }) => text), ["a1", "c1"]);
  assert.deepEqual(found.view.cells.map(({ content }) => content), ["X", ".", "X"]);
  assert.deepEqual(found.view.clicks, { b1: [1] });
  assert.deepEqual(found.view.groups, [{ ...GROUP, owner: "X", playable: false }]);
  assert.deepEqual([found.redo, found.title, found.view.status, found.view.rows], [1, "Plain", "O to move", 1]);
  assert.equal(game.view.cells[1].content, "O", "the game before is as it was");
});

test("whoever moves first may have O", () => {
  const view = { ...plainView("XO."), groups: [{ ...GROUP, owner: "X" }], status: "X to move in X1" };
  assert.equal(marked(view, ["X", "O"]), view);
  const found = marked(view, ["O", "X"]);
  assert.deepEqual(found.cells.map(({ content }) => content), ["O", "X", "."]);
  assert.deepEqual([found.groups[0].owner, found.status], ["O", "O to move in X1"]);
});

test("a line's moves are numbered where they go, in the colour of who makes them", () => {
  const view = { ...plainView("X.."), clicks: { b1: [1], "a1-c1": [0, 2] } };
  assert.deepEqual(["b1", "a1-c1", "c1", "x9"].map((move) => cellOf(view, move)), [1, 2, 2, -1]);
  const end = plainView("XOX");
  assert.deepEqual(ghostsOf(view, ["b1", "x9", "c1"], end), [{ cell: 1, number: 1, mark: "O" }, { cell: 2, number: 3, mark: "X" }]);
  assert.deepEqual(ghostsOf(view, ["b1"], null), [{ cell: 1, number: 1, mark: null }]);
});
