import assert from "node:assert/strict";
import { test } from "node:test";
import { analysisOf, finalValue, verdictOf } from "../../src/noughts/web/static/keeper/thoughts.js";
import { EARLIER, statistics } from "../../src/noughts/web/static/keeper/tallies.js";
import { nearestLevel, ratingOf } from "../../src/noughts/web/static/words/rating.js";

const MATE = 1_000_000_000;
const TERMS = { scale: 150, mistakes: { "??": 0.3, "?": 0.15, "?!": 0.07 }, careless: 0.03, others: 4, share: 8 };
const EXPECTED = { depth: 5, nodes: 900, seconds: 0.3, lines: [{ moves: ["b2", "a1"], value: 150, mate: null }], isFinal: true, isProved: false };

test("a thought is told as a server tells it", () => {
  const { lines, ...facts } = analysisOf({ ...EXPECTED, lines: [...EXPECTED.lines, { moves: ["c3"], value: 4 - MATE, mate: -4 }] }, 1);
  assert.deepEqual(facts, { depth: 5, nodes: 900, nodes_per_second: 3000, time: 0.3, counters: {} });
  assert.deepEqual(lines[0], { move: "b2", value: 150, mate: null, score: "+1.50", is_proved: false, side: 1, pv: ["b2", "a1"] });
  assert.deepEqual([lines[1].score, lines[1].mate], ["mated in 4", -4]);
});

test("a move is judged by the chance that it gives away", () => {
  // 0.2 is a mistake; of the 0.8 that were at stake three quarters were kept.
  const verdict = verdictOf("c3", 0, EXPECTED, 0, { lost: 0.2, stake: 0.8 }, ["a1"], [], TERMS);
  assert.deepEqual([verdict.mark, verdict.accuracy, verdict.best, verdict.before, verdict.score], ["?", 75, "b2", "+1.50", "+0.00"]);
  assert.deepEqual([verdict.lost, verdict.stake, verdict.scale, verdict.reply], [0.2, 0.8, 150, ["a1"]]);
  assert.equal(verdictOf("c3", 0, EXPECTED, 0, { lost: 0.05, stake: 0.04 }, [], [], TERMS).mark, "?!", "worse than a move by chance");
  assert.equal(verdictOf("c3", 0, EXPECTED, 0, { lost: 0.05, stake: 0.2 }, [], [], TERMS).mark, "");
});

test("a finished game has a value for each side", () => {
  assert.deepEqual([0, 1].map((side) => finalValue({ winner: 1, reason: "", points: null }, side)), [-MATE, MATE]);
  assert.deepEqual([0, 1].map((side) => finalValue({ winner: null, reason: "", points: [27, 45] }, side)), [-1800, 1800]);
  assert.equal(finalValue({ winner: null, reason: "", points: null }, 0), 0);
});

const LEVELS = [{ name: "beginner", rating: 835 }, { name: "easy", rating: 1000 }, { name: "max", rating: 1165 }];

test("ratings are what the server makes of the same games, and levels stand by strength", () => {
  const person = { kind: "human", label: "person" };
  const at = (level, more = "") => ({ kind: "engine", label: `noughts, ${level}${more}`, choice: { kind: "level", level } });
  const played = (seats, result) => ({ game: "ultimate", title: "Ultimate", seats, result });
  const games = [
    played([person, at("max")], "1/2-1/2"),
    played([person, at("easy")], "1-0"),
    played([at("beginner"), person], "1-0"),
    played([person, at("easy", EARLIER)], "0-1"),
  ];
  const { ratings, by_opponent } = statistics(games, [{ name: "ultimate", levels: LEVELS }]);
  assert.deepEqual(by_opponent.map(({ against }) => against), ["beginner", "easy", "max"].map((one) => `noughts, ${one}`).concat(`noughts, easy${EARLIER}`));
  assert.equal(ratings.length, 1);
  assert.equal(ratings[0].games, 3, "games against earlier levels do not count");
  assert.equal(ratings[0].curve.length, 3);
  assert.ok(ratings[0].as_first > 1000 && ratings[0].as_second < 1000);
  assert.equal(Math.round(ratingOf([[1000, 1]])), 1152);
  assert.equal(Math.round(ratingOf(Array(20).fill([1165, 0.5]))), 1155);
  assert.equal(nearestLevel(LEVELS, 910), "beginner");
});

test("statistics count a person's games against engines", () => {
  const [person, engine] = [{ kind: "human", label: "person" }, { kind: "engine", label: "noughts, easy" }];
  const played = (seats, result, game = "ultimate") => ({ game, title: game.toUpperCase(), seats, result });
  const games = [
    played([person, engine], "1-0"),
    played([engine, person], "0-1"),
    played([person, engine], "0-1"),
    played([person, engine], "1/2-1/2", "3x3x3"),
    played([person, person], "1-0"),
    played([person, engine], "*"),
  ];
  const { total, by_opponent } = statistics(games, []);
  assert.deepEqual(total, { games: 4, wins: 2, losses: 1, draws: 1, winning_percentage: 50, streak: 0, longest_streak: 2 });
  assert.deepEqual(by_opponent.map(({ game, title, against, games }) => [game, title, against, games]), [
    ["3x3x3", "3X3X3", "noughts, easy", 1],
    ["ultimate", "ULTIMATE", "noughts, easy", 3],
  ]);
});
