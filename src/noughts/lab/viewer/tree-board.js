// @ts-check
/**
 * The position of a node of a search tree, drawn.
 *
 * @typedef {import("./tree-view.js").Board} Board
 * @typedef {import("./tree-view.js").TreeNode} TreeNode
 */

/** @param {unknown} text */
export const safe = (text) => String(text).replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** @param {Board} board @param {TreeNode} node */
export function drawBoard(board, node) {
  const size = 40, left = board.rowLabels.length ? 30 : 4, bottom = board.columnLabels.length ? 30 : 4;
  const parts = board.cells.map(([row, column], index) => {
    const x = column * size, y = row * size, content = node.contents[index];
    const kind = node.winning.includes(index) ? "won" : node.last.includes(index) ? "last" : content === "#" ? "blocked" : "";
    return `<rect class="cell ${kind}" x="${x}" y="${y}" width="${size}" height="${size}"/>` +
      drawMark(board, content, x + size / 2, y + size / 2, 12, 4);
  });
  board.groups.forEach(([row, column, rows, columns], index) => {
    const owner = node.owners[index], width = columns * size, height = rows * size;
    const veil = owner === "." ? "" : "veiled";
    parts.push(`<rect class="frame ${veil}" x="${column * size}" y="${row * size}" width="${width}" height="${height}"/>` +
      drawMark(board, owner, column * size + width / 2, row * size + height / 2, Math.min(width, height) * 0.38, 9));
  });
  board.rowLabels.forEach((label, row) => parts.push(`<text x="-15" y="${row * size + 26}" text-anchor="middle">${safe(label)}</text>`));
  board.columnLabels.forEach((label, column) =>
    parts.push(`<text x="${column * size + 20}" y="${board.rows * size + 20}" text-anchor="middle">${safe(label)}</text>`));
  return `<svg role="img" aria-label="${safe(node.status)}" viewBox="${-left} -4 ${left + board.columns * size + 4} ${board.rows * size + bottom + 4}">
    ${parts.join("")}</svg>`;
}

/** @param {Board} board @param {string} content @param {number} x @param {number} y @param {number} size @param {number} width */
function drawMark(board, content, x, y, size, width) {
  if (content === board.marks[0])
    return `<path d="M${x - size} ${y - size}L${x + size} ${y + size}M${x + size} ${y - size}L${x - size} ${y + size}" class="mark x" stroke-width="${width}"/>`;
  if (content === board.marks[1]) return `<circle cx="${x}" cy="${y}" r="${size}" class="mark o" stroke-width="${width}"/>`;
  return "";
}
