/** The parts of a board's drawing, from a view and its geometry. Colours are the style sheet's. */

import { nothing, repeat, svg } from "../vendor/lit.js";
import { SIZE, cellPath, layOut } from "./geometry.js";
import { hasSquares, hasStones } from "../words/symbols.js";
import { goodness, scaleOf, shortValue } from "../words/score.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").AnalysisLine} AnalysisLine */
/** @typedef {import("./geometry.js").Geometry} Geometry */

const HALF = SIZE / 2;
const FEW_CELLS = 9; // of which all values are written
const MANY_CELLS = 100; // whose marks would be too small to see in a picture
const MOST_NUMBERS = 5; // that are written where there are more
const STONE = 0.46; // radius of a stone on lines, in parts of a cell
const LEAST_WITH_POINTS = 13; // rows and columns of a board with points where its fourth lines cross
const LETTER = 0.62; // how wide one is, in parts of its size
const LONGEST_VALUE = 4; // letters: "+1.2"
/** Where marks decorate a board: parts of the way through its cells. @type {[number, "X" | "O"][]} */
const DECORATION = [
  [0.24, "O"],
  [0.37, "X"],
  [0.5, "X"],
  [0.63, "O"],
  [0.78, "X"],
];

/**
 * @param {string} mark
 * @param {number} x centre @param {number} y
 * @param {number} radius
 * @param {string} [kind] classes
 */
export function drawMark(mark, x, y, radius, kind = "") {
  if (mark !== "X" && mark !== "O") {
    // A character of the game's own.
    return svg`<text class="label" font-size=${1.6 * radius} x=${x} y=${y} text-anchor="middle"
      dominant-baseline="central">${mark}</text>`;
  }
  if (hasStones()) {
    return svg`<g class="mark stone ${mark.toLowerCase()} ${kind}"><circle cx=${x} cy=${y} r=${radius * 1.15}></circle></g>`;
  }
  if (hasSquares()) {
    const r = radius * 0.92;
    return svg`<g class="mark square ${mark.toLowerCase()} ${kind}"><rect pathLength="1" x=${x - r} y=${y - r}
      width=${2 * r} height=${2 * r}></rect></g>`;
  }
  if (mark === "X") {
    const r = radius * 0.92;
    // Two paths, so that the second stroke can begin when the first has been drawn.
    return svg`<g class="mark x ${kind}"><path pathLength="1" d="M${x - r} ${y - r}L${x + r} ${y + r}"></path><path
      pathLength="1" d="M${x + r} ${y - r}L${x - r} ${y + r}"></path></g>`;
  }
  return svg`<g class="mark o ${kind}"><circle pathLength="1" cx=${x} cy=${y} r=${radius}></circle></g>`;
}

/**
 * A content that the game has a drawing for.
 * @param {import("../types").Piece} piece @param {View} view @param {number} x centre @param {number} y @param {string} kind
 */
function drawPiece({ path, shade }, view, x, y, kind) {
  const player = { first: 0, second: 1 }[/** @type {string} */ (shade)];
  const colour = player === undefined ? shade : view.marks[player].toLowerCase();
  return svg`<path class="piece ${colour} ${kind}" d=${path} transform="translate(${x - HALF} ${y - HALF}) scale(${SIZE / 100})"></path>`;
}

/** Whether stones lie on crossings of lines, and not in squares. @param {View} view */
export function isOnLines(view) {
  return view.layout === "crossings" && hasStones();
}

/** A line through the middle of each row and column. @param {View} view @param {Geometry} geometry */
function drawLines(view, geometry) {
  const [first, last] = [geometry.cells[0], geometry.cells[geometry.cells.length - 1]];
  const [left, top, right, bottom] = [first.x + HALF, first.y + HALF, last.x + HALF, last.y + HALF];
  const across = Array.from({ length: view.rows }, (_, row) => `M${left} ${top + row * SIZE}H${right}`);
  const down = Array.from({ length: view.columns }, (_, column) => `M${left + column * SIZE} ${top}V${bottom}`);
  return svg`<path class="lines" d=${[...across, ...down].join("")}></path>
    ${points(view.rows).flatMap((row) => points(view.columns).map((column) => svg`<circle class="point" cx=${left + column * SIZE} cy=${top + row * SIZE} r="3.4"></circle>`))}`;
}

/** Lines with points on them. @param {number} count */
function points(count) {
  if (count < LEAST_WITH_POINTS) return [];
  return count % 2 ? [3, (count - 1) / 2, count - 4] : [3, count - 4];
}

/** Surfaces of nested boards, under the cells. @param {View} view @param {Geometry} geometry */
export function drawSurfaces(view, geometry) {
  if (geometry.isHexagonal) {
    const all = geometry.cells.map((_, index) => cellPath(geometry, index, 0)).join("");
    const kind = hasStones() ? "stone" : "";
    const edges = geometry.edges.map(({ path, player }) => svg`<path class="edge ${kind} ${view.marks[player].toLowerCase()}" d=${path}></path>`);
    const rims = hasStones() ? geometry.edges.map(({ path }) => svg`<path class="edge rim" d=${path}></path>`) : [];
    return svg`${rims}${edges}<path class="surface" d=${all}></path>`;
  }
  if (isOnLines(view)) return svg`${surface(geometry.frames[0], "wood", 9)}${drawLines(view, geometry)}`;
  const parents = new Set(view.groups.map((group) => group.parent));
  // Big boards come first: small ones lie on them.
  const order = view.groups.map((_, index) => index).sort((a, b) => Number(parents.has(b)) - Number(parents.has(a)));
  if (!order.length) return surface(geometry.frames[0], "", 9);
  return order.map((index) => {
    const group = view.groups[index];
    const box = geometry.frames[index];
    const isOpen = group.playable && view.turn !== null; // where somebody has resigned, nobody plays on
    const kind = parents.has(index) ? "outer" : isOpen ? "playable" : group.owner !== "." ? "settled" : "";
    return surface(box, kind, parents.has(index) ? 16 : 9);
  });
}

/** @param {import("./geometry.js").Box} box @param {string} kind @param {number} corner */
function surface({ x, y, width, height }, kind, corner) {
  return svg`<rect class="surface ${kind}" x=${x} y=${y} width=${width} height=${height} rx=${corner}></rect>`;
}

/**
 * Marks on the cells. Those of a board that is settled give way to its owner's, unless a line on it has won the game or it
 * is still played on.
 * @param {View} view @param {Geometry} geometry @param {number} [radius]
 */
export function drawMarks(view, geometry, radius = SIZE * 0.27) {
  const size = isOnLines(view) ? (SIZE * STONE) / 1.15 : radius;
  const settled = view.groups.map(
    ({ owner, playable }, index) => owner !== "." && !playable && !isWonByCells(view, index),
  );
  const marked = view.cells.map((_, index) => index).filter((index) => !".#".includes(view.cells[index].content));
  return repeat(
    marked,
    (index) => `${index}${view.cells[index].content}`,
    (index) => {
      const { content, group } = view.cells[index];
      const { x, y } = geometry.cells[index];
      const faded = group !== null && settled[group] ? "faded" : "";
      const fresh = view.last.includes(index) ? "fresh" : "";
      const piece = view.pieces[content];
      if (piece) return drawPiece(piece, view, x + HALF, y + HALF, fresh);
      return drawMark(content, x + HALF, y + HALF, size, `${faded} ${fresh}`);
    },
  );
}

/** Whether a line on this very board has won the game: then it is the line that counts. @param {View} view @param {number} group */
function isWonByCells(view, group) {
  return !view.winning_groups.length && view.winning.some((index) => view.cells[index].group === group);
}

/** Whether a line through this cell has lost the game for whoever made it. @param {View} view @param {number} index */
export function isLost(view, index) {
  const winner = view.outcome?.winner ?? null;
  return winner !== null && view.marks[winner] !== view.cells[index].content;
}

/** Nested boards that are settled have their owner's colour, under the marks. @param {View} view @param {Geometry} geometry */
export function drawVeils(view, geometry) {
  return view.groups.map((group, index) => {
    if (group.owner === "." || isWonByCells(view, index)) return nothing;
    const { x, y, width, height } = geometry.frames[index];
    const kind = group.owner === "=" ? "drawn" : group.owner.toLowerCase();
    return svg`<rect class="veil ${kind} ${partOf(view, index)}" x=${x} y=${y} width=${width} height=${height} rx="9"></rect>`;
  });
}

/** The winners' marks over nested boards. @param {View} view @param {Geometry} geometry */
export function drawOwners(view, geometry) {
  return view.groups.map((group, index) => {
    if ((group.owner !== "X" && group.owner !== "O") || isWonByCells(view, index)) return nothing;
    const kind = group.playable ? "see-through" : partOf(view, index);
    const { x, y } = centre(geometry.frames[index]);
    return drawMark(group.owner, x, y, geometry.frames[index].width * 0.33, `owner ${kind}`);
  });
}

/** Lines through the boards that won, under their owner's marks. @param {View} view @param {Geometry} geometry */
export function drawWinningRows(view, geometry) {
  return view.winning_groups.map((row) => {
    if (row.length < 2) return nothing;
    const [first, last] = [row[0], row[row.length - 1]].map((group) => centre(geometry.frames[group]));
    // A little further than the middles of the outer boards.
    const [dx, dy] = [(last.x - first.x) * 0.16, (last.y - first.y) * 0.16];
    return svg`<path class="winning-row" pathLength="1"
      d="M${first.x - dx} ${first.y - dy}L${last.x + dx} ${last.y + dy}"></path>`;
  });
}

/** What a settled board has to do with a game that boards won. @param {View} view @param {number} group */
function partOf(view, group) {
  if (!view.winning_groups.length) return "";
  return view.winning_groups.some((row) => row.includes(group)) ? "decisive" : "beside";
}

/** @param {import("./geometry.js").Box} box */
function centre({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Names beside the board and over small boards. @param {Geometry} geometry @param {number} size of the letters */
export function drawLabels(geometry, size) {
  return [
    ...geometry.labels.map(({ x, y, text }) => svg`<text class="label" font-size=${size} x=${x} y=${y}>${text}</text>`),
    ...geometry.names.map(
      ({ x, y, text }) => svg`<text class="label name" font-size=${size} x=${x} y=${y}>${text}</text>`,
    ),
  ];
}

/**
 * The cells of small boards that may be played on have their numbers, unless a value is written there.
 * @param {View} view @param {Geometry} geometry @param {number} size @param {Map<number, CellValue>} written
 */
export function drawCellNames(view, geometry, size, written) {
  if (!view.groups.length) return nothing;
  const open = new Set(Object.values(view.clicks).flatMap((cells) => cells.slice(0, 1)));
  return [...open].map((index) => {
    if (written.has(index) || view.pieces[view.cells[index].content]) return nothing;
    const { x, y } = geometry.cells[index];
    return svg`<text class="label cell-name" font-size=${0.75 * size} x=${x + 4} y=${y + 3 + 0.4 * size}>${lastPart(view.cells[index].name)}</text>`;
  });
}

/** The number of a cell on its small board: "3" of 5.3. @param {string} name */
export function lastPart(name) {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** @typedef {{value: number, step: number, isBest: boolean}} CellValue `step` from 0, worst, to 8 */

/**
 * What each cell is worth as a next click: the best of the moves that go on with it. Lines come best first.
 * @param {View} view @param {AnalysisLine[]} lines @param {number[]} clicked cells of a move that is half made
 * @returns {Map<number, CellValue>}
 */
export function valuesOfCells(view, lines, clicked) {
  const found = new Map();
  const scale = scaleOf(lines.map((line) => line.value));
  const best = Math.max(...lines.map((line) => line.value));
  for (const { move, value } of lines) {
    const cells = view.clicks[move];
    if (!cells || clicked.some((cell, index) => cells[index] !== cell)) continue;
    const next = cells[clicked.length];
    if (next === undefined || found.get(next)?.value >= value) continue;
    found.set(next, { value, step: Math.round(goodness(value, scale) * 8), isBest: value === best });
  }
  return found;
}

/**
 * The cells whose values are written: all if there are few, else the best few. The others are tinted only; two hundred
 * equal numbers would tell nothing. Where a number is wider than its cell, only the best one, which hides no other.
 * @param {Map<number, CellValue>} values @param {number} size of the letters @returns {Map<number, CellValue>}
 */
export function writtenValues(values, size) {
  const order = [...values].sort(([, one], [, other]) => other.value - one.value);
  if (order.length <= FEW_CELLS) return values;
  if (LETTER * size * LONGEST_VALUE > SIZE) return new Map(order.slice(0, 1));
  const next = order[MOST_NUMBERS][1].value;
  const better = order.filter(([, { value }]) => value > next);
  return new Map(better.length ? better : order.slice(0, 1)); // of equal ones, the engine's first choice
}

/** @param {Map<number, CellValue>} written @param {Geometry} geometry @param {number} size of the letters @param {View} view */
export function drawValues(written, geometry, size, view) {
  return [...written].map(([index, { value, isBest }]) => {
    const { x, y } = geometry.cells[index];
    // A token that can be moved keeps its cell: the value of its best move stands at the lower edge, on a ground of its own.
    const isTaken = view.cells[index].content !== ".";
    const [letters, middle] = isTaken ? [size * 0.85, SIZE - size * 0.55] : [size, HALF];
    const text = shortValue(value);
    const width = letters * LETTER * text.length + 4;
    return svg`${
      isTaken
        ? svg`<rect class="value-ground" x=${x + HALF - width / 2} y=${y + middle - letters * 0.6} width=${width}
            height=${letters * 1.2} rx=${letters * 0.35}></rect>`
        : nothing
    }<text class="value ${isBest ? "best" : ""}" font-size=${letters} x=${x + HALF} y=${y + middle}>${text}</text>`;
  });
}

/** @param {import("../types").Ghost[]} ghosts @param {Geometry} geometry */
export function drawGhosts(ghosts, geometry) {
  return ghosts.map(({ cell, number, mark }) => {
    const { x, y } = geometry.cells[cell];
    const kind = (mark ?? "").toLowerCase();
    return svg`<g class="ghost ${kind}"><circle cx=${x + HALF} cy=${y + HALF} r="14"></circle>
      <text x=${x + HALF} y=${y + HALF}>${number}</text></g>`;
  });
}

/** A small picture of a board, for cards. @param {View} view */
export function drawThumbnail(view) {
  const geometry = layOut({ ...view, row_labels: [], column_labels: [] }, false);
  const squares = isOnLines(view) ? "" : geometry.cells.map((_, index) => cellPath(geometry, index, 1.5)).join("");
  const obstacles = view.cells.map((cell, index) => (cell.content === "#" ? drawObstacle(geometry, index) : nothing));
  const isFree = view.groups.every((group) => group.playable); // then it says nothing
  const won = view.winning_groups.length ? [] : view.winning;
  const radius = view.cells.length > MANY_CELLS ? SIZE * 0.36 : SIZE * 0.27;
  return svg`<svg class="thumbnail" viewBox="0 0 ${geometry.width} ${geometry.height}" aria-hidden="true">
    ${drawSurfaces({ ...view, groups: view.groups.map((group) => ({ ...group, playable: group.playable && !isFree })) }, geometry)}
    <path class="squares" d=${squares}></path>${obstacles}
    ${won.map((index) => {
      return svg`<path class="won ${isLost(view, index) ? "losing" : ""}" d=${cellPath(geometry, index, 1.5)}></path>`;
    })}
    ${drawVeils(view, geometry)}${drawMarks({ ...view, last: [] }, geometry, radius)}
    ${drawWinningRows(view, geometry)}${drawOwners(view, geometry)}
  </svg>`;
}

/**
 * The view with a few marks on it, so that pictures of boards look like games. They are no position: nobody plays on.
 * @param {View} view @returns {View}
 */
export function decorated(view) {
  const count = view.cells.length;
  if (count < 9 || view.cells.some((cell) => cell.content !== ".")) return view; // a picture already
  /** @type {Map<number, "X" | "O">} */
  const marks = new Map(DECORATION.map(([part, mark]) => [Math.floor(part * count), mark]));
  return { ...view, cells: view.cells.map((cell, index) => ({ ...cell, content: marks.get(index) ?? cell.content })) };
}

/** @param {Geometry} geometry @param {number} index */
export function drawObstacle(geometry, index) {
  const { x, y } = geometry.cells[index];
  return svg`<rect class="obstacle" x=${x + 5} y=${y + 5} width=${SIZE - 10} height=${SIZE - 10} rx="6"></rect>`;
}

/**
 * The view of an empty grid, for a preview while sliders move: the server is asked only when the game begins.
 * @param {number} rows @param {number} columns @param {View} like
 * @returns {View}
 */
export function emptyGrid(rows, columns, like) {
  /** @type {View["cells"]} */
  const cells = Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return { name: `${index}`, row, column, group: null, content: "." };
  });
  return {
    ...like,
    rows,
    columns,
    cells,
    groups: [],
    row_labels: [],
    column_labels: [],
    clicks: {},
    last: [],
    winning: [],
    winning_groups: [],
  };
}
