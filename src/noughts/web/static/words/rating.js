/** A person's rating in a game, from games against its levels, as `noughts/play/rating.py` has it. */

/** @typedef {import("../types").CatalogueGame} CatalogueGame */

const CASUAL = 1000; // of the casual player, in every game
const SPREAD = 300; // of people around it
const ELO = 400 / Math.log(10);

/** The most likely rating. @param {[opponent: number, points: number][]} games */
export function ratingOf(games) {
  let rating = CASUAL;
  for (let round = 0; round < 30; round++) {
    let slope = -(rating - CASUAL) / SPREAD ** 2;
    let bend = 1 / SPREAD ** 2;
    for (const [opponent, points] of games) {
      const share = 1 / (1 + Math.exp((opponent - rating) / ELO));
      slope += (points - share) / ELO;
      bend += (share * (1 - share)) / ELO ** 2;
    }
    const step = slope / bend;
    rating += Math.max(-200, Math.min(step, 200));
    if (Math.abs(step) < 0.01) break;
  }
  return rating;
}

/** The level next to a rating. @param {CatalogueGame["levels"]} levels @param {number} rating */
export function nearestLevel(levels, rating) {
  return levels.reduce((best, one) => (Math.abs(one.rating - rating) < Math.abs(best.rating - rating) ? one : best)).name;
}

/** What a level is worth in a game; one that the game does not have, as much as its strongest but one.
 * @param {CatalogueGame["levels"]} levels @param {string} name */
export function ratingOfLevel(levels, name) {
  return (levels.find((one) => one.name === name) ?? levels[levels.length - 2]).rating;
}

/** Levels to choose from, the person's own strength first. What was not measured is not told.
 * @param {CatalogueGame["levels"]} levels @returns {[value: string, text: string][]} */
export function levelChoices(levels) {
  return [["yours", "your strength"], ...levels.map(({ name, rating, is_measured }) => /** @type {[string, string]} */ ([name, is_measured ? `${name} ${rating}` : name]))];
}
