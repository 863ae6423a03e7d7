/**
 * A game that is played in the browser alone: what a move, an undo or a resignation does, as `noughts/play/session.py` has it on
 * a server, and the engine's thoughts about it. It is put on the shelf after each change.
 */

import { marked } from "../game/game-line.js";
import { KeeperError } from "./chosen.js";
import { moment } from "./moment.js";
import { Study } from "./study.js";
import { EARLIER } from "./tallies.js";

/** @typedef {import("./keeper").OpenGame} OpenGame */
/** @typedef {import("./runtime").Thinker} Thinker */
/** @typedef {import("./runtime").Line} Line */
/** @typedef {import("./shelf.js").GameRecord} GameRecord */
/** @typedef {import("./shelf.js").RecordedMove} RecordedMove */
/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").LiveRequest} LiveRequest */

export const EDITION = 3; // of the levels, as engine/levels.py has it
const NOTICE = 50; // ms until it is said that an engine thinks
const WATCHING_PACE = 600; // ms a move at least, where engines play each other
const UNKEPT = "this browser keeps no more games for this page: the game goes on, but it is gone when the page is closed";

/** @implements {OpenGame} */
export class BrowserGame {
  isOpen = true;
  /** @type {Line} */
  #line;
  /** The side that made each move: turns need not alternate. @type {(0 | 1)[]} */
  #movers = [];
  /** @type {Thinker | null} */
  #player = null;
  /** The thought whose answer is waited for. @type {object | null} */
  #thought = null;
  /** @type {Promise<unknown>} */
  #lastThought = Promise.resolve();
  #isKept = true;
  #turnBegan = performance.now();
  /** Since when. @type {number | null} */
  #paused = null;

  /**
   * @param {GameRecord} record
   * @param {import("./runtime").Rules} rules
   * @param {() => Thinker} newThinker
   * @param {import("./shelf.js").Shelf} shelf
   * @param {import("./keeper").Hearer} hearer
   */
  constructor(record, rules, newThinker, shelf, hearer) {
    this.rules = rules;
    this.newThinker = newThinker;
    this.shelf = shelf;
    this.hearer = hearer;
    this.study = new Study(newThinker, (message) => this.isOpen && hearer.message(message));
    this.record = record;
    this.#line = this.#replay();
    this.unwatch = shelf.watch(record.id, (found) => (found ? this.#replace(found) : hearer.gone("it was deleted in another tab")));
    queueMicrotask(() => this.#goOn());
  }

  /** @returns {Line} */
  #replay() {
    const line = this.rules.line();
    this.#movers = [];
    for (const [text] of this.#played) {
      this.#movers.push(line.turn);
      if (!line.play(text)) throw new KeeperError(`game ${this.record.id} cannot be read: its move ${text} is not possible`);
    }
    return line;
  }

  get #played() {
    return this.record.line.slice(0, this.record.ply);
  }

  get #texts() {
    return this.#played.map(([text]) => text);
  }

  get #isOver() {
    return this.record.resigned !== null || this.#line.isOver;
  }

  get #seat() {
    return this.record.seats[this.#line.turn];
  }

  /** The sides that people play. */
  get #people() {
    return /** @type {(0 | 1)[]} */ ([0, 1]).filter((side) => this.record.seats[side].kind === "human");
  }

  // As it is told

  /** @returns {import("../types").View} */
  #view() {
    const { marks, resigned } = this.record;
    const view = marked(this.#line.view(), marks);
    if (resigned === null) return view;
    const winner = /** @type {0 | 1} */ (1 - resigned);
    const reason = `${marks[resigned]} resigned`;
    const outcome = { winner, reason, points: null };
    return { ...view, outcome, turn: null, clicks: {}, status: `${marks[winner]} wins: ${reason}` };
  }

  /** @returns {Game} */
  game() {
    const { id, game, marks, seats, line, ply } = this.record;
    const view = this.#view();
    const isMine = this.#seat.kind === "human";
    return {
      id,
      game,
      title: view.title,
      position: "",
      start: "",
      redo: line.length - ply,
      seconds_used: [this.#secondsUsed(0), this.#secondsUsed(1)],
      seconds_left: null,
      is_counting: false,
      table: null,
      you: null,
      paused: this.#paused !== null,
      turn: view.turn,
      to_move: this.#isOver ? null : isMine ? "human" : "engine",
      result: resultOf(view.outcome),
      reason: view.outcome?.reason ?? "",
      note: this.#isKept ? null : UNKEPT,
      seats: [seatOf(seats[0]), seatOf(seats[1])],
      marks,
      moves: this.#played.map(([text, seconds, value, depth], at) => ({ text, mover: this.#movers[at], seconds, value, depth })),
      view,
      engine: null,
    };
  }

  /** @param {0 | 1} side */
  #secondsUsed(side) {
    const used = this.#played.reduce((sum, [, seconds], at) => sum + (this.#movers[at] === side ? (seconds ?? 0) : 0), 0);
    return used + (!this.#isOver && this.#line.turn === side ? this.#secondsOfTurn() : 0);
  }

  #secondsOfTurn() {
    return ((this.#paused ?? performance.now()) - this.#turnBegan) / 1000;
  }

  /** Tell how it stands, and let an engine move whose turn it is. */
  #goOn() {
    if (!this.isOpen) return;
    this.hearer.message({ type: "game", game: this.game() });
    this.#think();
  }

  #changed() {
    const { outcome } = this.#view();
    this.#turnBegan = performance.now();
    if (this.#paused !== null) this.#paused = this.#turnBegan;
    this.record.result = resultOf(outcome);
    this.record.reason = outcome?.reason ?? "";
    this.record.changed = new Date().toISOString();
    this.#isKept = this.shelf.put(this.record);
    this.#goOn();
  }

  /** It was played on in another tab. @param {GameRecord} record */
  #replace(record) {
    this.#giveUp();
    this.record = record;
    this.#line = this.#replay();
    this.#turnBegan = performance.now();
    // The other tab lets its engine think.
    this.hearer.message({ type: "game", game: this.game() });
  }

  // What people ask for

  /** @param {LiveRequest} request */
  send(request) {
    if (!this.isOpen) return false;
    // Whoever sends hears of it later, as from a server.
    queueMicrotask(() => {
      this.#obey(request).catch((/** @type {Error} */ error) => {
        if (this.isOpen) this.hearer.message({ type: "error", error: error.message, do: request.do });
      });
    });
    return true;
  }

  /** @param {string} move */
  move(move) {
    this.send({ do: "move", move });
  }

  close() {
    this.isOpen = false;
    this.unwatch();
    this.#thought = null;
    this.#player?.end();
    this.study.end();
  }

  /** @param {LiveRequest} request */
  async #obey(request) {
    switch (request.do) {
      case "move":
        return this.#move(request.move ?? "");
      case "undo":
        return this.#undo();
      case "redo":
        return this.#redo();
      case "resign":
        return this.#resign();
      case "hurry":
        if (this.#thought) this.#player?.stop(); // the answer is what was found
        return;
      case "pause":
        return this.#pause(request.on ?? true);
      case "hint":
        if (this.#isOver) throw new KeeperError("the game is over: there is nothing to advise");
        return this.study.hint(this.rules.line(this.#texts));
      case "analyse":
        return this.study.analyse(
          this.rules.line(this.#texts),
          (request.on ?? true) ? (request.ply ?? this.record.ply) : null,
          request.lines ?? 1,
        );
      case "review":
        return this.#review(request.on ?? true);
    }
  }

  /** @param {string} text */
  #move(text) {
    if (this.#isOver) throw new KeeperError("the game is over");
    if (this.#seat.kind !== "human") throw new KeeperError(`it is the turn of ${seatOf(this.#seat).label}`);
    this.#push([text, this.#secondsOfTurn(), null, null]);
  }

  /** @param {RecordedMove} move */
  #push(move) {
    const mover = this.#line.turn;
    if (!this.#line.play(move[0])) throw new KeeperError(`${move[0]} is not possible here`);
    this.#movers.push(mover);
    this.record.line = [...this.#played, move];
    this.record.ply += 1;
    this.#changed();
  }

  /** Back to a person's last turn, or by one move where engines play. */
  #undo() {
    if (this.#isOver) throw new KeeperError("the game is over and kept as it was; a new one can be begun");
    const people = this.#people;
    const last = this.#movers.map((side) => !people.length || people.includes(side)).lastIndexOf(true);
    if (last < 0) throw new KeeperError("there is no move of yours to take back");
    this.#giveUp();
    this.#line.undo(this.record.ply - last);
    this.#movers.length = last;
    this.record.ply = last;
    this.#changed();
  }

  /** The moves that were taken back, up to a person's turn. */
  #redo() {
    if (this.#isOver || this.record.ply === this.record.line.length) throw new KeeperError("there is no move to make again");
    this.#giveUp();
    do {
      this.#movers.push(this.#line.turn);
      this.#line.play(this.record.line[this.record.ply][0]);
      this.record.ply += 1;
    } while (this.record.ply < this.record.line.length && this.#people.length && !this.#isOver && this.#seat.kind !== "human");
    this.#changed();
  }

  /** The person whose turn it is, or who plays alone against the engine, gives up. */
  #resign() {
    if (this.#isOver) throw new KeeperError("the game is over");
    const people = this.#people;
    if (!people.length) throw new KeeperError("nobody here can resign: engines play each other");
    this.#giveUp();
    this.record.resigned = people.includes(this.#line.turn) ? this.#line.turn : people[0];
    this.record.line = this.#played;
    this.#changed();
  }

  /** @param {boolean} isOn */
  #pause(isOn) {
    if (isOn === (this.#paused !== null)) return;
    this.#giveUp();
    const now = performance.now();
    if (this.#paused !== null) this.#turnBegan += now - this.#paused;
    this.#paused = isOn ? now : null;
    this.#goOn();
  }

  // What the engine thinks

  #giveUp() {
    if (this.#thought) this.#player?.stop();
    this.#thought = null;
  }

  async #think() {
    const seat = this.#seat;
    if (this.#isOver || this.#paused !== null || this.#thought || seat.kind !== "level") return;
    const thought = {};
    const begun = performance.now();
    this.#thought = thought;
    const isWanted = () => this.#thought === thought && this.isOpen;
    const notice = setTimeout(() => isWanted() && this.hearer.message({ type: "thinking", analysis: null }), NOTICE);
    try {
      await this.#lastThought; // one that was given up ends first
      if (!isWanted()) return;
      this.#player ??= this.newThinker();
      const asked = { moves: this.#texts, level: seat.level, ...(seat.time ? { time: seat.time } : {}) };
      const found = this.#player.move(asked);
      this.#lastThought = found.catch(() => {});
      const { depth, seconds, lines } = await found;
      if (this.#people.length) await moment(begun);
      else await new Promise((resolve) => setTimeout(resolve, WATCHING_PACE - 1000 * seconds));
      if (!isWanted()) return;
      this.#thought = null;
      this.#push([lines[0].moves[0], seconds, depth ? lines[0].value : null, depth || null]);
    } catch (error) {
      if (!isWanted()) return;
      this.#player?.end();
      this.#player = this.#thought = null;
      const why = error instanceof Error ? error.message : `${error}`;
      this.hearer.message({ type: "error", error: `the engine could not move: ${why}`, do: null });
    } finally {
      clearTimeout(notice);
    }
  }

  /** @param {boolean} isOn */
  async #review(isOn) {
    if (!isOn) {
      this.study.endReview();
      return this.study.reviewed();
    }
    if (!this.#isOver) throw new KeeperError("a game is looked back at when it is over");
    const verdicts = await this.study.review(this.rules.line(this.#texts), this.rules.game.judgement);
    if (!this.isOpen || !verdicts) return;
    this.record.verdicts = verdicts;
    this.#isKept = this.shelf.put(this.record);
    this.study.reviewed();
  }
}

/** @param {import("../types").Outcome | null} outcome @returns {Game["result"]} */
function resultOf(outcome) {
  if (!outcome) return "*";
  return outcome.winner === null ? "1/2-1/2" : outcome.winner === 0 ? "1-0" : "0-1";
}

/** @param {import("../types").SeatChoice} choice @param {number} [edition] of the levels @returns {import("../types").Seat} */
export function seatOf(choice, edition = EDITION) {
  const earlier = edition === EDITION ? "" : EARLIER;
  if (choice.kind === "level") return { kind: "engine", label: `noughts, ${choice.level}${earlier}`, choice };
  return { kind: "human", label: "person", choice: { kind: "human" } };
}
