/**
 * Rings and arrows that people draw on a board. As texts: a ring is a cell's name, an arrow two of them joined by "-", and
 * before either a colour may stand: "b2", "b2-c3", "red:b2". Names may have a "-" themselves.
 */

import { nothing, svg } from "../vendor/lit.js";
import { SIZE } from "./geometry.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{from: number, to: number, colour: string}} Shape cells; of a ring they are the same one */

export const COLOURS = ["green", "red", "blue", "yellow"];

const HALF = SIZE / 2;
const RADIUS = SIZE * 0.44;
const WIDTH = SIZE * 0.13; // of an arrow's shaft
const HEAD = SIZE * 0.34; // of its head, in each direction
const GAP = SIZE * 0.1; // between an arrow's point and the middle of the cell

/** @param {View} view @param {string} text @returns {Shape | null} null if it is none on this board */
export function shapeOf(view, text) {
  const [, colour = "green", place] = text.match(/^(?:(green|red|blue|yellow):)?(.+)$/s) ?? [];
  /** @param {string} name */
  const cell = (name) => view.cells.findIndex((one) => one.name === name);
  const ring = cell(place);
  if (ring >= 0) return { from: ring, to: ring, colour };
  for (let at = place?.indexOf("-") ?? -1; at >= 0; at = place.indexOf("-", at + 1)) {
    const [from, to] = [cell(place.slice(0, at)), cell(place.slice(at + 1))];
    if (from >= 0 && to >= 0 && from !== to) return { from, to, colour };
  }
  return null;
}

/** @param {View} view @param {Shape} shape */
export function textOf(view, { from, to, colour }) {
  const place = from === to ? view.cells[from].name : `${view.cells[from].name}-${view.cells[to].name}`;
  return colour === "green" ? place : `${colour}:${place}`;
}

/** What is drawn at a cell, for those who hear the board. @param {View} view @param {Shape[]} shapes @param {number} index */
export function shapeWords(view, shapes, index) {
  return shapes
    .filter(({ from }) => from === index)
    .map(({ to, colour }) => (to === index ? `${colour} ring` : `${colour} arrow to ${view.cells[to].name}`));
}

/** @param {Shape[]} shapes @param {Geometry} geometry */
export function drawShapes(shapes, geometry) {
  return shapes.map(({ from, to, colour }) => {
    const [start, end] = [geometry.cells[from], geometry.cells[to]];
    if (!start || !end) return nothing;
    if (from === to) return svg`<circle class="shape ${colour}" cx=${start.x + HALF} cy=${start.y + HALF} r=${RADIUS}></circle>`;
    return svg`<path class="shape arrow ${colour}" d=${arrow(start.x + HALF, start.y + HALF, end.x + HALF, end.y + HALF)}></path>`;
  });
}

/** The outline of an arrow. @param {number} x @param {number} y @param {number} toX @param {number} toY */
function arrow(x, y, toX, toY) {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  /** A point so far along the arrow, and so far beside it. @param {number} along @param {number} beside */
  const point = (along, beside) => [x + dx * along - dy * beside, y + dy * along + dx * beside].map((one) => one.toFixed(1)).join(" ");
  const [start, tip] = [SIZE * 0.2, length - GAP];
  const neck = tip - HEAD;
  const half = WIDTH / 2;
  return `M${[point(start, half), point(neck, half), point(neck, HEAD / 2), point(tip, 0), point(neck, -HEAD / 2), point(neck, -half), point(start, -half)].join("L")}Z`;
}
