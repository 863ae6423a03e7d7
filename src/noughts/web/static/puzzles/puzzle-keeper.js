/** Puzzles of a site without a server: the data lies beside the page, progress on the browser's shelf. */

import { KeeperError } from "../keeper/chosen.js";
import { puzzlesOf } from "./own-games.js";
import { counted, daily, judged, nextFor, readProgress } from "./solving.js";

/** @typedef {import("./solving.js").PuzzleEntry} PuzzleEntry */
/** @typedef {import("../types").ShownPuzzle} ShownPuzzle */
/** @typedef {import("../types").TriedMove} TriedMove */

const MOST_OWN = 50; // puzzles of one's own games that are kept
const MOST_AT_ONCE = 10; // games, of some seconds each

export class PuzzleKeeper {
  /** @type {Map<string, Promise<PuzzleEntry[]>>} */
  #loaded = new Map();

  /**
   * @param {import("../keeper/runtime").Runtime} runtime
   * @param {(game: string) => Promise<string>} title
   * @param {import("../keeper/shelf.js").Shelf} shelf
   */
  constructor(runtime, title, shelf) {
    this.runtime = runtime;
    this.title = title;
    this.shelf = shelf;
  }

  /** @param {string} game @param {import("../keeper/keeper").WantedPuzzle} wanted @returns {Promise<ShownPuzzle>} */
  async puzzle(game, wanted) {
    const own = wanted.own ? await this.#nextOwn(game, wanted.but) : null;
    const [entries, title] = await Promise.all([own ? this.#entries(game).catch(() => []) : this.#entries(game), this.title(game)]);
    const progress = this.#progress(game);
    const today = entries.length ? daily(entries, new Date().toISOString().slice(0, 10)) : null;
    const named = own ?? (wanted.id && (await this.#entry(game, wanted.id)));
    const entry = (wanted.daily && today) || named || nextFor(entries, progress, wanted);
    const { id, words, idea, theme, rating, plies, position } = entry;
    const view = (await this.#line(game, entry, [])).view();
    const themes = Object.fromEntries(entries.map((one) => [one.theme, one.idea]));
    const about = { id, game, title, words, idea, theme, themes, rating, plies, position, view };
    return { ...about, is_daily: entry === today, was_tried: Object.hasOwn(progress.tried, id), progress: told(progress) };
  }

  /** @param {ShownPuzzle} puzzle @param {string[]} moves @returns {Promise<TriedMove>} */
  async tryMove({ game, id }, moves) {
    const entry = await this.#entry(game, id);
    const line = await this.#line(game, entry, moves); // or the move is not legal
    const found = judged(entry, await this.#turns(game, entry), moves);
    const isEnd = found.kind === "solved" || found.kind === "wrong";
    const progress = isEnd ? this.#count(game, entry, found.kind === "solved") : this.#progress(game);
    line.undo(moves.length);
    for (const move of found.moves) line.play(move);
    return { ...found, view: line.view(), progress: told(progress) };
  }

  /** @param {ShownPuzzle} puzzle @param {string[]} _moves made so far @returns {Promise<TriedMove>} */
  async solution({ game, id }, _moves) {
    const entry = await this.#entry(game, id);
    const progress = this.#count(game, entry, false);
    const view = (await this.#line(game, entry, entry.solution)).view();
    return { kind: "shown", words: "This is the solution.", moves: entry.solution, view, progress: told(progress) };
  }

  /** @param {string} game */
  #entries(game) {
    const found = this.#loaded.get(game) ?? this.runtime.puzzles(game);
    this.#loaded.set(game, found);
    found.catch(() => this.#loaded.delete(game));
    return found;
  }

  /** A puzzle of one's own games that was not tried; games are looked through until there is one. @param {string} game @param {string} [but] */
  async #nextOwn(game, but) {
    const rules = await this.runtime.rules(game);
    const games = this.shelf.all().filter((record) => record.game === game && record.result !== "*");
    if (!games.length) throw new KeeperError(`there is no finished game of ${await this.title(game)} here: play one, then come back`);
    for (let count = 0; count <= MOST_AT_ONCE; count++) {
      const [{ entries, looked }, { tried }] = [this.#own(game), this.#progress(game)];
      const found = entries.find(({ id }) => id !== but && !Object.hasOwn(tried, id));
      if (found) return found;
      const next = games.find(({ id }) => !looked.includes(id));
      if (!next) throw new KeeperError(`there is no other puzzle in your finished games of ${await this.title(game)}`);
      if (count === MOST_AT_ONCE) break;
      const line = rules.line(next.line.slice(0, next.ply).map(([move]) => move));
      const others = (await puzzlesOf(line)).filter(({ id }) => !entries.some((entry) => entry.id === id));
      const kept = { entries: [...entries, ...others].slice(-MOST_OWN), looked: [...looked, next.id] };
      if (!this.shelf.write(`puzzles.${game}.own`, kept)) throw new KeeperError("the browser keeps no puzzles for this page");
    }
    throw new KeeperError(`there is no puzzle in ${MOST_AT_ONCE} games of yours; look again for those in earlier ones`);
  }

  /** Puzzles of one's own games, and the games that were looked through. @param {string} game @returns {{entries: PuzzleEntry[], looked: number[]}} */
  #own(game) {
    const kept = this.shelf.read(`puzzles.${game}.own`);
    return Array.isArray(kept?.entries) && Array.isArray(kept?.looked) ? kept : { entries: [], looked: [] };
  }

  /** @param {string} game @param {string} id */
  async #entry(game, id) {
    const found = this.#own(game).entries.find((entry) => entry.id === id) ?? (await this.#entries(game)).find((entry) => entry.id === id);
    if (!found) throw new KeeperError("there is no such puzzle here");
    return found;
  }

  /** @param {string} game @param {PuzzleEntry} entry @param {string[]} moves */
  async #line(game, entry, moves) {
    const state = Uint8Array.from(atob(entry.state), (letter) => letter.charCodeAt(0));
    return (await this.runtime.rules(game)).line(moves, state);
  }

  /** Whose turn it is before each move of the solution. @param {string} game @param {PuzzleEntry} entry */
  async #turns(game, entry) {
    const line = await this.#line(game, entry, []);
    return entry.solution.map((move) => {
      const { turn } = line;
      line.play(move);
      return turn;
    });
  }

  /** @param {string} game */
  #progress(game) {
    return readProgress(this.shelf.read(`puzzles.${game}`));
  }

  /** @param {string} game @param {PuzzleEntry} entry @param {boolean} isSolved */
  #count(game, entry, isSolved) {
    const progress = counted(this.#progress(game), entry, isSolved);
    this.shelf.write(`puzzles.${game}`, progress);
    return progress;
  }
}

/** @param {import("./solving.js").Progress} progress */
function told({ rating, streak, best_streak, tried }) {
  const tries = Object.values(tried);
  return { rating: Math.round(rating), solved: tries.filter(Boolean).length, tried: tries.length, streak, best_streak };
}
