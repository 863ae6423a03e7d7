/**
 * Where games are kept, as pages see it: a server (`server.js`) or the browser itself (`browser.js`). Answers are those of
 * the server's API, whose types `../types.d.ts` has. What goes wrong is a `KeeperError`, in words that can be shown.
 */

import type {
  AnalyseRequest,
  Analysis,
  ArenaGame,
  Catalogue,
  Friends,
  GameSummary,
  Guide,
  Identity,
  Invitation,
  InvitationRequest,
  LiveMessage as SentMessage,
  LiveRequest,
  Mark,
  MatchMessage,
  MatchSummary,
  Openings,
  PositionRequest,
  PuzzleGame,
  Settings,
  SetupRequest,
  Shown,
  ShownPuzzle,
  Sitting,
  Statistics,
  Study,
  StudyKept,
  StudySummary,
  TreeRequest,
  TriedMove,
  Verdict,
  WatchedGame,
  WholeArenaGame,
} from "../types";
import type { TreeData } from "../analysis/tree";
import type { Place } from "../game/place-analyst";

export interface Keeper {
  readonly can: Can;
  /** Tells by "missed" that it did not answer; `isThere` says when it does again. */
  readonly absence: EventTarget;
  isThere(): Promise<boolean>;

  catalogue(): Promise<Catalogue>;
  /** The rules of a game of the catalogue in people's words, with diagrams and a first game. */
  guide(name: string): Promise<Guide>;
  /** A position, drawn. */
  view(position: PositionRequest): Promise<Shown>;
  /** What the engine thinks of a position, told as it goes on. */
  analyse(position: AnalyseRequest, told: (analysis: Analysis) => void, signal: AbortSignal): Promise<void>;

  /** Begin a game; one that is not kept is gone with the page. */
  begin(setup: SetupRequest, isKept?: boolean): Promise<{ id: number }>;
  /** Follow a game, and play in it. An error if there is no such game; `id` is what a link says, `watch/` and a link for watching. */
  open(id: string, hearer: Hearer): Promise<OpenGame>;
  games(wanted: WantedGames): Promise<GameSummary[]>;
  /** The moves of a game. */
  line(id: number): Promise<GameLine>;
  remove(id: number): Promise<void>;
  /** What a review said of a game, a verdict a move; nothing if there was none. */
  review(id: number): Promise<Verdict[]>;

  /** Analysis boards, the one that was changed last first. */
  studies(): Promise<StudySummary[]>;
  study(id: number): Promise<Study>;
  /** Keep another one; what is kept has a revision. */
  keepStudy(study: { name: string; tree: TreeData }): Promise<StudyKept>;
  /** An error if it is no longer what it was with this revision. */
  changeStudy(id: number, study: { name: string; revision: number; tree: TreeData }): Promise<StudyKept>;
  removeStudy(id: number): Promise<void>;
  /** What was played from a position in one's own finished games, or those of a match. */
  openings(place: Place, match: string | null): Promise<Openings>;
  /** The games that there are puzzles of; a puzzle; what is said of a move; the solution. */
  puzzleGames(): Promise<PuzzleGame[]>;
  puzzle(game: string, wanted: WantedPuzzle): Promise<ShownPuzzle>;
  tryMove(puzzle: ShownPuzzle, moves: string[]): Promise<TriedMove>;
  solution(puzzle: ShownPuzzle, moves: string[]): Promise<TriedMove>;

  statistics(): Promise<Statistics>;
  resetStatistics(): Promise<void>;
  settings(): Promise<Settings>;
  /** Some settings changed; the answer has all of them. */
  changeSettings(some: Partial<Settings>): Promise<Settings>;

  /** Where `can.identity`: who this browser is, and to be whom a personal link names. */
  identity?(): Promise<Identity>;
  become?(link: string): Promise<void>;
  /** Where `can.friends`: whether and how friends can be invited; a game with a seat free for one, and what to send them. */
  friends?(): Promise<Friends>;
  invite?(asked: InvitationRequest): Promise<{ id: number }>;
  invitation?(id: number): Promise<Invitation>;
  /** The seat that a link leads to; to sit down there; games that anybody may watch. */
  seat?(link: string): Promise<Sitting>;
  sit?(link: string, name: string): Promise<{ id: number }>;
  watched?(): Promise<WatchedGame[]>;
  /** Where `can.trees`: the tree of a search, for the laboratory's viewer. */
  tree?(asked: TreeRequest): Promise<unknown>;
  /** Where `can.records`: a file with games, and where a game is to be had as one. */
  bringIn?(file: File): Promise<void>;
  recordLink?(id: number, format: string): string;
  /** The same of analysis boards. */
  readTree?(file: File): Promise<unknown>;
  studyFile?(id: number, format: string): string;
  /** Where `can.arena`: matches that programs play, their games by number, the last ones first, and to look on at one. */
  matches?(): Promise<MatchSummary[]>;
  matchGames?(match: string, before: number | null, limit: number): Promise<ArenaGame[]>;
  matchGame?(match: string, number: number): Promise<WholeArenaGame>;
  watchMatch?(match: string, hearer: MatchHearer): { close(): void };
}

export interface GameLine {
  game: string;
  start: string | null;
  moves: string[];
  marks: [Mark, Mark];
}

/** What a page may offer here. */
export interface Can {
  /** Boards that are set up, and links with position texts. */
  positions: boolean;
  /** Named players, searches and times of one's own; levels there are everywhere. */
  engines: boolean;
  /** Search trees. */
  trees: boolean;
  /** Games from files and as files. */
  records: boolean;
  /** Personal links, by which games follow to another browser. */
  identity: boolean;
  /** Games with friends, by links. */
  friends: boolean;
  /** Games that are not kept, for boards inside other pages. */
  unkept: boolean;
  /** Matches of programs. */
  arena: boolean;
}

/** Near the person's rating, or today's, or the one of that name; `but` is one that has just been seen. */
export interface WantedPuzzle {
  daily?: boolean;
  /** Of one's own finished games. */
  own?: boolean;
  id?: string;
  theme?: string;
  but?: string;
}

export interface WantedGames {
  finished?: boolean;
  game?: string;
  limit: number;
  offset: number;
}

/** What a page is told: changes have been made in the game by then. */
export type LiveMessage = Exclude<SentMessage, { type: "change" | "table" }>;

export interface Hearer {
  message(message: LiveMessage): void;
  connection(isOpen: boolean): void;
  /** The game is no longer there. */
  gone(why: string): void;
}

/** One who looks on at a match: all of it is told after each change. */
export interface MatchHearer {
  match(match: MatchMessage): void;
  connection(isOpen: boolean): void;
  gone(why: string): void;
}

/** A game that is followed. Its answers come as messages: the game at first and after each change, and what was asked for. */
export interface OpenGame {
  readonly isOpen: boolean;
  /** Ask for something; whether it could be sent. */
  send(request: LiveRequest): boolean;
  /** A person's move, made after `ply` others: it is made once, whatever happens to the connection. */
  move(move: string, ply: number): void;
  close(): void;
}
