/** What was chosen for a new game, kept in the browser, and the set-up that its keeper is asked for. */

import { keeper } from "../keeper/chosen.js";
import { recall, remember } from "../keeper/memory.js";
import { settings } from "../frame/settings.js";
import { symbolOf } from "../words/symbols.js";

/** @typedef {import("../types").Catalogue} Catalogue */
/** @typedef {import("../types").CatalogueGame} CatalogueGame */
/** @typedef {import("../types").Choices} Choices */
/** @typedef {import("../types").EngineChoice} EngineChoice */
/** @typedef {import("../types").SeatChoice} SeatChoice */

const KEY = "noughts.choices";
/** What a size is called, and where its slider stands at first. @type {Record<string, {label: string, value: number}>} */
export const SIZES = {
  ROWS: { label: "Rows", value: 5 },
  COLS: { label: "Columns", value: 5 },
  K: { label: "In a row", value: 4 },
};

/** @returns {Choices} */
export function loadChoices() {
  const { level, side, mark } = settings();
  /** @type {EngineChoice} */
  const engine = { kind: "level", level, player: "", settings: {}, search: "noughts", evaluation: "", depth: null, time: null };
  const kept = recall(KEY);
  return {
    game: "",
    sizes: {},
    opponent: "engine",
    cells: {},
    turn: 0,
    ...kept,
    // The opponent's level, the side and the mark are settings, which hold for all devices of a visitor.
    seats: [
      { ...engine, ...kept?.seats?.[0], level },
      { ...engine, ...kept?.seats?.[1] },
    ],
    side,
    mark,
  };
}

/** @param {Choices} choices */
export function keepChoices(choices) {
  remember(KEY, choices);
}

/** @param {Choices} choices @param {Catalogue} catalogue @returns {CatalogueGame} */
export function chosenGame(choices, catalogue) {
  const usual = catalogue.games.find((game) => game.name === "ultimate") ?? catalogue.games[0];
  return catalogue.games.find((game) => game.name === choices.game) ?? usual;
}

/** @param {Choices} choices @param {CatalogueGame} game */
export function sizesOf(choices, game) {
  const kept = choices.sizes[game.name];
  return game.sizes.map((word, index) => kept?.[index] ?? SIZES[word]?.value ?? 3);
}

/** The name with numbers in place of its words. @param {CatalogueGame} game @param {number[]} sizes */
export function sizedName(game, sizes) {
  let index = 0;
  return game.sizes.length ? game.name.replace(/[A-Z]+/g, () => `${sizes[index++]}`) : game.name;
}

/**
 * The family, such as ROWSxCOLSxK, that a game such as 7x8x4 is of, and its first size.
 * @param {string[]} families @param {string} game
 * @returns {[family: string, first: string] | null}
 */
export function familyOf(families, game) {
  for (const family of families.filter((name) => /[A-Z]/.test(name))) {
    const sizes = game.match(new RegExp(`^${family.replace(/[A-Z]+/g, "(\\d+)")}$`));
    if (sizes) return [family, sizes[1]];
  }
  return null;
}

/**
 * Whether a list of games, such as those of a player, has the one that is chosen: by its name, or by that of its size.
 * @param {string[]} names @param {Choices} choices @param {CatalogueGame} game
 */
export function isAmong(names, choices, game) {
  return names.includes(game.name) || names.includes(sizedName(game, sizesOf(choices, game)));
}

/**
 * What does not know the game gives way: an evaluation to the best, a player to another or to the engine's levels.
 * @param {Choices} choices @param {Catalogue} catalogue @returns {Choices}
 */
export function fitting(choices, catalogue) {
  const game = chosenGame(choices, catalogue);
  const able = catalogue.players.filter(({ plays }) => isAmong(plays, choices, game)).map(({ name }) => name);
  const known = catalogue.evaluations.filter(({ fits }) => isAmong(fits, choices, game)).map(({ name }) => name);
  /** @param {EngineChoice} seat @returns {EngineChoice} */
  const fitted = (seat) => ({
    ...seat,
    evaluation: known.includes(seat.evaluation) ? seat.evaluation : "",
    player: able.includes(seat.player) ? seat.player : (able[0] ?? ""),
    kind: seat.kind === "player" && !able.length ? "level" : seat.kind,
  });
  return { ...choices, seats: [fitted(choices.seats[0]), fitted(choices.seats[1])] };
}

/** @param {Choices} choices @param {CatalogueGame} game @returns {import("../types").SetupRequest} */
export function setupOf(choices, game) {
  const other = seatOf(choices.seats[0]);
  /** @type {SeatChoice} */
  const person = { kind: "human" };
  const hasCells = game.takes_cells && Object.keys(choices.cells).length > 0;
  const isFirst = choices.side === "lot" ? Math.random() < 0.5 : choices.side === "first";
  const side = isFirst === (hasCells && choices.turn === 1) ? 1 : 0; // whoever moves first does so from what was set up
  /** @type {[SeatChoice, SeatChoice]} */
  let seats = side ? [other, person] : [person, other];
  if (choices.opponent === "person") seats = [person, person];
  if (choices.opponent === "watch") seats = [other, seatOf(choices.seats[1])];
  const isMarkOfFirst = choices.opponent !== "engine" || side === 0;
  const opposite = choices.mark === "X" ? "O" : "X";
  const isMarked = hasStones(choices, game);
  return {
    game: sizedName(game, sizesOf(choices, game)),
    first: seats[0],
    second: seats[1],
    first_mark: isMarked ? "X" : isMarkOfFirst ? choices.mark : opposite,
    ...(hasCells ? { cells: choices.cells, turn: choices.turn } : {}),
  };
}

/** Whether stones were set up: then they say which mark is whose. @param {Choices} choices @param {CatalogueGame} game */
export function hasStones({ cells }, game) {
  return game.takes_cells && Object.values(cells).some((content) => content !== "#");
}

/** @param {EngineChoice} choice @returns {SeatChoice} */
export function seatOf(choice) {
  const time = choice.time ? { time: choice.time } : {};
  if (choice.kind === "player") {
    return { kind: "player", player: choice.player, settings: choice.settings[choice.player] ?? {}, ...time };
  }
  const level = /** @type {import("../types").Level} */ (choice.level);
  if (choice.kind === "level") return { kind: "level", level, ...time };
  const evaluation = choice.evaluation ? { evaluation: choice.evaluation } : {};
  return {
    kind: "search",
    search: choice.search,
    settings: choice.settings[choice.search] ?? {},
    ...evaluation,
    ...(choice.depth ? { depth: choice.depth } : {}),
    ...time,
  };
}

/** Another game like one that was played. @param {import("../types").Game} game */
export async function beginLike(game) {
  return keeper().begin(setupLike(game, loadChoices().side === "lot"));
}

/**
 * The same start and the same players. Where the lot decided who begins they take turns, each with the same mark.
 * @param {import("../types").Game} game @param {boolean} isByLot @returns {import("../types").SetupRequest}
 */
export function setupLike(game, isByLot) {
  const people = game.seats.filter((seat) => seat.kind === "human").length;
  const order = people === 1 && isByLot ? [1, 0] : [0, 1];
  const [first, second] = order.map((side) => choiceOf(game.seats[side]));
  return { game: game.game, position: game.start, first, second, first_mark: game.marks[order[0]] };
}

/** Whoever played elsewhere is a person here. @param {import("../types").Game["seats"][number]} seat @returns {SeatChoice} */
export function choiceOf(seat) {
  if (seat.choice) return seat.choice;
  if (seat.kind === "human") return { kind: "human" };
  throw new Error(`${seat.label} cannot be asked for here; choose another opponent for a new game`);
}

/** A line that says what *Play* begins. @param {Choices} choices @param {CatalogueGame} game @param {string} title */
export function summaryOf(choices, game, title) {
  const { opponent, seats, side, mark } = choices;
  const name = game.sizes.length ? sizedName(game, sizesOf(choices, game)) : title;
  const engines = seats.map((seat) => {
    const level = seat.level === "yours" ? "of your strength" : seat.level;
    const engine = seat.kind === "level" ? level : seat.kind === "player" ? seat.player : seat.search;
    return seat.time === null ? engine : `${engine}, ${seat.time} s a move`;
  });
  if (opponent === "person") return `${name} · two people here`;
  if (opponent === "watch") return `${name} · ${engines[0]} against ${engines[1]}`;
  const marked = hasStones(choices, game) ? "" : ` as ${symbolOf(mark)}`;
  return `${name} · ${engines[0]} · you ${side === "lot" ? "by lot" : `move ${side}`}${marked}`;
}
