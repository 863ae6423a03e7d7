/**
 * Where the cells of a view lie in its drawing. A cell is SIZE wide; nested boards stand a little apart:
 *
 *   1   2   3        1   2   3        the names of small boards over them,
 *   ▢▢▢ ▢▢▢ ▢▢▢      ▢▢▢ ▢▢▢ ▢▢▢      leaf gap between small boards,
 *   ▢▢▢ ▢▢▢ ▢▢▢      ▢▢▢ ▢▢▢ ▢▢▢      block gap between big boards around them
 *
 * Big boards that lie side by side are stacked where the room is narrow. Labels are close to the board, and what they take
 * on the left is left free on the right: the board stands in the middle. Hexagons stand on a corner, each row half a cell
 * further to the right than the one above.
 */

/** @typedef {import("../types").View} View */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{row: number, column: number, rows: number, columns: number}} Area */
/** @typedef {{area: Area, xs: number[], ys: number[], x: number, y: number, width: number, height: number}} Block */
/** @typedef {{x: number, y: number, text: string}} Label */
/** @typedef {{width: number, height: number, cells: {x: number, y: number}[], frames: Box[], labels: Label[], names: Label[],
 *   edges: {path: string, player: number}[], isHexagonal: boolean}} Geometry the corner of a square around each cell; the edges
 *   that belong to a player */

export const SIZE = 40;
const LEAF_GAP = 12;
const BLOCK_GAP = 34;
const MARGIN = 8;
const BLOCK_PADDING = 12;
const FRAME = 4; // that small boards have around their cells
// Rooms for labels, in their own size.
const LABEL_WIDTH = 1.55;
const LABEL_HEIGHT = 1.6;
const NAME_HEIGHT = 1.3;
const HALF = SIZE / 2;
const HEXAGON_ROW = (SIZE * Math.sqrt(3)) / 2; // from one row of hexagons to the next
const HEXAGON_RADIUS = SIZE / Math.sqrt(3);
const CORNER = 5; // of a square

/** @param {View} view @param {boolean} isNarrow @param {number} [labelSize] of the letters; 0 for none @returns {Geometry} */
export function layOut(view, isNarrow, labelSize = 0) {
  if (view.layout === "hexagons") return layOutHexagons(view, labelSize);
  const parents = new Set(view.groups.map((group) => group.parent));
  const outer = view.groups.filter((group, index) => group.parent === null && parents.has(index));
  const whole = { row: 0, column: 0, rows: view.rows, columns: view.columns };
  const areas = outer.length > 1 ? outer : [whole];
  const padding = areas.length > 1 ? BLOCK_PADDING : 0;
  const side = MARGIN + padding + (view.row_labels.length ? LABEL_WIDTH * labelSize : 0);
  const nameHeight = view.groups.length ? NAME_HEIGHT * labelSize : 0;
  const blocks = place(view, areas, { x: side, y: MARGIN + padding }, nameHeight, isNarrow);
  const width = Math.max(...blocks.map((block) => block.x + block.width)) + side;
  const bottom = Math.max(...blocks.map((block) => block.y + block.height)) + padding;

  /** @param {number} row @param {number} column */
  const corner = (row, column) => {
    const block = blocks.find(({ area }) => contains(area, row, column)) ?? blocks[0];
    return { x: block.x + block.xs[column - block.area.column], y: block.y + block.ys[row - block.area.row] };
  };
  const frames = view.groups.map((group, index) => {
    const first = corner(group.row, group.column);
    const last = corner(group.row + group.rows - 1, group.column + group.columns - 1);
    const isOuter = parents.has(index);
    const top = first.y - (isOuter ? nameHeight : 0);
    const box = { x: first.x, y: top, width: last.x - first.x + SIZE, height: last.y - top + SIZE };
    return around(box, isOuter ? BLOCK_PADDING : FRAME);
  });
  // A board without frames has one of its own, around everything.
  if (!frames.length) frames.push(around(blocks[0], FRAME));
  const labels = [
    ...view.row_labels.map((text, row) => ({
      text,
      x: side - FRAME - (LABEL_WIDTH * labelSize) / 2,
      y: corner(row, 0).y + SIZE / 2,
    })),
    ...view.column_labels.map((text, column) => ({
      text,
      x: corner(0, column).x + SIZE / 2,
      y: bottom + FRAME + (LABEL_HEIGHT * labelSize) / 2,
    })),
  ];
  const names = frames.flatMap(({ x, y }, index) =>
    view.groups[index] && !parents.has(index)
      ? [{ text: groupLabel(view, index), x: x + FRAME, y: y - nameHeight / 2 + 0.5 }]
      : [],
  );
  return {
    width,
    height: bottom + MARGIN + (view.column_labels.length ? LABEL_HEIGHT * labelSize : 0),
    cells: view.cells.map((cell) => corner(cell.row, cell.column)),
    frames,
    labels,
    names,
    edges: [],
    isHexagonal: false,
  };
}

/** @param {View} view @param {number} labelSize @returns {Geometry} */
function layOutHexagons(view, labelSize) {
  const side = MARGIN + FRAME + (view.row_labels.length ? LABEL_WIDTH * labelSize : 0);
  const top = MARGIN + FRAME + HEXAGON_RADIUS - HALF;
  /** @param {number} row @param {number} column */
  const corner = (row, column) => ({ x: side + column * SIZE + row * HALF, y: top + row * HEXAGON_ROW });
  const last = corner(view.rows - 1, view.columns - 1);
  const bottom = last.y + HALF + HEXAGON_RADIUS + FRAME;
  /** The corners of cells that lie at an edge. @param {[number, number][]} cells @param {number[]} corners */
  const edge = (cells, corners) =>
    cells.flatMap(([row, column]) => corners.map((number) => hexagonCorner(corner(row, column), number, HEXAGON_RADIUS)));
  const [rows, columns] = [[...Array(view.rows).keys()], [...Array(view.columns).keys()]];
  const around = [
    edge(columns.map((column) => [0, column]), [5, 0, 1]),
    edge(rows.map((row) => [row, view.columns - 1]), [1, 2]),
    edge(columns.reverse().map((column) => [view.rows - 1, column]), [2, 3, 4]),
    edge(rows.reverse().map((row) => [row, 0]), [4, 5]),
  ];
  return {
    width: last.x + SIZE + side,
    height: bottom + MARGIN + (view.column_labels.length ? LABEL_HEIGHT * labelSize : 0),
    cells: view.cells.map((cell) => corner(cell.row, cell.column)),
    frames: [],
    labels: [
      ...view.row_labels.map((text, row) => ({ text, x: corner(row, 0).x - FRAME - (LABEL_WIDTH * labelSize) / 2, y: corner(row, 0).y + HALF })),
      ...view.column_labels.map((text, column) => ({ text, x: corner(view.rows - 1, column).x + HALF, y: bottom + (LABEL_HEIGHT * labelSize) / 2 })),
    ],
    names: [],
    edges: view.edges.map((player, index) => ({ player, path: `M${around[index].map((place) => place.join(" ")).join("L")}` })),
    isHexagonal: true,
  };
}

/** @param {{x: number, y: number}} cell @param {number} number from the top clockwise @param {number} radius */
function hexagonCorner({ x, y }, number, radius) {
  const turn = (Math.PI / 3) * number - Math.PI / 2;
  return [x + HALF + radius * Math.cos(turn), y + HALF + radius * Math.sin(turn)].map((place) => Math.round(place * 100) / 100);
}

/** The outline of a cell, a little smaller than its place. @param {Geometry} geometry @param {number} index @param {number} inset */
export function cellPath(geometry, index, inset) {
  const cell = geometry.cells[index];
  if (geometry.isHexagonal) {
    const corners = [0, 1, 2, 3, 4, 5].map((number) => hexagonCorner(cell, number, HEXAGON_RADIUS - inset).join(" "));
    return `M${corners.join("L")}Z`;
  }
  const [r, straight] = [CORNER, SIZE - 2 * inset - 2 * CORNER];
  return `M${cell.x + inset + r} ${cell.y + inset}h${straight}q${r} 0 ${r} ${r}v${straight}q0 ${r} -${r} ${r}h-${straight}q-${r} 0 -${r} -${r}v-${straight}q0 -${r} ${r} -${r}z`;
}

/** How much wider than high a board is. @param {View} view */
export function aspectOf(view) {
  if (view.layout !== "hexagons") return view.columns / view.rows;
  return (view.columns * SIZE + (view.rows - 1) * HALF) / ((view.rows - 1) * HEXAGON_ROW + 2 * HEXAGON_RADIUS);
}

/** What the names of a small board's cells begin with: "5" of 5.1 to 5.9. @param {View} view @param {number} group */
function groupLabel(view, group) {
  const names = view.cells.filter((cell) => cell.group === group).map((cell) => cell.name);
  let length = 0;
  while (names[0]?.[length] && names.every((name) => name[length] === names[0][length])) length++;
  return (names[0] ?? "").slice(0, length).replace(/\W+$/, "");
}

/**
 * @param {View} view @param {Area[]} areas @param {{x: number, y: number}} corner @param {number} nameHeight
 * @param {boolean} isNarrow @returns {Block[]}
 */
function place(view, areas, { x, y }, nameHeight, isNarrow) {
  const isStacked = isNarrow || areas.every((area) => area.column === areas[0].column);
  return areas.map((area) => {
    const columnStarts = new Set(leaves(view, area).map((group) => group.column));
    const rowStarts = new Set(leaves(view, area).map((group) => group.row));
    const xs = offsets(area.column, area.columns, columnStarts, 0);
    const ys = offsets(area.row, area.rows, rowStarts, nameHeight);
    const block = { area, xs, ys, x, y, width: xs[xs.length - 1] + SIZE, height: ys[ys.length - 1] + SIZE };
    if (isStacked) y += block.height + BLOCK_GAP;
    else x += block.width + BLOCK_GAP;
    return block;
  });
}

/** @param {Box} box @param {number} room @returns {Box} */
function around({ x, y, width, height }, room) {
  return { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room };
}

/** @param {View} view @param {Area} area */
function leaves(view, area) {
  const parents = new Set(view.groups.map((group) => group.parent));
  return view.groups.filter((group, index) => !parents.has(index) && contains(area, group.row, group.column));
}

/**
 * @param {number} first @param {number} count @param {Set<number>} starts where a gap comes before
 * @param {number} name the room over what starts there
 */
function offsets(first, count, starts, name) {
  let at = starts.size ? name : 0;
  return Array.from({ length: count }, (_, index) => {
    if (index) at += SIZE + (starts.has(first + index) ? LEAF_GAP + name : 0);
    return at;
  });
}

/** @param {Area} area @param {number} row @param {number} column */
function contains(area, row, column) {
  return row >= area.row && row < area.row + area.rows && column >= area.column && column < area.column + area.columns;
}

/**
 * The nearest cell in a direction, for the arrow keys.
 * @param {Geometry} geometry @param {number} from @param {number} dx @param {number} dy
 */
export function neighbour(geometry, from, dx, dy) {
  const start = geometry.cells[from];
  let best = from;
  let bestDistance = Infinity;
  geometry.cells.forEach((cell, index) => {
    const along = dx * (cell.x - start.x) + dy * (cell.y - start.y);
    // Of the two hexagons below, the right one is of the same column; above it is the left one.
    const across = dx * (cell.y - start.y) + dy * (cell.x - start.x);
    const isBeside = geometry.isHexagonal ? across > -1 && across < HALF + 1 : Math.abs(across) < HALF;
    if (along > 0 && isBeside && along < bestDistance) [best, bestDistance] = [index, along];
  });
  return best;
}
