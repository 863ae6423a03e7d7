import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_GAMES, Shelf, readRecord } from "../../src/noughts/web/static/keeper/shelf.js";
import { MemoryStorage } from "./storage.mjs";

function record(id, some = {}) {
  const seats = [{ kind: "human" }, { kind: "level", level: "easy" }];
  const changed = new Date(id * 1000).toISOString();
  return { version: 1, id, game: "ultimate", seats, marks: ["X", "O"], line: [["5.5", 1.5, null, null]], ply: 1, resigned: null, result: "*", reason: "", changed, ...some };
}

test("games are kept from one visit to the next, the latest first", () => {
  const storage = new MemoryStorage();
  const shelf = new Shelf(storage, "a:");
  for (const id of [1, 2, 3]) assert.ok(shelf.put(record(shelf.newId(true), { changed: record(10 - id).changed })));
  assert.deepEqual(new Shelf(storage, "a:").all().map(({ id }) => id), [1, 2, 3]);
  assert.deepEqual(new Shelf(storage, "b:").all(), [], "another site's shelf");
  shelf.remove(3);
  assert.equal(new Shelf(storage, "a:").newId(true), 4, "a number is given once");
  assert.deepEqual(new Shelf(storage, "a:").find(2), record(2, { changed: record(8).changed }));
});

test("a full shelf loses its oldest finished games first", () => {
  const storage = new MemoryStorage();
  const shelf = new Shelf(storage, "a:");
  for (let id = 1; id <= MOST_GAMES; id++) storage.setItem(`a:game.${id}`, JSON.stringify(record(id, { result: id % 2 ? "*" : "1-0" })));
  shelf.put(record(MOST_GAMES + 1));
  shelf.put(record(MOST_GAMES + 2));
  assert.equal(shelf.all().length, MOST_GAMES);
  assert.deepEqual([1, 2, 3, 4, 6].map((id) => shelf.find(id) !== null), [true, false, true, false, true]);
});

test("what a browser has no room for stays in the page", () => {
  const storage = new MemoryStorage(400);
  const shelf = new Shelf(storage, "a:");
  assert.ok(shelf.put(record(1)));
  assert.ok(!shelf.put(record(2)));
  assert.deepEqual([shelf.all().length, new Shelf(storage, "a:").all().length], [2, 1]);
  storage.room = 2000;
  assert.ok(shelf.put(record(2)));
  assert.equal(new Shelf(storage, "a:").all().length, 2);
});

test("an entry that is no record is left alone", () => {
  const damaged = [null, 7, "x", {}, { ...record(1), line: "5.5" }, { ...record(1), line: [5] }, { ...record(1), version: 2 }, { ...record(1), seats: [] }];
  for (const found of damaged) assert.equal(readRecord(found), null);
  const storage = new MemoryStorage();
  storage.setItem("a:game.1", "{");
  storage.setItem("a:game.2", JSON.stringify(record(2)));
  assert.deepEqual(new Shelf(storage, "a:").all().map(({ id }) => id), [2]);
});
