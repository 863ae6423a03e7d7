/**
 * Puzzles where there is no server: what `noughts/puzzles/session.py`, `progress.py` and `collection.py` are in Python. A test
 * compares the two.
 */

/** @typedef {import("../types").TriedMove["kind"]} Kind */
/**
 * @typedef {object} PuzzleEntry
 * @property {string} id
 * @property {string} position
 * @property {number} plies
 * @property {number} moves that the solver makes
 * @property {string[]} solution
 * @property {string[][]} also others that win as soon, for each of the solver's moves
 * @property {string[][]} slower
 * @property {import("../types").ShownPuzzle["theme"]} theme
 * @property {number} rating
 * @property {string} state that it begins from, in base64
 * @property {string} words
 * @property {string} idea
 */
/**
 * @typedef {object} Progress
 * @property {number} rating
 * @property {number} streak
 * @property {number} best_streak
 * @property {Record<string, boolean>} tried
 */

const [FAST, SLOW, NEW] = [80, 16, 30];
const NEAR = 8;
export const CASUAL = 1000;

/**
 * What is said of a move after others that were right. `turns` tells whose turn it was before each move of the solution.
 * @param {PuzzleEntry} entry @param {number[]} turns @param {string[]} moves
 * @returns {{kind: Kind, words: string, moves: string[]}}
 */
export function judged(entry, turns, moves) {
  const [move, before] = [moves[moves.length - 1], moves.slice(0, -1)];
  const at = before.length;
  const number = turns.slice(0, at).filter((turn) => turn === turns[0]).length;
  if (move === entry.solution[at]) {
    let ply = at + 1;
    while (ply < entry.plies && turns[ply] !== turns[0]) ply += 1;
    const line = entry.solution.slice(0, ply);
    if (ply === entry.plies) return { kind: "solved", words: "Solved.", moves: line };
    const left = entry.moves - number - 1;
    return { kind: "right", words: `Right. ${left === 1 ? "One more move." : `${left} more moves.`}`, moves: line };
  }
  if (entry.also[number].includes(move)) return { kind: "solved", words: "Solved: this wins as soon as the solution does.", moves };
  if (entry.slower[number].includes(move)) return { kind: "slower", words: "That wins too; there is a quicker one.", moves: before };
  if (entry.theme === "only") return { kind: "wrong", words: "That loses. Try again.", moves: before };
  const left = entry.plies - at;
  const how = left === 1 ? "That does not win at once." : `That does not win within ${left} plies.`;
  return { kind: "wrong", words: `${how} Try again.`, moves: before };
}

/** The progress after a first try, or as it was. @param {Progress} progress @param {PuzzleEntry} entry @param {boolean} isSolved @returns {Progress} */
export function counted(progress, entry, isSolved) {
  if (Object.hasOwn(progress.tried, entry.id)) return progress;
  const factor = Math.max(SLOW, FAST - ((FAST - SLOW) * Object.keys(progress.tried).length) / NEW);
  const expected = 1 / (1 + 10 ** ((entry.rating - progress.rating) / 400));
  const streak = isSolved ? progress.streak + 1 : 0;
  return {
    rating: progress.rating + factor * (Number(isSolved) - expected),
    streak,
    best_streak: Math.max(progress.best_streak, streak),
    tried: { ...progress.tried, [entry.id]: isSolved },
  };
}

/** What was kept, if it is progress: anybody may write into a browser's storage. @param {any} kept @returns {Progress} */
export function readProgress(kept) {
  const isProgress = [kept?.rating, kept?.streak, kept?.best_streak].every(Number.isFinite) && typeof kept.tried === "object" && kept.tried;
  return isProgress ? kept : { rating: CASUAL, streak: 0, best_streak: 0, tried: {} };
}

/** The puzzle of a day. @param {PuzzleEntry[]} entries @param {string} date such as 2026-11-18 */
export function daily(entries, date) {
  const keyed = entries.map((entry) => ({ entry, key: hash(`${date} ${entry.id}`) }));
  return keyed.reduce((best, one) => (one.key < best.key || (one.key === best.key && one.entry.id < best.entry.id) ? one : best)).entry;
}

/**
 * One near the person's rating, of those not tried.
 * @param {PuzzleEntry[]} all @param {Progress} progress @param {import("../keeper/keeper").WantedPuzzle} wanted
 * @param {() => number} [chance]
 */
export function nextFor(all, progress, { theme, but }, chance = Math.random) {
  const entries = all.filter((entry) => !theme || entry.theme === theme);
  const untried = entries.filter(({ id }) => !Object.hasOwn(progress.tried, id));
  const left = untried.length ? untried : entries;
  const others = left.filter(({ id }) => id !== but);
  const near = (others.length ? others : left)
    .sort((one, other) => Math.abs(one.rating - progress.rating) - Math.abs(other.rating - progress.rating))
    .slice(0, NEAR);
  return near[Math.floor(chance() * near.length)];
}

/** FNV-1a with 32 bits. @param {string} text */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
