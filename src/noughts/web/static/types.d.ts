/** What the server sends and takes, as docs/api.md describes it; for the type checker only. */

export type Mark = "X" | "O";
export type Side = 0 | 1;

export interface Cell {
  name: string;
  row: number;
  column: number;
  group: number | null;
  content: "." | "#" | Mark;
}

export interface Group {
  name: string;
  row: number;
  column: number;
  rows: number;
  columns: number;
  parent: number | null;
  owner: "." | "=" | Mark;
  playable: boolean;
}

export interface Counter {
  name: string;
  value: number;
  player: Side | null;
}

export interface View {
  game: string;
  title: string;
  rows: number;
  columns: number;
  cells: Cell[];
  groups: Group[];
  row_labels: string[];
  column_labels: string[];
  turn: Side | null;
  where: string;
  outcome: { winner: Side | null; reason: string; points: [number, number] | null } | null;
  clicks: Record<string, number[]>;
  last: number[];
  winning: number[];
  counters: Counter[];
  marks: [Mark, Mark];
  status: string;
}

export interface CatalogueGame {
  name: string;
  title: string;
  summary: string;
  rules: string;
  sizes: string[];
  example: string;
  takes_cells: boolean;
  view: View;
}

export interface Named {
  name: string;
  summary: string;
}

export interface Catalogue {
  games: CatalogueGame[];
  levels: string[];
  players: (Named & { plays: string[] })[];
  searches: Named[];
  evaluations: (Named & { fits: string[] })[];
  bounds: { time: number; lines: number; side: number };
}

export type SeatChoice =
  | { kind: "human" }
  | { kind: "level"; level: string; time?: number | null }
  | { kind: "player"; player: string; settings?: Record<string, string>; time?: number | null }
  | {
      kind: "search";
      search: string;
      evaluation?: string | null;
      depth?: number | null;
      nodes?: number | null;
      time?: number | null;
    };

export interface PositionRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  cells?: Record<string, string> | null;
  turn?: Side;
}

export interface SetupRequest extends PositionRequest {
  first: SeatChoice;
  second: SeatChoice;
  first_mark: Mark;
  obstacles?: number | null;
}

export interface Seat {
  kind: "human" | "engine";
  label: string;
  /** What asks for the same seat again; null for a player from elsewhere. */
  choice: SeatChoice | null;
}

export interface PlayedMove {
  text: string;
  mover: Side;
  seconds: number | null;
  value: number | null;
  depth: number | null;
}

export interface Game {
  id: number;
  game: string;
  title: string;
  seats: [Seat, Seat];
  marks: [Mark, Mark];
  start: string;
  position: string;
  moves: PlayedMove[];
  redo: number;
  seconds_used: [number, number];
  paused: boolean;
  turn: Side | null;
  to_move: "human" | "engine" | null;
  result: string;
  reason: string;
  view: View;
  note: string | null;
}

export interface GameSummary {
  id: number;
  game: string;
  title: string;
  seats: [Seat, Seat];
  marks: [Mark, Mark];
  plies: number;
  result: string;
  reason: string;
  changed: string | null;
  is_played_here: boolean;
  date: string | null;
  formats: string[];
}

export interface AnalysisLine {
  move: string;
  value: number;
  mate: number | null;
  score: string;
  side: Side;
  pv: string[];
}

export interface Analysis {
  depth: number;
  nodes: number;
  nodes_per_second: number;
  time: number;
  counters: Record<string, number>;
  lines: AnalysisLine[];
}

export interface Verdict {
  move: string;
  mover: Side;
  mark: string;
  value: number;
  score: string;
  best: string;
  before: string;
  line: string[];
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

export interface Statistics {
  total: Tally;
  by_opponent: (Tally & { game: string; title: string; against: string })[];
}

export interface Settings {
  level: string;
  side: "first" | "second" | "lot";
  mark: Mark;
  theme: "auto" | "light" | "dark";
  symbols: "letters" | "squares";
  sound: boolean;
  analysis: boolean;
}

export interface Identity {
  link: string;
  games: number;
  is_machine_user: boolean;
}

/** A message of the WebSocket; which parts it has depends on its type. */
export interface LiveMessage {
  type: "game" | "thinking" | "preparing" | "analysis" | "hint" | "review" | "error";
  game?: Game;
  analysis?: Analysis | null;
  what?: string | null;
  ply?: number;
  verdict?: Verdict;
  done?: boolean;
  error?: string;
  do?: string;
}

/** What the new-game page has chosen; it is kept in the browser so that "Play" is one click the next time. */
export interface Choices {
  game: string;
  sizes: Record<string, number[]>;
  opponent: "engine" | "person" | "watch";
  seats: [EngineChoice, EngineChoice];
  side: "first" | "second" | "lot";
  mark: Mark;
  cells: Record<string, string>;
  turn: Side;
}

export interface EngineChoice {
  kind: "level" | "player" | "search";
  level: string;
  player: string;
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
