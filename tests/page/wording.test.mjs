import assert from "node:assert/strict";
import { test } from "node:test";
import { capital, clock, counted, large } from "../../src/noughts/web/static/words/wording.js";

test("times and numbers are as people read them", () => {
  assert.deepEqual([-3, 7.9, 750, 3723].map(clock), ["0:00", "0:07", "12:30", "1:02:03"]);
  assert.deepEqual([999.6, 9999, 12_345, 1_234_567, 12_345_678].map(large), ["1000", "9999", "12 k", "1.2 M", "12 M"]);
  assert.deepEqual([counted(1, "move"), counted(2, "move"), counted(0, "loss", "losses")], ["1 move", "2 moves", "0 losses"]);
  assert.equal(capital("x to move"), "X to move");
});
