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
  level: "yours" | "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max";
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
  levels: ("beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max")[];
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
  sizes: string[];
  example: string;
  takes_cells: boolean;
  levels: RatedLevel[];
  default_level: "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max";
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

export interface ClockModel {
  minutes: number;
  increment?: number;
}

export interface Counter {
  name: string;
  value: number;
  player: 0 | 1 | null;
}

export interface Diagram {
  view: View;
  words: string;
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

/** What a mistake means for small boards: the reply wins one, the better move would have, or it may choose. */
export interface Fact {
  kind: "gives" | "misses" | "frees";
  board: string;
}

/** Whether friends can be invited here, `why_not` in words if they cannot; the server's `address` in the network, if it has found one out, and what players can say to each other. */
export interface Friends {
  why_not: string | null;
  address: string | null;
  phrases: string[];
  most_minutes: number;
  most_increment: number;
}

/** `engine` is null where only the server thinks. `table` is null but for games of friends; `you` is the side there of whoever asked, null for spectators. */
export interface Game {
  id: number;
  position: string;
  redo: number;
  seconds_used: [number, number];
  seconds_left: [number, number] | null;
  is_counting: boolean;
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
  table: Table | null;
  you: 0 | 1 | null;
}

/** Changes of a game: the first `kept` moves are as they were, and `moves` follow them. */
export interface GameChange {
  id: number;
  position: string;
  redo: number;
  seconds_used: [number, number];
  seconds_left: [number, number] | null;
  is_counting: boolean;
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

/** Seconds for each side, and those that come with each move. */
export interface GameClock {
  seconds: number;
  increment: number;
}

/** A link to a seat, or for watching: what stands behind its last slash. */
export interface GameLinkRequest {
  link: string;
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

/** A game in people's words, in paragraphs, and how it is written down. */
export interface Guide {
  name: string;
  title: string;
  words: string[];
  notation: string[];
  diagrams: Diagram[];
  lesson: Lesson | null;
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

/** What a player sends to a friend, who then sits down, and to anybody else, who then watches. `link` is null once both sit; `is_local` if only this machine finds it. */
export interface Invitation {
  link: string | null;
  watch: string;
  is_local: boolean;
}

/** A game for a friend: `side` is that of the visitor who invites. */
export interface InvitationRequest {
  game: string;
  position?: string | null;
  cells?: Record<string, "." | "X" | "O" | "#"> | null;
  turn?: 0 | 1;
  side?: "first" | "second" | "lot";
  clock?: ClockModel | null;
  name?: string;
  is_listed?: boolean;
}

/** A first game of the game of that name, after the moves of its opening; `end` is said when all steps are made. */
export interface Lesson {
  game: string;
  opening: string[];
  steps: LessonStep[];
  end: string;
}

/** A move that a first game asks for: words that say why, and the moves that the other player answers. */
export interface LessonStep {
  words: string;
  move: string;
  answers: string[];
}

export interface LinkRequest {
  link: string;
}

export type LiveMessage = GameMessage | ChangeMessage | TableMessage | SaidMessage | ThinkingMessage | ThinkMessage | HurryMessage | PreparingMessage | AnalysisMessage | HintMessage | ReviewMessage | ErrorMessage;

/** A message over the WebSocket. */
export interface LiveRequest {
  do: "move" | "undo" | "redo" | "resign" | "hint" | "analyse" | "review" | "pause" | "think" | "answer" | "hurry" | "offer" | "accept" | "decline" | "abort" | "claim" | "say";
  move?: string | null;
  on?: boolean;
  ply?: number | null;
  lines?: number;
  what?: "draw" | "takeback" | "rematch" | null;
  phrase?: number;
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

/** `tree` is as docs/api.md describes it. */
export interface NewStudyRequest {
  name: string;
  tree: Record<string, unknown>;
}

export interface Offer {
  kind: "draw" | "takeback" | "rematch";
  side: 0 | 1;
}

/** A move that was made from a position: in how many games, and how these ended. */
export interface OpeningMove {
  move: string;
  games: number;
  first: number;
  second: number;
  draws: number;
}

export interface Openings {
  moves: OpeningMove[];
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

/** The visitor's rating in a game, against its levels: in all, as first and as second, and after each game. */
export interface OwnRating {
  game: string;
  title: string;
  games: number;
  rating: number;
  as_first: number | null;
  as_second: number | null;
  level: "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max";
  curve: number[];
}

/** The rules and the engine of a game, for a page that thinks itself: where they are described, and the state that the game began with, in base64; null for the game's own start. */
export interface PageEngine {
  description: string;
  start: string | null;
}

/** The drawing of a content of cells: SVG path data in a square of side 100. */
export interface Piece {
  name: string;
  path: string;
  shade: "dark" | "light" | "first" | "second";
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

export interface PuzzleGame {
  name: string;
  title: string;
}

/** Moves from the puzzle's position on, as the last answer told them, and then one of your own. */
export interface PuzzleMoves {
  moves: string[];
  is_daily?: boolean;
}

/** Yours: `streak` counts first tries that solved, in a row. */
export interface PuzzleProgress {
  rating: number;
  solved: number;
  tried: number;
  streak: number;
  best_streak: number;
}

export interface PuzzleSolution {
  moves: string[];
  is_daily?: boolean;
}

/** A level of a game and its rating on the game's own scale, on which a casual person has 1000. */
export interface RatedLevel {
  name: "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max";
  rating: number;
  is_measured: boolean;
}

/** One a move, and then one that says that it is done. */
export interface ReviewMessage {
  type: "review";
  ply: number | null;
  verdict: Verdict | null;
  done: boolean;
}

/** What a mistake means for a small board. */
export interface ReviewedFact {
  kind: "gives" | "misses" | "frees";
  board: string;
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
  lost?: number | null;
  stake?: number | null;
  scale?: number | null;
  line: string[];
  reply?: string[];
  facts?: ReviewedFact[];
}

/** A friend says one of the phrases. */
export interface SaidMessage {
  type: "said";
  side: 0 | 1;
  phrase: string;
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
  level: "yours" | "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max";
  side: "first" | "second" | "lot";
  mark: "X" | "O";
  theme: "auto" | "light" | "dark";
  symbols: "letters" | "squares" | "stones";
  sound: boolean;
  pace: boolean;
  analysis: boolean;
  server_thinks: boolean;
}

/** Settings to change; any may be left out. */
export interface SettingsRequest {
  level?: "yours" | "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max" | null;
  side?: "first" | "second" | "lot" | null;
  mark?: "X" | "O" | null;
  theme?: "auto" | "light" | "dark" | null;
  symbols?: "letters" | "squares" | "stones" | null;
  sound?: boolean | null;
  pace?: boolean | null;
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

/** A puzzle to solve: the side to move wins within `plies`, or of theme "only" has one move that does not lose. `is_daily`: it is today's. `themes`: of this game's puzzles. */
export interface ShownPuzzle {
  id: string;
  game: string;
  title: string;
  words: string;
  idea: string;
  theme: "fork" | "defence" | "sacrifice" | "free" | "quiet" | "win" | "only";
  themes: Record<string, string>;
  rating: number;
  plies: number;
  position: string;
  view: View;
  is_daily: boolean;
  was_tried: boolean;
  progress: PuzzleProgress;
}

export interface SitRequest {
  link: string;
  name?: string;
}

/** A seat that a link leads to: `is_free`, or who sits there can be watched. `game` is the number of the game if you sit at it yourself. */
export interface Sitting {
  title: string;
  names: [string, string];
  side: 0 | 1;
  clock: GameClock | null;
  view: View;
  is_free: boolean;
  game: number | null;
  watch: string;
}

export interface Statistics {
  total: Tally;
  by_opponent: OpponentTally[];
  ratings: OwnRating[];
}

export interface Study {
  id: number;
  name: string;
  game: string;
  revision: number;
  tree: Record<string, unknown>;
}

export interface StudyKept {
  id: number;
  revision: number;
}

/** `revision` is the one that the board was read with. */
export interface StudyRequest {
  name: string;
  tree: Record<string, unknown>;
  revision: number;
}

export interface StudySummary {
  id: number;
  name: string;
  game: string;
  revision: number;
  changed: string;
}

/** Two friends at a game. `free` is the side where nobody sits yet; `gone` for how many seconds each has not been there, null for one who is, and `gone_for` how long that has to be until the other may claim the win. `watch` and `next_watch` are what links for watching end in, of this game and of the rematch, whose number is `next`. */
export interface Table {
  free: 0 | 1 | null;
  clock: GameClock | null;
  can_abort: boolean;
  offer: Offer | null;
  gone: [number | null, number | null];
  gone_for: number;
  is_listed: boolean;
  watch: string;
  next: number | null;
  next_watch: string | null;
}

/** Something at the table of two friends has changed. */
export interface TableMessage {
  type: "table";
  table: Table;
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
  level: "beginner" | "easy" | "medium" | "hard" | "expert" | "1-dan" | "2-dan" | "3-dan" | "4-dan" | "5-dan" | "6-dan" | "7-dan" | "8-dan" | "9-dan" | "10-dan" | "11-dan" | "12-dan" | "max";
  time: number | null;
}

/** An engine thinks about its move; what it has found after each iteration. */
export interface ThinkingMessage {
  type: "thinking";
  analysis: Analysis | null;
}

/** A tree of moves: a node is [parent, move] or [parent, move, notes], counted from 1; 0 is the root. */
export interface Tree {
  game: string;
  position: string | null;
  nodes: unknown[][];
  root?: Record<string, unknown> | null;
}

export interface TreeRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  cells?: Record<string, "." | "X" | "O" | "#"> | null;
  turn?: 0 | 1;
  search?: "minimax" | "alphabeta" | "pvs" | "hminimax" | "mtdf" | "report000" | "report001" | "report002" | "report003" | "report004";
  evaluation?: string | null;
  depth?: number | null;
}

/** The answer to a move. `moves` are all moves made so far, the defender's among them; a wrong one is not made. */
export interface TriedMove {
  kind: "right" | "solved" | "slower" | "wrong" | "shown";
  words: string;
  moves: string[];
  view: View;
  progress: PuzzleProgress;
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
  lost: number | null;
  stake: number | null;
  scale: number | null;
  line: string[];
  reply: string[];
  facts: Fact[];
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
  layout: "squares" | "hexagons" | "crossings";
  edges: (0 | 1)[];
  pieces: Record<string, Piece>;
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

/** A game that anybody may watch. */
export interface WatchedGame {
  watch: string;
  title: string;
  names: [string, string];
  marks: ["X" | "O", "X" | "O"];
  plies: number;
  clock: GameClock | null;
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
