import assert from "node:assert/strict";
import { test } from "node:test";
import { capital, clock, counted, goodness, isDecided, large, scaleOf, shortValue, valueInWords } from "../../src/noughts/web/static/words/wording.js";

const MATE = 1_000_000_000; // noughts/kernel/scores.py
const WON = MATE - 10_000 + 1; // in nobody knows how many plies

test("a value is short enough for a cell", () => {
  const said = [0, 4, -4, 5, 123, -123, 994, 995, -1200].map(shortValue);
  assert.deepEqual(said, ["0", "0", "0", "+0.1", "+1.2", "−1.2", "+9.9", "+10", "−12"]);
});

test("a mate is told in plies and said in the winner's moves", () => {
  assert.deepEqual([MATE - 1, MATE - 2, MATE - 5, 4 - MATE].map(shortValue), ["W1", "W1", "W3", "L2"]);
  assert.equal(valueInWords(MATE - 1), "wins in 1 move");
  assert.equal(valueInWords(6 - MATE), "loses in 3 moves");
  assert.equal(valueInWords(120), "has +1.2");
});

test("a win whose distance nobody knows has no number", () => {
  assert.deepEqual([WON, -WON, MATE].map(shortValue), ["won", "lost", "won"]);
  assert.equal(valueInWords(-WON), "loses");
  assert.ok(isDecided(WON) && !isDecided(WON - 1));
});

test("goodness grows with the value and is certain only where it is proved", () => {
  assert.equal(goodness(0), 0.5);
  assert.deepEqual([goodness(-MATE), goodness(WON)], [0, 1]);
  const rising = [-5000, -100, 0, 100, 5000].map((value) => goodness(value));
  assert.deepEqual(rising, [...rising].sort((a, b) => a - b));
  assert.ok(rising[0] > 0 && rising[4] < 1);
  assert.equal(scaleOf([20, -350, MATE - 3]), 350);
  assert.equal(scaleOf([]), 100);
});

test("times and numbers are as people read them", () => {
  assert.deepEqual([-3, 7.9, 750, 3723].map(clock), ["0:00", "0:07", "12:30", "1:02:03"]);
  assert.deepEqual([999.6, 9999, 12_345, 1_234_567, 12_345_678].map(large), ["1000", "9999", "12 k", "1.2 M", "12 M"]);
  assert.deepEqual([counted(1, "move"), counted(2, "move"), counted(0, "loss", "losses")], ["1 move", "2 moves", "0 losses"]);
  assert.equal(capital("x to move"), "X to move");
});
