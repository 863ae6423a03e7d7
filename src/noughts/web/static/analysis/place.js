/** An analysis board's address: what it shows, by a tree in the link, a line of moves or the number it is kept by, and where in it one is. */

import { marksOf, positionLink } from "../frame/router.js";
import { keeper } from "../keeper/chosen.js";
import { MoveTree, TreeError, endOf, movesTo } from "./tree.js";
import { packTree, unpackTree } from "./tree-link.js";

/** @typedef {import("../types").Mark} Mark */
/** @typedef {import("./tree.js").TreeNode} TreeNode */
/**
 * @typedef {object} Opened
 * @property {MoveTree} tree
 * @property {TreeNode} node that is looked at
 * @property {[Mark, Mark]} marks
 * @property {{id: number, name: string, revision: number} | null} kept
 * @property {true} [isDraft] it has changes that are kept nowhere
 */

/** A board that its address does not hold, until the page is left: the way back leads to it. @type {{hash: string, opened: Opened} | null} */
let draft = null;

/** @param {string} hash @param {Opened} opened */
export function keepDraft(hash, opened) {
  draft = { hash, opened: { ...opened, kept: null, isDraft: true } };
}

/** What a link leads to; an error in words if that is nothing. @param {string} game @param {URLSearchParams} parameters @returns {Promise<Opened>} */
export async function openPlace(game, parameters) {
  if (draft?.hash === location.hash) return draft.opened;
  const marks = marksOf(parameters);
  const [study, letters, played] = ["study", "tree", "game"].map((name) => parameters.get(name));
  const at = Number(parameters.get("at"));
  if (played) return openGame(played);
  if (study) {
    const id = /^[1-9]\d{0,8}$/.test(study) ? Number(study) : null;
    if (id === null) throw new TreeError(`there is no analysis board ${study}`);
    const { tree: data, name, revision } = await keeper().study(id);
    const tree = MoveTree.from(data);
    return { tree, node: tree.nodeAt(at), marks, kept: { id, name, revision } };
  }
  if (letters) {
    const tree = await unpackTree(letters);
    if (tree.game !== game) throw new TreeError(`the link names another game, ${tree.game}, inside`);
    return { tree, node: tree.nodeAt(at), marks, kept: null };
  }
  const tree = new MoveTree(game, await startOf(game, parameters.get("start")));
  const end = tree.addLine(tree.root, (parameters.get("moves") ?? "").split(",").filter(Boolean));
  return { tree, node: parameters.has("at") ? tree.nodeAt(at) : end, marks, kept: null };
}

/** A game of the visitor's, as far as it has come. @param {string} id @returns {Promise<Opened>} */
async function openGame(id) {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new TreeError(`there is no game ${id}`);
  const { game, start, moves, marks } = await keeper().line(Number(id));
  const tree = new MoveTree(game, await startOf(game, start));
  return { tree, node: tree.addLine(tree.root, moves), marks, kept: null };
}

/** Null for the game's own start, so that links are short. @param {string} game @param {string | null} start */
async function startOf(game, start) {
  return start && start !== (await keeper().view({ game })).position ? start : null;
}

/** Where a game of the visitor's is analysed, whatever its moves. @param {string} game @param {number} id */
export function gameBoardLink(game, id) {
  return `#/analysis/${encodeURIComponent(game)}?game=${id}&back=game/${id}`;
}

/** The game that a board came from, as the end of a link; nothing else is believed. @param {URLSearchParams} parameters */
export function backOf(parameters) {
  const back = parameters.get("back") ?? "";
  return /^(game\/-?\d{1,9}|(watch|arena)\/[\w-]{1,80}(\/\d{1,9})?)$/.test(back) ? back : null;
}

/**
 * Where a game or a position is analysed.
 * @param {string} game @param {string | null} start @param {string[]} moves @param {[Mark, Mark]} marks
 * @param {number} [at] the move that is looked at, the last one if it is left out @param {string} [back] what `backOf` answers
 */
export function analysisLink(game, start, moves, marks, at, back) {
  const link = positionLink(game, start, moves, marks).replace("#/at/", "#/analysis/");
  const more = [at === undefined || at === moves.length ? "" : `at=${at}`, back ? `back=${back}` : ""].filter(Boolean).join("&");
  return more ? `${link}${link.includes("?") ? "&" : "?"}${more}` : link;
}

/** Where a board is that is kept by a number. @param {string} game @param {number} id */
export function studyLink(game, id) {
  return `#/analysis/${encodeURIComponent(game)}?study=${id}`;
}

/**
 * A link that holds the whole tree.
 * @param {MoveTree} tree @param {TreeNode} node @param {[Mark, Mark]} marks @param {string} [back]
 * @returns {Promise<string | null>} null if it is too large
 */
export async function treeLink(tree, node, marks, back) {
  const number = tree.numberOf(node);
  if (isPlain(tree)) return analysisLink(tree.game, tree.position, movesTo(endOf(tree.root)), marks, number, back);
  const letters = await packed(tree);
  if (letters === null) return null;
  const more = [number ? `at=${number}` : "", marks[0] === "O" ? "first=O" : "", back ? `back=${back}` : ""].filter(Boolean);
  return [`#/analysis/${encodeURIComponent(tree.game)}?tree=${letters}`, ...more].join("&");
}

/** As it was packed last: whoever only looks at another move asks again. @type {{tree: MoveTree, version: number, letters: Promise<string | null>} | null} */
let last = null;

/** @param {MoveTree} tree */
function packed(tree) {
  if (last?.tree !== tree || last.version !== tree.version) last = { tree, version: tree.version, letters: packTree(tree) };
  return last.letters;
}

/** Whether it is nothing but a short line of moves. @param {MoveTree} tree */
function isPlain(tree) {
  let node = tree.root;
  for (let count = 0; ; node = node.children[0]) {
    if (Object.keys(node.notes).length || node.children.length > 1) return false;
    if (!node.children.length) return true;
    if (++count > 1000) return false;
  }
}
