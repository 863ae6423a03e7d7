/** A new game from any position that is shown: against whom, on which side. The game that it was found in stays as it is. */

import { html } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { show } from "../frame/dialogs.js";
import { choice } from "../frame/fields.js";
import { complain } from "../frame/notices.js";
import { gameLink, go } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { levelChoices } from "../words/rating.js";
import { ownName } from "../friends/names.js";
import { symbolOf } from "../words/symbols.js";

/** @typedef {import("../types").SeatChoice} SeatChoice */
/** @typedef {import("../types").Mark} Mark */
/** @typedef {{game: string, start: string | null, moves: string[], marks: [Mark, Mark]}} Place */
/** @typedef {import("./sight.js").Sight} Sight */

const PERSON = "person";
const FRIEND = "friend";

/**
 * A new game from a place, against an opponent and on a side that are asked for.
 * @param {Place} place @param {string} level and `side`, what is chosen at first @param {0 | 1} side
 * @returns {Promise<{id: number} | null>} null if nothing is to be played
 */
export async function playOn(place, level, side) {
  const answer = await askOpponent(place, level, side);
  if (!answer) return null;
  const { opponent } = answer;
  if (opponent === FRIEND) return inviteFrom(place, answer.side);
  return beginFrom(place, seatsAgainst(opponent === PERSON ? { kind: "human" } : atLevel(opponent), answer.side));
}

/**
 * The same from what is in sight, against a level of the settings at first; the page of the new game is opened.
 * @param {Omit<Place, "moves"> | null} line @param {Sight} sight
 */
export async function playOnFrom(line, { view, shownMoves }) {
  if (!line || !view || view.turn === null) return;
  try {
    const begun = await playOn({ ...line, moves: shownMoves }, settings().level, view.turn);
    if (begun) go(gameLink(begun.id));
  } catch (error) {
    complain(error);
  }
}

/** A game with a seat free for a friend, who gets a link. @param {Place} place @param {0 | 1} side */
async function inviteFrom({ game, start, moves }, side) {
  const { position } = await keeper().view({ game, position: start, moves });
  const begun = await keeper().invite?.({ game, position, side: side ? "second" : "first", name: ownName().trim() });
  return begun ?? null;
}

/**
 * @param {Place} place @param {string} level @param {0 | 1} side
 * @returns {Promise<{opponent: string, side: 0 | 1} | null>}
 */
async function askOpponent({ game, marks }, level, side) {
  const [{ games, levels }, friends] = await Promise.all([keeper().catalogue(), keeper().friends?.()]);
  const rated = games.find((one) => one.name === game)?.levels;
  const chosen = { opponent: level, side };
  const choices = rated ? levelChoices(rated) : [["yours", "your strength"], ...levels.map((one) => [one, one])];
  const opponents = /** @type {[string, string][]} */ ([
    ...choices,
    [PERSON, "a person here"],
    ...(friends && !friends.why_not ? [[FRIEND, "a friend, by a link"]] : []),
  ]);
  const answer = await show(
    "Play from here",
    html`<p class="faint">A new game begins; the one that you see stays as it is.</p>
      ${choice("Opponent", "play-on-opponent", opponents, chosen.opponent, (value) => (chosen.opponent = value))}
      ${choice(
        "You play",
        "play-on-side",
        marks.map((mark, at) => [`${at}`, symbolOf(mark)]),
        `${side}`,
        (value) => (chosen.side = value === "1" ? 1 : 0),
      )}
      <div class="row end">
        <button type="button" @click=${close}>Cancel</button>
        <button value="yes" class="primary" data-action="confirm" autofocus>Play</button>
      </div>`,
  );
  return answer === "yes" ? chosen : null;
}

/** The engine at a level of the catalogue's or the settings'. @param {string} level @returns {SeatChoice} */
export function atLevel(level) {
  return /** @type {SeatChoice} */ ({ kind: "level", level });
}

/** Not a button of the form: Enter means the first of those. @param {Event} event */
function close(event) {
  /** @type {HTMLElement} */ (event.target).closest("dialog")?.close("");
}

/** @param {SeatChoice} opponent @param {0 | 1} side the person's @returns {[SeatChoice, SeatChoice]} */
export function seatsAgainst(opponent, side) {
  return side === 0 ? [{ kind: "human" }, opponent] : [opponent, { kind: "human" }];
}

/** @param {Place} place @param {[SeatChoice, SeatChoice]} seats */
export function beginFrom({ game, start, moves, marks }, [first, second]) {
  return keeper().begin({ game, position: start, moves, first, second, first_mark: marks[0] });
}
