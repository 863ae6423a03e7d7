import assert from "node:assert/strict";
import { test } from "node:test";
import { LONGEST_COMMENT, MOST_NODES, MOST_SHAPES, MoveTree, TreeError, endOf, lineTo, movesTo, plyOf, siblingOf, variationOf } from "../../src/noughts/web/static/analysis/tree.js";
import { LONGEST_LINK, packTree, unpackTree } from "../../src/noughts/web/static/analysis/tree-link.js";
import { rowsOf } from "../../src/noughts/web/static/analysis/tree-rows.js";

/** a1 b2 c3 with a2 instead of b2, and then c1 or c2. */
function sample() {
  const tree = new MoveTree("tictactoe");
  const end = tree.addLine(tree.root, ["a1", "b2", "c3"]);
  const [first] = lineTo(end);
  const other = tree.add(first, "a2");
  return { tree, end, first, other, c1: tree.add(other, "c1"), c2: tree.add(other, "c2") };
}

test("the first move at a point is the main line's, another one a variation, the same one the same node", () => {
  const { tree, end, first, other } = sample();
  assert.deepEqual(movesTo(endOf(tree.root)), ["a1", "b2", "c3"]);
  assert.equal(tree.add(first, "a2"), other);
  assert.equal(tree.size, 6);
  assert.equal(variationOf(end), null);
  assert.equal(variationOf(other.children[0]), other);
  assert.equal(plyOf(other.children[0]), 3);
  assert.deepEqual([siblingOf(other, -1)?.move, siblingOf(other, 1)], ["b2", null]);
});

test("a promoted variation is the main line where it begins, and the innermost one is meant", () => {
  const { tree, c2 } = sample();
  tree.promote(c2);
  assert.deepEqual(movesTo(endOf(tree.root)), ["a1", "b2", "c3"]);
  tree.promote(c2);
  assert.deepEqual(movesTo(endOf(tree.root)), ["a1", "a2", "c2"]);
});

test("what is deleted goes with all that follows it", () => {
  const { tree, other, first } = sample();
  assert.equal(tree.remove(other), first);
  assert.equal(tree.size, 3);
  assert.equal(tree.remove(tree.root), tree.root);
});

test("a tree as data is a flat list in which parents come first, and is the same tree when it is read", () => {
  const { tree, end, other } = sample();
  tree.comment(end, "lost");
  tree.mark(other, "?!");
  tree.draw(other, "b2");
  tree.draw(other, "red:b2-c3");
  tree.comment(tree.root, "by heart");
  const data = tree.toData();
  assert.deepEqual(data, {
    game: "tictactoe",
    position: null,
    nodes: [[0, "a1"], [1, "b2"], [2, "c3", { comment: "lost" }], [1, "a2", { mark: "?!", shapes: ["b2", "red:b2-c3"] }], [4, "c1"], [4, "c2"]],
    root: { comment: "by heart" },
  });
  const read = MoveTree.from(JSON.parse(JSON.stringify(data)));
  assert.deepEqual(read.toData(), data);
  assert.equal(read.size, 6);
  assert.deepEqual(movesTo(read.nodeAt(5)), ["a1", "a2", "c1"]);
  assert.equal(read.numberOf(read.nodeAt(5)), 5);
});

test("a mark or drawing that is made once more is taken away, and one in another colour replaces it", () => {
  const { tree, other } = sample();
  tree.mark(other, "!");
  tree.mark(other, "?");
  assert.equal(other.notes.mark, "?");
  tree.mark(other, "?");
  tree.draw(other, "b2");
  tree.draw(other, "blue:b2");
  assert.deepEqual(other.notes, { shapes: ["blue:b2"] });
  tree.draw(other, "blue:b2");
  assert.deepEqual(other.notes, {});
  for (let at = 0; at < MOST_SHAPES; at++) tree.draw(other, `c${at}`);
  assert.throws(() => tree.draw(other, "a1"), TreeError);
});

test("what is no tree is refused with what is wrong and where", () => {
  const wrong = [
    [null, /no tree/],
    [{ game: "tictactoe" }, /no tree/],
    [{ game: "x".repeat(41), nodes: [] }, /no tree/],
    [{ game: "tictactoe", nodes: [], position: 5 }, /position/],
    [{ game: "tictactoe", nodes: [[1, "a1"]] }, /move 1 .*follows no move/],
    [{ game: "tictactoe", nodes: [[0, "a1"], [-1, "a2"]] }, /move 2 .*follows no move/],
    [{ game: "tictactoe", nodes: [[0, "a1"], "a2"] }, /move 2/],
    [{ game: "tictactoe", nodes: [[0, 7]] }, /no text/],
    [{ game: "tictactoe", nodes: [[0, "a1"], [0, "a1"]] }, /twice/],
    [{ game: "tictactoe", nodes: [[0, "a1", []]] }, /noted/],
    [{ game: "tictactoe", nodes: [[0, "a1", { comment: "x".repeat(LONGEST_COMMENT + 1) }]] }, /comment/],
    [{ game: "tictactoe", nodes: [[0, "a1", { mark: "?!?" }]] }, /marks are/],
    [{ game: "tictactoe", nodes: [[0, "a1", { shapes: Array(MOST_SHAPES + 1).fill("b2") }]] }, /rings and arrows/],
    [{ game: "tictactoe", nodes: [[0, "a1", { value: "much" }]] }, /value is no number/],
    [{ game: "tictactoe", nodes: Array.from({ length: MOST_NODES + 1 }, (_, at) => [at, "a1"]) }, /20001 moves/],
  ];
  for (const [data, words] of wrong) assert.throws(() => MoveTree.from(data), (error) => error instanceof TreeError && words.test(error.message), JSON.stringify(data)?.slice(0, 90));
  assert.throws(() => MoveTree.parse("{"), TreeError);
  assert.throws(() => MoveTree.parse(" ".repeat(300_000)), /too large/);
});

test("one line of all the moves that are possible is walked, listed and packed without recursion", () => {
  const nodes = Array.from({ length: MOST_NODES }, (_, at) => [at, "a1"]);
  const tree = MoveTree.from({ game: "tictactoe", position: null, nodes });
  assert.equal(plyOf(endOf(tree.root)), MOST_NODES);
  assert.deepEqual(tree.toData().nodes, nodes);
  assert.equal(rowsOf(tree, () => 4).length, MOST_NODES / 4);
  assert.throws(() => tree.add(endOf(tree.root), "a1"), TreeError);
  tree.remove(tree.root.children[0]);
  assert.equal(tree.size, 0);
});

test("a tree travels in a link, as far as it fits", async () => {
  const { tree, other } = sample();
  tree.comment(other, "… and O has a fork, naïvely: ×○");
  const letters = await packTree(tree);
  assert.match(letters, /^[\w-]+$/);
  assert.deepEqual((await unpackTree(letters)).toData(), tree.toData());
  let seed = 1;
  for (let at = 0; at < 6000; at++) {
    seed = (seed * 48271) % 2147483647;
    tree.add(at % 2 ? other : tree.root, `${seed % 999999}`);
  }
  assert.equal(await packTree(tree), null);
});

test("a hostile link is refused: damaged, too long, or one that would unpack to more than a tree has", async () => {
  const bytes = new Blob([JSON.stringify({ game: "tictactoe", nodes: [], filler: " ".repeat(4_000_000) })]);
  const bomb = await new Response(bytes.stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const letters = Buffer.from(bomb).toString("base64url");
  assert.ok(letters.length < LONGEST_LINK, "it looks harmless");
  await assert.rejects(unpackTree(letters), /256 kB/);
  await assert.rejects(unpackTree("A".repeat(LONGEST_LINK + 1)), /too long/);
  await assert.rejects(unpackTree("%%%"), /damaged/);
  await assert.rejects(unpackTree((await packTree(sample().tree)).slice(0, 20)), /damaged/);
});

/** Rows as words: the level, the ply and the moves, a comment in quotes. */
function written(tree, room = 3) {
  const words = ({ level, ply, nodes, node }) => `${level} ${ply}: ${nodes.length ? nodes.map(({ move }) => move).join(" ") : `"${node.notes.comment}"`}`;
  return rowsOf(tree, () => room).map(words);
}

test("variations stand in rows of their own after the move that they replace, and the line goes on behind them", () => {
  const { tree, end, other } = sample();
  assert.deepEqual(written(tree), ["0 1: a1 b2", "1 2: a2 c1", "2 3: c2", "0 3: c3"]);
  tree.comment(other, "or so");
  tree.comment(tree.root, "begin");
  tree.addLine(end, ["c1", "c2", "b1", "b3"]);
  tree.add(tree.root, "b2");
  assert.deepEqual(written(tree), ['0 0: "begin"', "0 1: a1", "1 1: b2", "0 2: b2", "1 2: a2", '1 2: "or so"', "1 3: c1", "2 3: c2", "0 3: c3 c1 c2", "0 6: b1 b3"]);
});
