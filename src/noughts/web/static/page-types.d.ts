/** Types of the page's own, and short names for parts of those that the server's schema has (types.d.ts). */

import type { Cell, Seat, Settings, View } from "./types";

export type Mark = View["marks"][0];
export type Side = NonNullable<View["turn"]>;
export type Level = Settings["level"];
export type SeatChoice = NonNullable<Seat["choice"]>;

/** What the new-game page has chosen; it is kept in the browser so that "Play" is one click the next time. */
export interface Choices {
  game: string;
  sizes: Record<string, number[]>;
  opponent: "engine" | "person" | "watch";
  seats: [EngineChoice, EngineChoice];
  side: "first" | "second" | "lot";
  mark: Mark;
  cells: Record<string, "." | "X" | "O" | "#">;
  turn: Side;
}

export interface EngineChoice {
  kind: "level" | "player" | "search";
  level: string;
  player: string;
  /** What options were set to, by the names of players and searches. */
  settings: Record<string, Record<string, string>>;
  search: string;
  evaluation: string;
  depth: number | null;
  time: number | null;
}

/** A number drawn over a cell: the moves of a principal variation, in order. */
export interface Ghost {
  cell: number;
  number: number;
  mark: Mark | null;
}

/** How far a game's first use on this machine is. */
export interface Preparation {
  /** Of all that is waited for, what was done at that moment, from 0 to 1. */
  share: number;
  /** That the rest will take, if somebody knows. */
  seconds: number | null;
  /** When it was told: performance.now() */
  at: number;
}
