/** Statistics of a person's finished games against the engine, counted as `noughts/store/statistics.py` counts them. */

import { nearestLevel, ratingOf, ratingOfLevel } from "../words/rating.js";

/** @typedef {import("../types").Statistics} Statistics */
/** @typedef {import("../types").GameSummary} GameSummary */

export const EARLIER = " (earlier levels)"; // as the server's labels have it
const MOST_POINTS = 60; // of a curve

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

/**
 * @param {GameSummary[]} games in the order of finishing; others than a person's against an engine do not count
 * @param {import("../types").CatalogueGame[]} catalogue whose levels have ratings, in their order
 * @returns {Statistics}
 */
export function statistics(games, catalogue) {
  const total = noGames();
  /** @type {Map<string, Played>} */
  const played = new Map();
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
    const { choice } = seats[engine];
    const levels = catalogue.find(({ name }) => name === game)?.levels;
    if (choice?.kind !== "level" || !levels || isEarlier(against)) continue;
    const points = kind === "wins" ? 1 : kind === "draws" ? 0.5 : 0;
    const own = played.get(game) ?? { title, levels, games: [] };
    played.set(game, own);
    own.games.push({ against: [ratingOfLevel(levels, choice.level), points], side: person });
  }
  /** @param {import("../types").OpponentTally} row */
  const strength = (row) => {
    const levels = catalogue.find(({ name }) => name === row.game)?.levels ?? [];
    return levels.findIndex(({ name }) => row.against.startsWith(`noughts, ${name}`)) + (isEarlier(row.against) ? 100 : 0);
  };
  const sorted = [...rows.values()].sort((one, other) => (one.game < other.game ? -1 : one.game > other.game ? 1 : strength(one) - strength(other)));
  const ratings = [...played].sort(([one], [other]) => (one < other ? -1 : 1)).map(([game, own]) => ownRating(game, own));
  return { total, by_opponent: sorted, ratings };
}

/** @typedef {{ title: string, levels: import("../types").CatalogueGame["levels"],
 *   games: { against: [number, number], side: number }[] }} Played */

/** @param {string} game @param {Played} played @returns {import("../types").OwnRating} */
function ownRating(game, { title, levels, games }) {
  const against = games.map((one) => one.against);
  const rating = Math.round(ratingOf(against));
  /** @param {number} side */
  const ofSide = (side) => {
    const some = games.filter((one) => one.side === side).map((one) => one.against);
    return some.length ? Math.round(ratingOf(some)) : null;
  };
  const curve = against.map((_, at) => Math.round(ratingOf(against.slice(0, at + 1)))).slice(-MOST_POINTS);
  return { game, title, games: games.length, rating, as_first: ofSide(0), as_second: ofSide(1), level: nearestLevel(levels, rating), curve };
}

/** Levels had the same names before, and other strengths. @param {string} label */
function isEarlier(label) {
  return label.endsWith(EARLIER);
}
