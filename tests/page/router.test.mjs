import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnlyHere, lineLink, marksOf, positionLink, readRoute, treeLink } from "../../src/noughts/web/static/frame/router.js";

test("a link to a position gives back what it was made of", () => {
  const link = positionLink("4x5x3", "5/5/X4/5 O", ["a1", "b2-c3"], ["O", "X"]);
  assert.equal(link, "#/at/4x5x3?start=5/5/X4/5+O&moves=a1,b2-c3&first=O");
  const { page, argument, parameters } = readRoute(link);
  assert.deepEqual([page, argument], ["at", "4x5x3"]);
  assert.equal(parameters.get("start"), "5/5/X4/5 O");
  assert.equal(parameters.get("moves"), "a1,b2-c3");
  assert.deepEqual(marksOf(parameters), ["O", "X"]);
});

test("a game from its own start has a short link, and names are quoted", () => {
  assert.equal(positionLink("ultimate", null, [], ["X", "O"]), "#/at/ultimate");
  assert.equal(positionLink("my game?", null, [], ["X", "O"]), "#/at/my%20game%3F");
  assert.equal(readRoute("#/at/my%20game%3F").argument, "my game?");
  assert.equal(treeLink("3x3x3", null, ["b2"]), "#/tree/3x3x3?moves=b2");
});

test("no hash is the first page, and a damaged one breaks nothing", () => {
  assert.equal(readRoute("").page, "play");
  assert.equal(readRoute("#/").page, "play");
  assert.equal(readRoute("#/rules/%E0%A4%A").argument, "%E0%A4%A");
  assert.equal(readRoute("#/rules/a/b").argument, "a/b");
});

test("a game from its own start is a link of its name and its moves", () => {
  assert.equal(lineLink("ultimate", ["5.5", "5.1"], ["X", "O"]), "#/ultimate/5.5,5.1");
  assert.equal(lineLink("ultimate", [], ["O", "X"]), "#/ultimate?first=O");
  assert.equal(lineLink("games", ["a1"], ["X", "O"]), "#/at/games?moves=a1", "a page has that name");
  const { page, argument, parameters } = readRoute("#/ultimate/5.5,5.1?first=O");
  assert.deepEqual([page, argument, parameters.get("moves"), marksOf(parameters)], ["at", "ultimate", "5.5,5.1", ["O", "X"]]);
  assert.deepEqual([readRoute("#/ultimate").page, readRoute("#/ultimate").parameters.get("moves")], ["at", null]);
});

test("a board inside another page has its game, its moves and what can be done", () => {
  const { page, argument, parameters } = readRoute("#/embed/ultimate/5.5,5.1?level=hard&can=undo+new");
  assert.deepEqual([page, argument, `${parameters}`], ["embed", "ultimate", "level=hard&can=undo+new&moves=5.5%2C5.1"]);
  assert.equal(readRoute("#/embed").argument, "");
});

test("a link to a server of this machine is of use nowhere else", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "games.localhost"]) assert.ok(isOnlyHere(host), host);
  for (const host of ["192.168.1.10", "games.example.org", "localhost.example.org", "127.0.0.1.example.org"]) assert.ok(!isOnlyHere(host), host);
});
