import assert from "node:assert/strict";
import { test } from "node:test";
import { goodness, isDecided, mateOf, scaleOf, scoreText, shortValue, valueInWords } from "../../src/noughts/web/static/words/score.js";

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

test("a score is written as the engine's programs write it", () => {
  assert.deepEqual([0, -4, 125, -1200].map(scoreText), ["+0.00", "-0.04", "+1.25", "-12.00"]);
  assert.deepEqual([MATE - 3, 4 - MATE, MATE, WON, -WON].map(scoreText), ["mate in 3", "mated in 4", "mate in 0", "won", "lost"]);
  assert.deepEqual([MATE - 3, 4 - MATE, WON, 125].map(mateOf), [3, -4, null, null]);
});
