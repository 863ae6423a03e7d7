/** What the server sends and takes. Written by scripts/page_types.py from the API's schema: not to be edited. */

export * from "./page-types";

export interface AnalyseRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  cells?: Record<string, "." | "X" | "O" | "#"> | null;
  turn?: 0 | 1;
  time?: number;
  lines?: number;
}

export interface Analysis {
  depth: number;
  nodes: number;
  nodes_per_second: number;
  time: number;
  counters: SearchCounters;
  lines: AnalysisLine[];
}

export interface AnalysisLine {
  move: string;
  value: number;
  mate: number | null;
  score: string;
  is_proved: boolean;
  side: 0 | 1;
  pv: string[];
}

export interface AnalysisMessage {
  type: "analysis";
  ply: number;
  analysis: Analysis;
}

/** A board on which a game is played, or the last one was. Views have no clicks. */
export interface ArenaBoard {
  plies: number;
  move: string | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  number: number | null;
  players: [string, string];
  view: View;
}

export interface ArenaBoardChange {
  plies: number;
  move: string | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  number: number | null;
  view: ViewChange;
}

/** A game of a match, by its number from 1 up in the order in which games ended. */
export interface ArenaGame {
  number: number;
  players: [string, string];
  plies: number;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  forfeit: boolean;
  date: string | null;
}

export type ArenaMessage = MatchMessage | MatchChangeMessage;

/** The cross table, and who lost games by default, and why, in lines. */
export interface ArenaStandings {
  head: string[];
  rows: string[][];
  defaults: string[];
}

export interface AtLevel {
  kind: "level";
  level: "beginner" | "easy" | "medium" | "hard" | "expert" | "max";
  time?: number | null;
}

export interface BoundsHere {
  time: number;
  lines: number;
  side: number;
}

export interface BroughtIn {
  games: number[];
}

export interface Catalogue {
  games: CatalogueGame[];
  levels: ("beginner" | "easy" | "medium" | "hard" | "expert" | "max")[];
  players: CataloguePlayer[];
  searches: CatalogueSearch[];
  evaluations: CatalogueEvaluation[];
  bounds: BoundsHere;
}

export interface CatalogueEvaluation {
  name: string;
  summary: string;
  options: EngineOption[];
  fits: string[];
}

export interface CatalogueGame {
  name: string;
  summary: string;
  title: string;
  rules: string;
  sizes: string[];
  example: string;
  takes_cells: boolean;
  view: View;
}

export interface CataloguePlayer {
  name: string;
  summary: string;
  options: EngineOption[];
  plays: string[];
}

export interface CatalogueSearch {
  name: string;
  summary: string;
  options: EngineOption[];
}

export interface Cell {
  name: string;
  row: number;
  column: number;
  group: number | null;
  content: string;
}

/** A change, by a person or an engine: the differences from the message before. */
export interface ChangeMessage {
  type: "change";
  change: GameChange;
}

export interface Counter {
  name: string;
  value: number;
  player: 0 | 1 | null;
}

/** A setting of a search, an evaluation or a player; `words` say what it does. */
export interface EngineOption {
  name: string;
  kind: "flag" | "whole" | "number" | "word";
  default: boolean | number | string | null;
  least: number | null;
  most: number | null;
  choices: string[];
  unit: string;
  words: string;
}

/** An error, in words that can be shown as they are. */
export interface ErrorAnswer {
  error: string;
}

/** A request that cannot be done. */
export interface ErrorMessage {
  type: "error";
  error: string;
  do: string | null;
}

/** `engine` is null where only the server thinks. */
export interface Game {
  id: number;
  position: string;
  redo: number;
  seconds_used: [number, number];
  paused: boolean;
  turn: 0 | 1 | null;
  to_move: "human" | "engine" | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  note: string | null;
  game: string;
  title: string;
  seats: [Seat, Seat];
  marks: ["X" | "O", "X" | "O"];
  start: string;
  moves: PlayedMove[];
  view: View;
  engine: PageEngine | null;
}

/** Changes of a game: the first `kept` moves are as they were, and `moves` follow them. */
export interface GameChange {
  id: number;
  position: string;
  redo: number;
  seconds_used: [number, number];
  paused: boolean;
  turn: 0 | 1 | null;
  to_move: "human" | "engine" | null;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  note: string | null;
  kept: number;
  moves: PlayedMove[];
  view: ViewChange;
}

/** At the beginning. */
export interface GameMessage {
  type: "game";
  game: Game;
}

export interface GameSummary {
  id: number;
  game: string;
  title: string;
  seats: [Seat, Seat];
  marks: ["X" | "O", "X" | "O"];
  plies: number;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  changed: string | null;
  is_played_here: boolean;
  date: string | null;
  formats: string[];
}

export interface Group {
  name: string;
  row: number;
  column: number;
  rows: number;
  columns: number;
  parent: number | null;
  owner: "." | "X" | "O" | "=";
  playable: boolean;
}

export interface GroupChange {
  owner: "." | "X" | "O" | "=";
  playable: boolean;
}

export interface Health {
  status: "ok" | "failing";
  searches: number;
}

export interface HintMessage {
  type: "hint";
  ply: number;
  analysis: Analysis;
}

export interface Human {
  kind?: "human";
}

/** The question that is thought about here is to be answered now, with what has been found. */
export interface HurryMessage {
  type: "hurry";
  question: number;
}

/** A visitor: what the personal link ends in, and how many games it leads to; the terminal's too, of the machine's own user. At /arena are the matches that are played on this machine, for those who may see them. */
export interface Identity {
  link: string;
  games: number;
  is_machine_user: boolean;
  may_see_arena: boolean;
}

export interface LinkRequest {
  link: string;
}

export type LiveMessage = GameMessage | ChangeMessage | ThinkingMessage | ThinkMessage | HurryMessage | PreparingMessage | AnalysisMessage | HintMessage | ReviewMessage | ErrorMessage;

/** A message over the WebSocket. */
export interface LiveRequest {
  do: "move" | "undo" | "redo" | "resign" | "hint" | "analyse" | "review" | "pause" | "think" | "answer" | "hurry";
  move?: string | null;
  on?: boolean;
  ply?: number | null;
  lines?: number;
  question?: number | null;
  value?: number;
  depth?: number;
  seconds?: number;
}

/** Changes since the message before: how many games there are, the standings unless they are as they were, boards by their places on which another game has begun, and those on which something has happened. */
export interface MatchChangeMessage {
  type: "change";
  games: number;
  standings: ArenaStandings | null;
  begun: Record<string, ArenaBoard>;
  boards: Record<string, ArenaBoardChange>;
}

/** The whole match, at the beginning. `shows_boards` is false where the server does not offer the game. */
export interface MatchMessage {
  type: "match";
  players: string[];
  title: string;
  shows_boards: boolean;
  games: number;
  standings: ArenaStandings;
  boards: ArenaBoard[];
}

/** A match or a tournament; `changed` is when the last game was kept. */
export interface MatchSummary {
  id: string;
  players: string[];
  game: string;
  games: number;
  changed: string;
  is_live: boolean;
}

export interface MoveRequest {
  move: string;
}

export interface NamedPlayer {
  kind: "player";
  player: string;
  settings?: Record<string, unknown>;
  time?: number | null;
}

export interface OpponentTally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
  winning_percentage: number;
  streak: number;
  longest_streak: number;
  game: string;
  title: string;
  against: string;
}

export interface Outcome {
  winner: 0 | 1 | null;
  reason: string;
  points: [number, number] | null;
}

/** The rules and the engine of a game, for a page that thinks itself: where they are described, and the state that the game began with, in base64; null for the game's own start. */
export interface PageEngine {
  description: string;
  start: string | null;
}

export interface PlayedMove {
  text: string;
  mover: 0 | 1;
  seconds: number | null;
  value: number | null;
  depth: number | null;
}

export interface PositionRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  cells?: Record<string, "." | "X" | "O" | "#"> | null;
  turn?: 0 | 1;
}

/** Something is compiled for its first use: how much of it is done, from 0 to 1, and the seconds that the rest will take, if known; null: all is ready. */
export interface PreparingMessage {
  type: "preparing";
  what: string | null;
  share: number;
  seconds: number | null;
}

/** One a move, and then one that says that it is done. */
export interface ReviewMessage {
  type: "review";
  ply: number | null;
  verdict: Verdict | null;
  done: boolean;
}

/** A verdict of a page's own engine. */
export interface ReviewedMove {
  move: string;
  mover: 0 | 1;
  mark: "" | "?!" | "?" | "??";
  value: number;
  score: string;
  best: string;
  before: string;
  before_value: number;
  accuracy: number;
  line: string[];
}

export interface SearchCounters {
  static_evaluations: number;
  dynamic_evaluations: number;
  alpha_cutoffs: number;
  beta_cutoffs: number;
  table_hits: number;
  evaluations_saved: number;
}

export interface Searching {
  kind: "search";
  search: string;
  settings?: Record<string, unknown>;
  evaluation?: string | null;
  depth?: number | null;
  nodes?: number | null;
  time?: number | null;
}

/** `choice` is what asks for the same seat again; null for a player from elsewhere. */
export interface Seat {
  kind: "human" | "engine";
  label: string;
  choice: Human | AtLevel | NamedPlayer | Searching | null;
}

export interface Settings {
  level: "beginner" | "easy" | "medium" | "hard" | "expert" | "max";
  side: "first" | "second" | "lot";
  mark: "X" | "O";
  theme: "auto" | "light" | "dark";
  symbols: "letters" | "squares";
  sound: boolean;
  analysis: boolean;
  server_thinks: boolean;
}

/** Settings to change; any may be left out. */
export interface SettingsRequest {
  level?: "beginner" | "easy" | "medium" | "hard" | "expert" | "max" | null;
  side?: "first" | "second" | "lot" | null;
  mark?: "X" | "O" | null;
  theme?: "auto" | "light" | "dark" | null;
  symbols?: "letters" | "squares" | null;
  sound?: boolean | null;
  analysis?: boolean | null;
  server_thinks?: boolean | null;
}

export interface SetupRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  cells?: Record<string, "." | "X" | "O" | "#"> | null;
  turn?: 0 | 1;
  first?: Human | AtLevel | NamedPlayer | Searching;
  second?: Human | AtLevel | NamedPlayer | Searching;
  first_mark?: "X" | "O";
  obstacles?: number | null;
  seed?: number | null;
}

/** `engine` is null where only the server thinks. */
export interface Shown {
  view: View;
  position: string;
  engine: PageEngine | null;
}

export interface Statistics {
  total: Tally;
  by_opponent: OpponentTally[];
}

export interface Tally {
  games: number;
  wins: number;
  losses: number;
  draws: number;
  winning_percentage: number;
  streak: number;
  longest_streak: number;
}

/** An engine's turn, for this page to think about: by `answer` it sends what it finds, and the question's number. */
export interface ThinkMessage {
  type: "think";
  question: number;
  ply: number;
  level: "beginner" | "easy" | "medium" | "hard" | "expert" | "max";
  time: number | null;
}

/** An engine thinks about its move; what it has found after each iteration. */
export interface ThinkingMessage {
  type: "thinking";
  analysis: Analysis | null;
}

export interface TreeRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  cells?: Record<string, "." | "X" | "O" | "#"> | null;
  turn?: 0 | 1;
  search?: "minimax" | "alphabeta" | "pvs" | "mtdf";
  evaluation?: string | null;
  depth?: number | null;
}

export interface Verdict {
  move: string;
  mover: 0 | 1;
  mark: string;
  value: number;
  score: string;
  best: string;
  before: string;
  before_value: number | null;
  accuracy: number | null;
  line: string[];
}

export interface View {
  turn: 0 | 1 | null;
  where: string;
  outcome: Outcome | null;
  last: number[];
  winning: number[];
  winning_groups: number[][];
  counters: Counter[];
  status: string;
  clicks: Record<string, number[]>;
  game: string;
  title: string;
  rows: number;
  columns: number;
  cells: Cell[];
  groups: Group[];
  row_labels: string[];
  column_labels: string[];
  marks: ["X" | "O", "X" | "O"];
}

/** Changes of a view: contents of cells and states of groups, by their indices; moves that are possible now, with the cells to click, and null for those that no longer are. */
export interface ViewChange {
  turn: 0 | 1 | null;
  where: string;
  outcome: Outcome | null;
  last: number[];
  winning: number[];
  winning_groups: number[][];
  counters: Counter[];
  status: string;
  clicks: Record<string, number[] | null>;
  cells: Record<string, string>;
  groups: Record<string, GroupChange>;
}

/** `game` is null where the server does not offer it: no board can be drawn; `of` is how many games there are. */
export interface WholeArenaGame {
  number: number;
  players: [string, string];
  plies: number;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  reason: string;
  forfeit: boolean;
  date: string | null;
  game: string | null;
  title: string;
  start: string | null;
  moves: PlayedMove[];
  of: number;
}
