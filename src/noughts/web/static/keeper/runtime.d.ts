/** The engine in the page, as the browser's keeper uses it: `../engine/` has it, compiled from the same Python as the server's. */

import type { Parts } from "../engine/memory";
import type { Terms } from "../words/judgement";
import type { PuzzleEntry } from "../puzzles/solving";
import type { Guide, View } from "../types";

/** What is played on a site: its rules and look, which answer at once, and its engine, which thinks in a Web Worker. */
export interface Runtime {
  rules(game: string): Promise<Rules>;
  thinker(game: string): Thinker;
  guide(name: string): Promise<Guide>;
  /** The games that there are puzzles of, and those of a game. */
  puzzleGames(): Promise<string[]>;
  puzzles(game: string): Promise<PuzzleEntry[]>;
}

export interface Rules {
  parts: Parts;
  game: { name: string; title: string; judgement: Terms };
  line(moves?: string[], state?: Uint8Array): Line;
}

/** A line of play. */
export interface Line {
  readonly moves: string[];
  readonly turn: 0 | 1;
  readonly isOver: boolean;
  /** 0 while the game goes on, 1 or 2 for the winner, 3 for a draw. */
  readonly outcome: number;
  legalMoves(): string[];
  /** The state's bytes, until the next call. */
  stateHere(): Uint8Array;
  view(): View;
  at(ply: number): View;
  /** False if the move is not legal. */
  play(move: string): boolean;
  undo(count?: number): void;
}

export interface Thinker {
  move(asked: { moves: string[]; level: string; time?: number }): Promise<Thought>;
  analyse(asked: { moves: string[]; lines: number; time?: number }, told: (thought: Thought) => void): Promise<Thought>;
  /** Ends what runs as soon as it can: its promise gives what is known. */
  stop(): void;
  /** Ends the worker. */
  end(): void;
}

export interface Thought {
  depth: number;
  nodes: number;
  seconds: number;
  /** The best first; a value is in hundredths of a point for the side to move. */
  lines: { moves: string[]; value: number; mate: number | null }[];
  isFinal: boolean;
  isProved: boolean;
}
