/** Matches and their games in words. */

const MOST_NAMED = 3; // players

/**
 * "greedy – random", or of many players how many they are, and who the first ones are.
 * @param {string[]} players @param {number} [named]
 */
export function playersInWords(players, named = 2) {
  if (players.length <= MOST_NAMED) return players.join(" – ");
  return [`${players.length} players`, ...players.slice(0, named)].join(", ") + (named ? " …" : "");
}

/** A result as people write it: "½–½". @param {string} result */
export function resultInWords(result) {
  return { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" }[result] ?? "–";
}
