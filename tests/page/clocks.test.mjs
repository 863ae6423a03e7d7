import assert from "node:assert/strict";
import { test } from "node:test";
import { clockWords, countdown } from "../../src/noughts/web/static/friends/names.js";

test("a clock that runs down shows tenths at the end", () => {
  const shown = [[3725, "1:02:05"], [300, "5:00"], [61.2, "1:02"], [59.9, "1:00"], [10, "0:10"], [9.96, "0:10"], [9.94, "0:09.9"], [0.04, "0:00.0"], [-1, "0:00.0"]];
  for (const [seconds, text] of shown) assert.equal(countdown(seconds), text);
});

test("clocks in words", () => {
  assert.equal(clockWords(null), "no clock");
  assert.equal(clockWords({ seconds: 300, increment: 3 }), "5 min + 3 s a move");
  assert.equal(clockWords({ seconds: 90, increment: 0 }), "1.5 min");
  assert.equal(clockWords({ seconds: 30, increment: 0 }), "30 s");
});
