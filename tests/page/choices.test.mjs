import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceOf, chosenGame, familyOf, fitting, isAmong, loadChoices, seatOf, setupLike, setupOf, sizedName, sizesOf } from "../../src/noughts/web/static/new-game/choices.js";

const SIZED = { name: "ROWSxCOLSxK", sizes: ["ROWS", "COLS", "K"], takes_cells: true };
const ULTIMATE = { name: "ultimate", sizes: [], takes_cells: false };
const catalogue = { games: [SIZED, ULTIMATE] };
const choices = loadChoices(); // without a browser's memory: as they are at first

test("the sizes that were chosen stand in the name", () => {
  assert.deepEqual(sizesOf(choices, SIZED), [5, 5, 4]);
  assert.equal(sizedName(SIZED, [15, 15, 5]), "15x15x5");
  assert.equal(sizedName(ULTIMATE, []), "ultimate");
  assert.deepEqual(sizesOf({ ...choices, sizes: { ROWSxCOLSxK: [7] } }, SIZED), [7, 5, 4], "what is not kept is as usual");
});

test("a game that is gone gives way to the usual one", () => {
  assert.equal(chosenGame({ ...choices, game: "ROWSxCOLSxK" }, catalogue), SIZED);
  assert.equal(chosenGame({ ...choices, game: "gone" }, catalogue), ULTIMATE);
  assert.equal(chosenGame({ ...choices, game: "gone" }, { games: [SIZED] }), SIZED);
});

test("side and mark are the person's", () => {
  const level = { kind: "level", level: "medium" };
  const second = setupOf({ ...choices, side: "second", mark: "X" }, ULTIMATE);
  assert.deepEqual(second, { game: "ultimate", first: level, second: { kind: "human" }, first_mark: "O" });
  const lots = Array.from({ length: 60 }, () => setupOf({ ...choices, side: "lot", mark: "O" }, ULTIMATE));
  assert.deepEqual(new Set(lots.map(({ first }) => first.kind)), new Set(["human", "level"]));
  for (const { first, first_mark } of lots) assert.equal(first_mark, first.kind === "human" ? "O" : "X");
  const people = setupOf({ ...choices, opponent: "person", mark: "O" }, ULTIMATE);
  assert.deepEqual([people.first, people.second, people.first_mark], [{ kind: "human" }, { kind: "human" }, "O"]);
});

test("after a lot the players take turns to begin, and keep their marks", () => {
  const [human, easy] = [{ kind: "human" }, { kind: "level", level: "easy" }];
  const seats = [{ kind: "human", choice: human }, { kind: "engine", choice: easy }];
  const game = { game: "ultimate", start: "…", seats, marks: ["O", "X"] };
  const again = setupLike(game, true);
  assert.deepEqual([again.first, again.second, again.first_mark], [easy, human, "X"]);
  assert.deepEqual(setupLike(game, false).first, human);
});

test("what was set up goes along where the game takes it", () => {
  const some = { ...choices, cells: { a1: "#" }, turn: 1 };
  assert.deepEqual(setupOf(some, SIZED).cells, { a1: "#" });
  assert.ok(!("cells" in setupOf(some, ULTIMATE)));
});

test("whoever moves first where O moves has O, as it was set up", () => {
  const some = { ...choices, cells: { a1: "X" }, turn: 1, side: "first", mark: "X" };
  const { first, second, first_mark } = setupOf(some, SIZED);
  assert.deepEqual([first.kind, second.kind, first_mark], ["level", "human", "X"]);
  const other = setupOf({ ...some, side: "second", mark: "O" }, SIZED);
  assert.deepEqual([other.first.kind, other.second.kind, other.first_mark], ["human", "level", "X"]);
  const free = setupOf({ ...some, cells: { a1: "#" }, turn: 0, mark: "O" }, SIZED);
  assert.equal(free.first_mark, "O", "without stones the mark is free");
});

test("a player who does not play a size gives way, to another or to a level", () => {
  const evaluations = [{ name: "lines", fits: ["ROWSxCOLSxK"] }];
  const players = [
    { name: "one", plays: ["4x5x4"] },
    { name: "other", plays: ["4x5x4", "3x3x3"] },
  ];
  const seat = { ...choices.seats[0], kind: "player", player: "one", evaluation: "lines" };
  /** @param {number[]} sizes */
  const fitted = (sizes) => {
    const some = { ...choices, game: "ROWSxCOLSxK", sizes: { ROWSxCOLSxK: sizes }, seats: [seat, seat] };
    return fitting(some, { ...catalogue, players, evaluations }).seats[0];
  };
  assert.deepEqual(fitted([4, 5, 4]), seat);
  assert.deepEqual([fitted([3, 3, 3]).kind, fitted([3, 3, 3]).player], ["player", "other"]);
  assert.deepEqual([fitted([5, 5, 4]).kind, fitted([5, 5, 4]).player], ["level", ""]);
  assert.equal(fitted([5, 5, 4]).evaluation, "lines");
  assert.ok(isAmong(["ultimate"], choices, ULTIMATE));
});

test("a seat is asked for by what was chosen alone", () => {
  const seat = { ...choices.seats[0], player: "report000", settings: { report000: { depth: "2" }, pvs: {} }, search: "pvs" };
  assert.deepEqual(seatOf({ ...seat, kind: "player" }), { kind: "player", player: "report000", settings: { depth: "2" } });
  const search = { kind: "search", evaluation: "lines", depth: 3, time: 0.5 };
  assert.deepEqual(seatOf({ ...seat, ...search }), { ...search, search: "pvs", settings: {} });
  assert.throws(() => choiceOf({ kind: "engine", label: "Somebody's bot", choice: null }), /Somebody's bot cannot be asked for/);
});

test("a game of any size is known by its family", () => {
  assert.deepEqual(familyOf(["ultimate", "ROWSxCOLSxK"], "7x12x4"), ["ROWSxCOLSxK", "7"]);
  assert.equal(familyOf(["ultimate", "ROWSxCOLSxK"], "misere-7x7x4"), null);
  assert.equal(familyOf(["ultimate"], "7x7x4"), null);
});
