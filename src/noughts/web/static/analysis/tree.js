/**
 * A tree of moves: a main line with variations, comments, marks and drawings at its nodes. It knows no rules: whether a move
 * is possible, the keeper says. Nothing recurses on it, as a tree may come from anywhere and be one long line.
 *
 * Children stand in order, the main line's first. As data (`toData`, `MoveTree.from`) a tree is flat: each node names its
 * parent by a number smaller than its own, 0 being the root.
 */

/** @typedef {{comment?: string, mark?: string, shapes?: string[], value?: number, depth?: number, seconds?: number}} Notes */
/** @typedef {{parent: TreeNode | null, move: string, children: TreeNode[], notes: Notes}} TreeNode the root has no move */
/** @typedef {[parent: number, move: string] | [parent: number, move: string, notes: Notes]} NodeData */
/** @typedef {{game: string, position: string | null, nodes: NodeData[], root?: Notes}} TreeData */

export const MOST_NODES = 20_000;
export const MOST_BYTES = 256 * 1024; // of JSON
export const LONGEST_COMMENT = 2000;
export const MOST_SHAPES = 32;
export const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

const LONGEST = { game: 40, position: 4000, move: 16, shape: 40 }; // letters
const MOST_VALUE = 1e12; // more than any score has
/** Notes that are numbers. @type {["value", "depth", "seconds"]} */
const NUMBERS = ["value", "depth", "seconds"];

/** What is wrong with a tree, in words that can be shown. */
export class TreeError extends Error {}

export class MoveTree {
  /** How many moves it has. */
  size = 0;
  /** Another number after each change. */
  version = 0;

  /** @param {string} game @param {string | null} [position] text that it begins with, null for the game's own start */
  constructor(game, position = null) {
    this.game = game;
    this.position = position;
    /** @type {TreeNode} */
    this.root = { parent: null, move: "", children: [], notes: {} };
  }

  /** The node that a move leads to, which is new if nobody has made it there. @param {TreeNode} node @param {string} move */
  add(node, move) {
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    if (this.size >= MOST_NODES) throw new TreeError(`a board has ${MOST_NODES} moves at most`);
    return this.#append(node, move, {});
  }

  /** @param {TreeNode} parent @param {string} move @param {Notes} notes */
  #append(parent, move, notes) {
    const child = { parent, move, children: [], notes };
    parent.children.push(child);
    this.size += 1;
    this.version += 1;
    return child;
  }

  /** Moves one after the other: the last one's node. @param {TreeNode} node @param {string[]} moves */
  addLine(node, moves) {
    return moves.reduce((last, move) => this.add(last, move), node);
  }

  /** Take a move away with all that follows; its parent. @param {TreeNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    this.size -= countBelow(node);
    this.version += 1;
    return parent;
  }

  /** Make the innermost variation that a node lies in the main line of where it begins. @param {TreeNode} node */
  promote(node) {
    const start = variationOf(node);
    if (!start?.parent) return;
    start.parent.children = [start, ...start.parent.children.filter((child) => child !== start)];
    this.version += 1;
  }

  /** @param {TreeNode} node @param {string} text */
  comment(node, text) {
    const comment = text.slice(0, LONGEST_COMMENT);
    this.#note(node, { comment: comment || undefined });
  }

  /** Mark a move; the same mark again takes it away. @param {TreeNode} node @param {string} mark of MARKS */
  mark(node, mark) {
    if (node.parent && MARKS.includes(mark)) this.#note(node, { mark: node.notes.mark === mark ? undefined : mark });
  }

  /** Draw a ring or an arrow; the same once more takes it away. @param {TreeNode} node @param {string} shape */
  draw(node, shape) {
    const place = placeOf(shape);
    const others = (node.notes.shapes ?? []).filter((other) => placeOf(other) !== place);
    const isTakenAway = node.notes.shapes?.includes(shape);
    if (!isTakenAway && others.length >= MOST_SHAPES) throw new TreeError(`a position has ${MOST_SHAPES} rings and arrows at most`);
    const shapes = isTakenAway ? others : [...others, shape];
    this.#note(node, { shapes: shapes.length ? shapes : undefined });
  }

  /** @param {TreeNode} node */
  clearDrawing(node) {
    this.#note(node, { shapes: undefined });
  }

  /** @param {TreeNode} node @param {Notes} some those that are undefined go */
  #note(node, some) {
    const all = Object.entries({ ...node.notes, ...some }).filter(([, note]) => note !== undefined);
    node.notes = Object.fromEntries(all);
    this.version += 1;
  }

  /** All nodes but the root, each before its children and those before its next sibling. @returns {Generator<TreeNode>} */
  *walk() {
    const open = [...this.root.children].reverse();
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]);
    }
  }

  /** @returns {TreeData} */
  toData() {
    /** @type {Map<TreeNode | null, number>} */
    const numbers = new Map([[this.root, 0]]);
    /** @type {NodeData[]} */
    const nodes = [];
    for (const node of this.walk()) {
      numbers.set(node, numbers.size);
      const parent = /** @type {number} */ (numbers.get(node.parent));
      nodes.push(isEmpty(node.notes) ? [parent, node.move] : [parent, node.move, node.notes]);
    }
    const { game, position } = this;
    return isEmpty(this.root.notes) ? { game, position, nodes } : { game, position, nodes, root: this.root.notes };
  }

  /** The node that has this number as data: 0 for the root, which is also the answer where there is none. @param {number} number */
  nodeAt(number) {
    let at = 0;
    if (number > 0) for (const node of this.walk()) if (++at === number) return node;
    return this.root;
  }

  /** @param {TreeNode} wanted */
  numberOf(wanted) {
    let at = 0;
    if (wanted.parent) {
      for (const node of this.walk()) {
        at += 1;
        if (node === wanted) return at;
      }
    }
    return 0;
  }

  /** The tree that data describe, whoever wrote them; an error in words if they are none. @param {unknown} data */
  static from(data) {
    const { game, position = null, nodes, root = {} } = /** @type {Record<string, unknown>} */ (isObject(data) ? data : {});
    if (!isText(game, LONGEST.game) || !Array.isArray(nodes)) throw new TreeError("this is no tree of moves");
    if (position !== null && !isText(position, LONGEST.position)) throw new TreeError("the position that the tree begins with is no text");
    if (nodes.length > MOST_NODES) throw new TreeError(`the tree has ${nodes.length} moves; ${MOST_NODES} are possible`);
    const tree = new MoveTree(game, position);
    tree.root.notes = notesFrom(root, "before the first move");
    const found = [tree.root];
    const made = new Set();
    for (const [index, node] of nodes.entries()) {
      const where = `at move ${index + 1} of the tree`;
      const [parent, move, notes = {}] = Array.isArray(node) ? node : [];
      if (!Number.isInteger(parent) || parent < 0 || parent > index) throw new TreeError(`${where}: it follows no move before it`);
      if (!isText(move, LONGEST.move)) throw new TreeError(`${where}: it has no text`);
      if (made.has(`${parent} ${move}`)) throw new TreeError(`${where}: ${move} stands there twice`);
      made.add(`${parent} ${move}`);
      found.push(tree.#append(found[parent], move, notesFrom(notes, where)));
    }
    return tree;
  }

  /** A tree from JSON text, which is bounded before it is read. @param {string} text */
  static parse(text) {
    if (text.length > MOST_BYTES) throw new TreeError(`the tree is too large: ${MOST_BYTES / 1024} kB are possible`);
    try {
      return MoveTree.from(JSON.parse(text));
    } catch (error) {
      throw error instanceof TreeError ? error : new TreeError("this is no tree of moves");
    }
  }
}

/** The moves from the start to a node. @param {TreeNode} node */
export function movesTo(node) {
  return lineTo(node).map(({ move }) => move);
}

/** The nodes from the first move's to this one. @param {TreeNode} node */
export function lineTo(node) {
  const line = [];
  for (let one = node; one.parent; one = one.parent) line.push(one);
  return line.reverse();
}

/** @param {TreeNode} node */
export function plyOf(node) {
  let ply = 0;
  for (let one = node.parent; one; one = one.parent) ply += 1;
  return ply;
}

/** The last node of the line that goes on from here. @param {TreeNode} node */
export function endOf(node) {
  let end = node;
  while (end.children.length) end = end.children[0];
  return end;
}

/** The first move of the innermost variation that a node lies in; null on the main line. @param {TreeNode} node */
export function variationOf(node) {
  for (let one = node; one.parent; one = one.parent) if (one.parent.children[0] !== one) return one;
  return null;
}

/** The sibling so many places further. @param {TreeNode} node @param {number} step @returns {TreeNode | null} */
export function siblingOf(node, step) {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + step] ?? null;
}

/** How many nodes a branch has, its first one among them. @param {TreeNode} node */
export function countBelow(node) {
  let count = 0;
  const open = [node];
  for (let one = open.pop(); one; one = open.pop()) {
    count += 1;
    for (const child of one.children) open.push(child);
  }
  return count;
}

/** A shape without its colour. @param {string} shape */
function placeOf(shape) {
  return shape.replace(/^(green|red|blue|yellow):/, "");
}

/** Notes as far as they are known here; an error if one of them is not what it should be. @param {unknown} found @param {string} where @returns {Notes} */
function notesFrom(found, where) {
  if (!isObject(found)) throw new TreeError(`${where}: what is noted there cannot be read`);
  const { comment, mark, shapes } = found;
  /** @type {Notes} */
  const notes = {};
  if (comment !== undefined) {
    if (typeof comment !== "string" || comment.length > LONGEST_COMMENT) throw new TreeError(`${where}: a comment has ${LONGEST_COMMENT} letters at most`);
    if (comment) notes.comment = comment;
  }
  if (mark !== undefined) {
    if (typeof mark !== "string" || !MARKS.includes(mark)) throw new TreeError(`${where}: marks are ${MARKS.join(" ")}`);
    notes.mark = mark;
  }
  if (shapes !== undefined) {
    const areShapes = Array.isArray(shapes) && shapes.length <= MOST_SHAPES && shapes.every((one) => isText(one, LONGEST.shape));
    if (!areShapes) throw new TreeError(`${where}: a position has ${MOST_SHAPES} rings and arrows at most`);
    if (shapes.length) notes.shapes = [...shapes];
  }
  for (const name of NUMBERS) {
    const number = found[name];
    if (number === undefined) continue;
    if (typeof number !== "number" || !(Math.abs(number) <= MOST_VALUE)) throw new TreeError(`${where}: ${name} is no number`);
    notes[name] = number;
  }
  return notes;
}

/** @param {unknown} found @param {number} most letters @returns {found is string} */
function isText(found, most) {
  return typeof found === "string" && found.length > 0 && found.length <= most;
}

/** @param {unknown} found @returns {found is Record<string, unknown>} */
function isObject(found) {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

/** @param {Notes} notes */
function isEmpty(notes) {
  return Object.keys(notes).length === 0;
}
