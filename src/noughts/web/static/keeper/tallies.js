/** Statistics of a person's finished games against the engine, counted as `noughts/store/statistics.py` counts them. */

/** @typedef {import("../types").Statistics} Statistics */
/** @typedef {import("../types").GameSummary} GameSummary */

/** @returns {import("../types").Tally} */
function noGames() {
  return { games: 0, wins: 0, losses: 0, draws: 0, winning_percentage: 0, streak: 0, longest_streak: 0 };
}

/** @param {import("../types").Tally} tally @param {"wins" | "losses" | "draws"} kind */
function count(tally, kind) {
  tally.games += 1;
  tally[kind] += 1;
  tally.streak = kind === "wins" ? tally.streak + 1 : 0;
  tally.longest_streak = Math.max(tally.longest_streak, tally.streak);
  tally.winning_percentage = (100 * tally.wins) / tally.games;
}

/** @param {GameSummary[]} games in the order of finishing; others than a person's against an engine do not count @returns {Statistics} */
export function statistics(games) {
  const total = noGames();
  /** @type {Map<string, import("../types").OpponentTally>} */
  const rows = new Map();
  for (const { game, title, seats, result } of games) {
    const person = seats.findIndex((seat) => seat.kind === "human");
    const engine = seats.findIndex((seat) => seat.kind === "engine");
    if (person < 0 || engine < 0 || result === "*") continue;
    const kind = result === "1/2-1/2" ? "draws" : (result === "1-0") === (person === 0) ? "wins" : "losses";
    const against = seats[engine].label;
    const key = JSON.stringify([game, against]);
    const row = rows.get(key) ?? { ...noGames(), game, title, against };
    rows.set(key, row);
    count(total, kind);
    count(row, kind);
  }
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
  return { total, by_opponent: sorted.map(([, row]) => row) };
}
