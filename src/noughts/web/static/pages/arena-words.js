/** Matches and their games in words. */

const MOST_NAMED = 3; // players

/**
 * "greedy – random", or of many players how many they are.
 * @param {string[]} players
 */
export function playersInWords(players) {
  return players.length > MOST_NAMED ? `${players.length} players, ${players.slice(0, 2).join(", ")} …` : players.join(" – ");
}

/** A result as people write it: "½–½". @param {string} result */
export function resultInWords(result) {
  return { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" }[result] ?? "–";
}
