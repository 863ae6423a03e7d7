import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZE, layOut, neighbour } from "../../src/noughts/web/static/board/geometry.js";
import { plainView } from "./view.mjs";

/** Nine cells in a row of three boards, and a big board around each if `isNested`. */
function boards(isNested = false) {
  const view = plainView("...... ......");
  const leaves = [0, 1].map((index) => ({
    name: `board ${index + 1}`, row: 0, column: 3 * index, rows: 2, columns: 3, parent: isNested ? 2 + index : null, owner: ".", playable: true,
  }));
  const outer = [0, 1].map((index) => ({ ...leaves[index], name: `big ${index + 1}`, parent: null }));
  const cells = view.cells.map((cell) => ({ ...cell, group: cell.column < 3 ? 0 : 1 }));
  return { ...view, cells, groups: isNested ? [...leaves, ...outer] : leaves };
}

test("cells of a plain board stand side by side inside one frame", () => {
  const { cells, frames, width, height } = layOut(plainView("... ... ..."), false);
  assert.equal(cells[1].x - cells[0].x, SIZE);
  assert.equal(cells[3].y - cells[0].y, SIZE);
  assert.equal(frames.length, 1);
  for (const { x, y } of cells) {
    assert.ok(x >= frames[0].x && x + SIZE <= frames[0].x + frames[0].width);
    assert.ok(y >= 0 && x + SIZE <= width && y + SIZE <= height);
  }
});

test("small boards stand apart, and their frames do not overlap", () => {
  const { cells, frames } = layOut(boards(), false);
  assert.ok(cells[3].x - cells[2].x > SIZE);
  assert.ok(frames[0].x + frames[0].width <= frames[1].x);
});

test("big boards are stacked where the room is narrow", () => {
  const [wide, narrow] = [layOut(boards(true), false), layOut(boards(true), true)];
  assert.ok(wide.width > narrow.width && wide.height < narrow.height);
  assert.ok(narrow.cells[3].y > narrow.cells[6].y, "the second board begins below the first one's last row");
});

test("labels take room and leave the board in the middle", () => {
  const labelled = { ...plainView("... ..."), row_labels: ["2", "1"], column_labels: ["a", "b", "c"] };
  const { cells, labels, width } = layOut(labelled, false, 13);
  assert.deepEqual(labels.map(({ text }) => text), ["2", "1", "a", "b", "c"]);
  assert.ok(Math.abs(cells[0].x - (width - cells[2].x - SIZE)) < 1e-9);
});

test("arrow keys lead to the nearest cell of the same row or column, over gaps", () => {
  const geometry = layOut(boards(), false);
  assert.equal(neighbour(geometry, 2, 1, 0), 3);
  assert.equal(neighbour(geometry, 2, 0, 1), 8);
  assert.equal(neighbour(geometry, 5, 1, 0), 5, "there is no further one");
});
