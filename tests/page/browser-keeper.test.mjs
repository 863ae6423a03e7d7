import assert from "node:assert/strict";
import { test } from "node:test";
import { BrowserKeeper } from "../../src/noughts/web/static/keeper/browser.js";
import { Shelf } from "../../src/noughts/web/static/keeper/shelf.js";
import { MemoryStorage } from "./storage.mjs";
import { plainView } from "./view.mjs";

// A game for these tests: five stones, whoever takes the last one wins. A move takes one or two.
const STONES = 5;

class Line {
  constructor(moves = []) {
    this.moves = [...moves];
  }

  get taken() {
    return this.moves.reduce((sum, move) => sum + Number(move), 0);
  }

  get turn() {
    return this.moves.length % 2;
  }

  get isOver() {
    return this.taken === STONES;
  }

  play(move) {
    if (!["1", "2"].includes(move) || this.taken + Number(move) > STONES) return false;
    this.moves.push(move);
    return true;
  }

  undo(count = 1) {
    this.moves.length -= count;
  }

  at(ply) {
    const line = new Line();
    line.moves = this.moves.slice(0, ply);
    return line.view();
  }

  view() {
    const winner = this.isOver ? 1 - this.turn : null;
    const left = Math.min(2, STONES - this.taken);
    return {
      ...plainView("....."),
      title: "Five stones",
      turn: this.isOver ? null : this.turn,
      outcome: winner === null ? null : { winner, reason: `${"XO"[winner]} took the last stone`, points: null },
      status: winner === null ? `${"XO"[this.turn]} to move` : `${"XO"[winner]} wins`,
      clicks: Object.fromEntries(["1", "2"].slice(0, left).map((move, index) => [move, [index]])),
    };
  }
}

/** Takes one stone, and believes that this is worth 50; what it is asked is written down. */
class Taker {
  static asked = [];

  async move(asked) {
    Taker.asked.push(asked);
    return { depth: 1, nodes: 10, seconds: 0.5, lines: [{ moves: ["1"], value: 50, mate: null }], isFinal: true, isProved: false };
  }

  async analyse(asked, told) {
    const thought = await this.move(asked);
    told(thought);
    return thought;
  }

  stop() {}

  end() {}
}

const catalogue = { games: [{ name: "stones", title: "Five stones", takes_cells: true }], levels: ["easy"], players: [], searches: [], evaluations: [], bounds: { lines: 9 } };
const judgement = { scale: 150, mistakes: { "??": 0.3, "?": 0.15, "?!": 0.07 }, careless: 0.03, others: 4, share: 8 };
const PEOPLE = { game: "stones", first: { kind: "human" }, second: { kind: "human" } };
const ENGINE = { game: "stones", first: { kind: "human" }, second: { kind: "level", level: "easy" } };

/** Thinks until it is told to stop. */
class Ponderer extends Taker {
  move(asked) {
    return new Promise((resolve) => (this.stop = () => resolve(super.move(asked))));
  }
}

function keeperWith(storage = new MemoryStorage(), tabs = new EventTarget(), Thinker = Taker) {
  const runtime = { rules: async () => ({ game: { name: "stones", judgement }, line: (moves = []) => new Line(moves) }), thinker: () => new Thinker(), guide: async () => assert.fail("no guide is asked for") };
  return new BrowserKeeper(runtime, async () => catalogue, new Shelf(storage, "test:", tabs));
}

/** A game that is followed, with what is heard of it. */
async function follow(keeper, id) {
  const heard = [];
  let wake = () => {};
  const hearer = {
    message: (message) => {
      heard.push(message);
      wake();
    },
    connection: () => {},
    gone: (why) => heard.push({ type: "gone", why }),
  };
  const open = await keeper.open(`${id}`, hearer);
  /** The next message that is so. */
  async function next(isWanted) {
    for (;;) {
      const at = heard.findIndex(isWanted);
      if (at >= 0) return heard.splice(0, at + 1)[at];
      await new Promise((resolve) => (wake = resolve));
    }
  }
  return { open, heard, next, game: async (ply) => (await next(({ type, game }) => type === "game" && game.moves.length === ply)).game };
}

test("two people play, take back, play again and win", async () => {
  const keeper = keeperWith();
  const { id } = await keeper.begin({ ...PEOPLE, first_mark: "O" });
  const { open, game, next } = await follow(keeper, id);
  assert.deepEqual([(await game(0)).to_move, (await keeper.games({ limit: 9, offset: 0 })).length], ["human", 1]);
  for (const [at, move] of ["2", "2"].entries()) {
    open.move(move, at);
    await game(at + 1);
  }
  open.send({ do: "undo" });
  const undone = await game(1);
  assert.deepEqual([undone.redo, undone.turn, undone.marks], [1, 1, ["O", "X"]]);
  open.send({ do: "redo" });
  await game(2);
  open.move("2", 2);
  assert.equal((await next(({ type }) => type === "error")).error, "2 is not possible here");
  open.move("1", 2);
  const won = await game(3);
  assert.deepEqual([won.result, won.to_move, won.reason], ["1-0", null, "O took the last stone"], "O moved first");
  assert.deepEqual((await keeper.statistics()).total.games, 0, "no engine took part");
});

test("an engine that is hurried plays what it has found", async () => {
  const keeper = keeperWith(undefined, undefined, Ponderer);
  const { open, next, game } = await follow(keeper, (await keeper.begin(ENGINE)).id);
  open.move("2");
  await next(({ type }) => type === "thinking");
  open.send({ do: "hurry" });
  assert.deepEqual((await game(2)).moves.map(({ text }) => text), ["2", "1"]);
  open.close();
});

test("the engine answers, an undo takes back both moves, and resigning counts as a loss", async () => {
  const keeper = keeperWith();
  const { id } = await keeper.begin(ENGINE);
  const { open, game } = await follow(keeper, id);
  await game(0);
  open.move("1", 0);
  const answered = await game(2);
  assert.deepEqual(answered.moves[1], { text: "1", mover: 1, seconds: 0.5, value: 50, depth: 1 });
  assert.deepEqual(Taker.asked.at(-1), { moves: ["1"], level: "easy" });
  open.send({ do: "undo" });
  assert.equal((await game(0)).redo, 2);
  open.send({ do: "resign" });
  const resigned = await game(0);
  assert.deepEqual([resigned.result, resigned.reason, resigned.view.turn, resigned.redo], ["0-1", "X resigned", null, 0]);
  const { total, by_opponent } = await keeper.statistics();
  assert.deepEqual([total.losses, total.games], [1, 1]);
  assert.deepEqual([by_opponent[0].title, by_opponent[0].against], ["Five stones", "noughts, easy"]);
  await keeper.resetStatistics();
  assert.equal((await keeper.statistics()).total.games, 0);
});

test("a game goes on where it was left, from moves of a link too", async () => {
  const storage = new MemoryStorage();
  const { id } = await keeperWith(storage).begin({ ...PEOPLE, moves: ["1", "2"] });
  const { game, open } = await follow(keeperWith(storage), id);
  assert.deepEqual((await game(2)).moves.map(({ text, mover }) => [text, mover]), [["1", 0], ["2", 1]]);
  open.close();
  assert.equal(open.send({ do: "undo" }), false);
  await assert.rejects(keeperWith(storage).open("77", {}), /there is no game 77/);
  await assert.rejects(keeperWith(storage).begin({ ...PEOPLE, moves: ["3"] }), /move 1, 3, is not possible/);
  await assert.rejects(keeperWith(storage).begin({ ...PEOPLE, game: "chess" }), /there is no game chess/);
  await assert.rejects(keeperWith(storage).begin({ ...PEOPLE, cells: { a1: "#" } }), /from their own start/);
  assert.equal((await keeperWith(storage).catalogue()).games[0].takes_cells, false);
});

test("hints, analyses and a review come from the engine", async () => {
  const storage = new MemoryStorage();
  const keeper = keeperWith(storage);
  const { id } = await keeper.begin({ ...PEOPLE, moves: ["2", "1"] });
  const { open, game, next } = await follow(keeper, id);
  await game(2);
  open.send({ do: "hint" });
  const hint = await next(({ type }) => type === "hint");
  assert.deepEqual([hint.ply, hint.analysis.lines[0].move, hint.analysis.lines[0].side], [2, "1", 0]);
  open.send({ do: "analyse", on: true, ply: 1, lines: 2 });
  const { ply, analysis } = await next(({ type }) => type === "analysis");
  assert.deepEqual([ply, analysis.lines[0].score, analysis.lines[0].side, analysis.nodes_per_second], [1, "+0.50", 1, 20]);
  open.send({ do: "review" });
  assert.match((await next(({ type }) => type === "error")).error, /when it is over/);
  open.move("2", 2);
  await game(3);
  open.send({ do: "review" });
  await next(({ type, done }) => type === "review" && done);
  const verdicts = await keeperWith(storage).review(id);
  assert.deepEqual(verdicts.map(({ move, best, mark }) => [move, best, mark]), [["2", "1", ""], ["1", "1", ""], ["2", "1", ""]]);
  assert.deepEqual(verdicts.map(({ value }) => value), [-50, -50, 1_000_000_000]);
  // The last move won; taking one stone had left a chance of 1 / (1 + e^(1/3)) = 0.4174: the mean of both was 0.7087.
  assert.deepEqual(verdicts.map(({ lost, stake }) => [lost, stake]), [[0, 0], [0, 0], [0, 0.2913]]);
  open.send({ do: "review" });
  await next(({ type, ply }) => type === "review" && ply === 1);
  open.send({ do: "review", on: false });
  await next(({ type, done }) => type === "review" && done);
  assert.equal((await keeperWith(storage).review(id)).length, 3, "the one that was kept stands");
});

test("a browser that keeps nothing lets the game go on, and says so", async () => {
  for (const storage of [null, new MemoryStorage(0)]) {
    const keeper = keeperWith(storage);
    const { id } = await keeper.begin(PEOPLE);
    const { open, game } = await follow(keeper, id);
    await game(0);
    open.move("1", 0);
    assert.match((await game(1)).note, /keeps no more games/);
    await assert.rejects(keeper.changeSettings({ level: "hard" }), /keeps nothing/);
    assert.equal((await keeper.settings()).level, "yours");
  }
});

test("nothing is heard before what was asked has been sent", async () => {
  const keeper = keeperWith();
  const { id } = await keeper.begin({ ...ENGINE, first: ENGINE.second });
  const { open, heard, game, next } = await follow(keeper, id);
  await game(0);
  heard.length = 0;
  open.send({ do: "pause", on: true });
  assert.deepEqual(heard, []);
  assert.equal((await next(({ game }) => game?.paused)).game.moves.length, 0);
  open.send({ do: "pause", on: false });
  assert.equal((await game(1)).paused, false, "the engine goes on");
  open.close();
});

test("a game that is not to be kept is in no list", async () => {
  const keeper = keeperWith();
  const { id } = await keeper.begin(PEOPLE, false);
  const { open, game } = await follow(keeper, id);
  await game(0);
  open.move("1", 0);
  assert.equal((await game(1)).note, null);
  assert.deepEqual(await keeper.games({ limit: 9, offset: 0 }), []);
});

test("what another tab plays or deletes is seen here", async () => {
  const [storage, tabs] = [new MemoryStorage(), new EventTarget()];
  const keeper = keeperWith(storage, tabs);
  const { id } = await keeper.begin(PEOPLE);
  const { game, heard } = await follow(keeper, id);
  await game(0);
  const elsewhere = keeperWith(storage);
  const other = await follow(elsewhere, id);
  await other.game(0);
  other.open.move("1", 0);
  await other.game(1);
  const told = Object.assign(new Event("storage"), { key: `test:game.${id}` });
  tabs.dispatchEvent(told);
  assert.equal((await game(1)).moves[0].text, "1");
  await elsewhere.remove(id);
  tabs.dispatchEvent(Object.assign(new Event("storage"), { key: `test:game.${id}` }));
  assert.equal(heard.at(-1).why, "it was deleted in another tab");
});
