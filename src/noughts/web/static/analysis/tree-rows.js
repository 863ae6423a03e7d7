/**
 * A tree of moves as rows of one height, so that a list can draw those alone that are in sight: moves beside each other, a
 * variation as rows of its own, further in, after the move that it could have been made instead of, a comment in a row.
 */

/** @typedef {import("./tree.js").TreeNode} TreeNode */
/**
 * @typedef {object} Row
 * @property {number} level 0 for the main line
 * @property {TreeNode} node the first one's, or the one that the comment is of
 * @property {number} ply of the first one
 * @property {TreeNode[]} nodes none in a comment's row
 * @property {boolean} isBegin of a variation
 */

/**
 * @param {import("./tree.js").MoveTree} tree
 * @param {(level: number) => number} roomOf how many moves a row of that level has room for
 * @returns {Row[]}
 */
export function rowsOf(tree, roomOf) {
  /** @type {Row[]} */
  const rows = [];
  /** Lines that are to be written, the next one last. @type {{node: TreeNode, ply: number, level: number, isBegin: boolean}[]} */
  const lines = [];
  /** A move's variations, and then what follows it. @param {TreeNode} node @param {number} ply @param {number} level */
  const branch = (node, ply, level) => {
    const [next, ...others] = node.parent?.children ?? [];
    if (node.children.length) lines.push({ node: node.children[0], ply: ply + 1, level, isBegin: false });
    if (node !== next) return;
    for (const other of others.reverse()) lines.push({ node: other, ply, level: level + 1, isBegin: true });
  };
  if (tree.root.notes.comment) rows.push(commentRow(tree.root, 0, 0));
  branch(tree.root, 0, 0);
  for (let line = lines.pop(); line; line = lines.pop()) {
    let { node, ply } = line;
    const { level, isBegin } = line;
    const room = Math.max(1, roomOf(level));
    let row = newRow(node, ply, level, isBegin);
    for (;;) {
      if (row.nodes.length === room) {
        rows.push(row);
        row = newRow(node, ply, level, false);
      }
      row.nodes.push(node);
      const hasVariations = node.parent?.children[0] === node && node.parent.children.length > 1;
      if (hasVariations || node.notes.comment || !node.children.length) break;
      node = node.children[0];
      ply += 1;
    }
    rows.push(row);
    if (node.notes.comment) rows.push(commentRow(node, ply, level));
    branch(node, ply, level);
  }
  return rows;
}

/** @param {TreeNode} node @param {number} ply @param {number} level @param {boolean} isBegin @returns {Row} */
function newRow(node, ply, level, isBegin) {
  return { level, node, ply, nodes: [], isBegin };
}

/** @param {TreeNode} node @param {number} ply @param {number} level @returns {Row} */
function commentRow(node, ply, level) {
  return newRow(node, ply, level, false);
}
