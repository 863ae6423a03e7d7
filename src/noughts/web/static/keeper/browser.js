/** The browser as the keeper of games: rules and engine run in the page, games and settings lie on the browser's shelf. */

import { Adviser } from "./adviser.js";
import { familyOf } from "../new-game/choices.js";
import { BrowserGame, EDITION, seatOf } from "./browser-game.js";
import { KeeperError } from "./chosen.js";
import { USUAL } from "../frame/settings.js";
import { openingsFrom } from "./own-openings.js";
import { OwnStudies } from "./own-studies.js";
import { statistics } from "./tallies.js";
import { PuzzleKeeper } from "../puzzles/puzzle-keeper.js";
import { analysisOf } from "./thoughts.js";

/** @typedef {import("./keeper").Keeper} Keeper */
/** @typedef {import("./shelf.js").GameRecord} GameRecord */
/** @typedef {import("../types").SeatChoice} SeatChoice */
/** @typedef {import("../types").GameSummary} GameSummary */

/** @implements {Keeper} */
export class BrowserKeeper {
  can = { positions: false, engines: false, trees: false, records: false, identity: false, friends: false, unkept: true, arena: false };
  absence = new EventTarget(); // it is always there
  /** Of positions that belong to no game. @type {{game: string, adviser: Adviser} | null} */
  #analyst = null;
  #studies;
  #puzzles;

  /**
   * @param {import("./runtime").Runtime} runtime
   * @param {() => Promise<import("../types").Catalogue>} site its games, as a server would list them
   * @param {import("./shelf.js").Shelf} shelf
   */
  constructor(runtime, site, shelf) {
    this.runtime = runtime;
    this.site = site;
    this.shelf = shelf;
    this.#studies = new OwnStudies(shelf);
    this.#puzzles = new PuzzleKeeper(runtime, async (game) => (await site()).games.find(({ name }) => name === game)?.title ?? game, shelf);
  }

  /** @type {Keeper["puzzleGames"]} */
  async puzzleGames() {
    const [names, { games }] = await Promise.all([this.runtime.puzzleGames(), this.site()]);
    return games.filter(({ name }) => names.includes(name)).map(({ name, title }) => ({ name, title }));
  }

  /** @type {Keeper["puzzle"]} */
  puzzle(game, wanted) {
    return this.#puzzles.puzzle(game, wanted);
  }

  /** @type {Keeper["tryMove"]} */
  tryMove(puzzle, moves) {
    return this.#puzzles.tryMove(puzzle, moves);
  }

  /** @type {Keeper["solution"]} */
  solution(puzzle, moves) {
    return this.#puzzles.solution(puzzle, moves);
  }

  async isThere() {
    return true;
  }

  async catalogue() {
    const found = await this.site();
    return { ...found, games: found.games.map((game) => ({ ...game, takes_cells: false })) }; // nothing is set up here
  }

  /** @param {import("../types").PositionRequest} position */
  async #line({ game, position, moves = [], cells }) {
    if (position || cells) throw new KeeperError("games begin from their own start here");
    const { games } = await this.catalogue();
    const names = games.map(({ name }) => name);
    if (!names.includes(game) && !familyOf(names, game)) throw new KeeperError(`there is no game ${game} here`);
    const line = (await this.runtime.rules(game)).line();
    for (const [at, text] of moves.entries()) {
      if (!line.play(text)) throw new KeeperError(`move ${at + 1}, ${text}, is not possible in ${game}`);
    }
    return line;
  }

  /** @type {Keeper["guide"]} */
  guide(name) {
    return this.runtime.guide(name);
  }

  /** @type {Keeper["view"]} */
  async view(position) {
    return { view: (await this.#line(position)).view(), position: "", engine: null };
  }

  /** @type {Keeper["analyse"]} */
  async analyse(position, told, signal) {
    const line = await this.#line(position);
    if (line.isOver || signal.aborted) return;
    if (this.#analyst?.game !== position.game) {
      this.#analyst?.adviser.end();
      this.#analyst = { game: position.game, adviser: new Adviser(() => this.runtime.thinker(position.game)) };
    }
    const { adviser } = this.#analyst;
    const [asked, side] = [{ moves: line.moves, lines: position.lines ?? 1, time: position.time }, line.turn];
    signal.addEventListener("abort", () => adviser.analyse(null));
    await adviser.analyse(asked, (thought) => told(analysisOf(thought, side)));
  }

  /** @type {Keeper["begin"]} */
  async begin(setup, isKept = true) {
    const line = await this.#line(setup);
    const seats = [setup.first ?? { kind: "human" }, setup.second ?? { kind: "level", level: "yours" }];
    const [firstSeat, secondSeat] = await Promise.all(seats.map((choice) => this.#seat(choice, setup.game)));
    const first = setup.first_mark ?? "X";
    /** @type {GameRecord} */
    const record = {
      version: 1,
      id: this.shelf.newId(isKept),
      game: setup.game,
      seats: [firstSeat, secondSeat],
      marks: first === "X" ? ["X", "O"] : ["O", "X"],
      line: line.moves.map((text) => [text, null, null, null]),
      ply: line.moves.length,
      resigned: null,
      result: "*",
      reason: "",
      changed: new Date().toISOString(),
      levels: EDITION,
    };
    this.shelf.put(record);
    return { id: record.id };
  }

  /** @type {Keeper["open"]} */
  async open(id, hearer) {
    const record = /^-?\d{1,9}$/.test(id) ? this.shelf.find(Number(id)) : null;
    if (!record) throw new KeeperError(`there is no game ${id} in this browser`);
    await this.#line({ game: record.game }); // or the site has it no more
    const rules = await this.runtime.rules(record.game);
    return new BrowserGame(record, rules, () => this.runtime.thinker(record.game), this.shelf, hearer);
  }

  /** @type {Keeper["games"]} */
  async games({ finished, game, limit, offset }) {
    const { games } = await this.catalogue();
    const titles = new Map(games.map(({ name, title }) => [name, title]));
    return this.shelf
      .all()
      .filter((record) => finished === undefined || finished === (record.result !== "*"))
      .filter((record) => !game || game === record.game)
      .slice(offset, offset + limit)
      .map((record) => summaryOf(record, titles.get(record.game) ?? record.game));
  }

  /** @type {Keeper["line"]} */
  async line(id) {
    const record = this.shelf.find(id);
    if (!record) throw new KeeperError(`there is no game ${id} in this browser`);
    const { game, line, ply, marks } = record;
    return { game, start: null, moves: line.slice(0, ply).map(([move]) => move), marks };
  }

  /** @param {number} id */
  async remove(id) {
    this.shelf.remove(id);
  }

  /** @param {number} id */
  async review(id) {
    return this.shelf.find(id)?.verdicts ?? [];
  }

  async studies() {
    return this.#studies.all();
  }

  /** @param {number} id */
  async study(id) {
    return this.#studies.find(id);
  }

  /** @type {Keeper["keepStudy"]} */
  async keepStudy({ name, tree }) {
    return this.#studies.keep(name, tree);
  }

  /** @type {Keeper["changeStudy"]} */
  async changeStudy(id, study) {
    return this.#studies.change(id, study);
  }

  /** @param {number} id */
  async removeStudy(id) {
    this.#studies.remove(id);
  }

  /** @type {Keeper["openings"]} */
  async openings(place) {
    const line = await this.#line(place);
    const records = this.shelf.all().filter(({ game }) => game === place.game);
    return openingsFrom(await this.runtime.rules(place.game), line, records);
  }

  async statistics() {
    const since = this.shelf.read("since") ?? "";
    const games = await this.games({ finished: true, limit: Infinity, offset: 0 });
    return statistics(games.filter(({ changed }) => (changed ?? "") > since).reverse(), (await this.catalogue()).games);
  }

  /** The seat that is asked for, at the level that is as strong as the person if it is to be so.
   * @param {SeatChoice} choice @param {string} game @returns {Promise<SeatChoice>} */
  async #seat(choice, game) {
    if (choice.kind === "player" || choice.kind === "search") throw new KeeperError("people and the engine's levels play here, and nobody else");
    if (choice.kind !== "level" || choice.level !== "yours") return choice;
    const own = (await this.statistics()).ratings.find((one) => one.game === game);
    const found = (await this.catalogue()).games.find(({ name }) => name === game);
    return { ...choice, level: own?.level ?? found?.default_level ?? "medium" };
  }

  async resetStatistics() {
    this.#keep("since", new Date().toISOString());
  }

  async settings() {
    return { ...USUAL, ...this.shelf.read("settings") };
  }

  /** @type {Keeper["changeSettings"]} */
  async changeSettings(some) {
    const found = { ...(await this.settings()), ...some };
    this.#keep("settings", found);
    return found;
  }

  /** @param {string} name @param {unknown} value */
  #keep(name, value) {
    if (!this.shelf.write(name, value)) throw new KeeperError("this browser keeps nothing for this page: it is as it was when the page is next opened");
  }
}

/** @param {GameRecord} record @param {string} title @returns {GameSummary} */
function summaryOf({ id, game, seats, marks, ply, result, reason, changed, levels }, title) {
  return {
    id,
    game,
    title,
    seats: [seatOf(seats[0], levels ?? 1), seatOf(seats[1], levels ?? 1)],
    marks,
    plies: ply,
    result,
    reason,
    changed,
    is_played_here: true,
    date: null,
    formats: [],
  };
}
