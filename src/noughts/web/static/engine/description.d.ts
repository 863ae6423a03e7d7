/** A game as `noughts.browser.description` writes it down: what a page must know beside the compiled module. */

import type { View } from "../types";
import type { Terms } from "../words/judgement";

export interface GameDescription {
  format: number;
  name: string;
  title: string;
  summary: string;
  rows: number;
  columns: number;
  /** Name, row, column, group. */
  cells: [string, number, number, number | null][];
  /** Name, row, column, rows, columns, parent. */
  groups: [string, number, number, number, number, number | null][];
  /** Rows of groups, as their indices. */
  group_rows: number[][];
  row_labels: string[];
  column_labels: string[];
  layout: View["layout"];
  edges: View["edges"];
  pieces: View["pieces"];
  /** By the numbers of the look: contents of cells, reasons of endings, places to move. */
  glyphs: string[];
  reasons: string[];
  wheres: string[];
  /** Name, player. */
  counters: [string, 0 | 1 | null][];
  has_points: boolean;
  /** Whether only a state knows where a move lands. */
  has_landings: boolean;
  numbers_cells: boolean;
  /** By code: notation and cells to click; null is no move. */
  moves: (string | null)[];
  clicks: (number[] | null)[];
  /** How many cells, groups, rows of groups, counters and landings `look` is asked about. */
  sizes: number[];
  /** The first state, in base64. */
  start: string;
  max_plies: number;
  levels: LevelDescription[];
  /** Of a game of sets of cells: whether completing one loses. */
  is_avoidance: boolean;
  judgement: Terms;
  /** Settings of the search, by their names in its record. */
  run: Record<string, number>;
  weights: WeightsDescription;
  module: ModuleDescription;
}

export interface LevelDescription {
  name: string;
  time: number | null;
  nodes: number | null;
  /** Hundredths of a point by which it misjudges at most. */
  noise: number;
  /** How often of 2^32 times a move is overlooked. */
  oversight: number;
  /** Whether the last cells are solved here, and not only searched. */
  solves: boolean;
}

export interface WeightsDescription {
  file: string;
  /** Bytes of each number that are sent: all lowest ones first. */
  planes: number;
  count: number;
}

export interface ModuleDescription {
  file: string;
  /** Addresses of the arrays, and how many bytes each has. */
  places: Record<string, number>;
  bytes: Record<string, number>;
  /** Arrays that hold -1 throughout at the start. */
  ones: string[];
  stack_top: number;
  pages: number;
  /** Bytes of a state. */
  record: number;
  /** Moves in a row of `lines`. */
  line_length: number;
  most_lines: number;
  most_depth: number;
  ages: number;
  /** Fields of the records `run` and `progress`, in order, of eight bytes each. */
  run: string[];
  progress: string[];
  counters: string[];
  /** The most cells that are solved; 0 where the rules do not tell of sets of cells. */
  most_cells: number;
  /** Fields of the solver's record. */
  solver_run: string[];
}
