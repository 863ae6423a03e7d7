/** What was played from a position in the browser's own finished games, however they came there. */

/** @typedef {import("../types").Openings} Openings */

/**
 * @param {import("./runtime").Rules} rules
 * @param {import("./runtime").Line} place
 * @param {import("./shelf.js").GameRecord[]} records of the same game
 * @returns {Openings}
 */
export function openingsFrom(rules, place, records) {
  const wanted = place.stateHere().slice();
  /** @type {Map<string, Openings["moves"][0]>} */
  const found = new Map();
  for (const { line: recorded, ply, result } of records) {
    if (result === "*") continue;
    const line = rules.line();
    for (const [move] of recorded.slice(0, ply)) {
      if (isSame(line.stateHere(), wanted)) {
        const counted = found.get(move) ?? { move, games: 0, first: 0, second: 0, draws: 0 };
        counted.games += 1;
        counted[result === "1-0" ? "first" : result === "0-1" ? "second" : "draws"] += 1;
        found.set(move, counted);
        break;
      }
      if (!line.play(move)) break;
    }
  }
  const moves = [...found.values()].sort((one, other) => other.games - one.games);
  return { moves };
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function isSame(one, other) {
  return one.every((byte, at) => byte === other[at]);
}
