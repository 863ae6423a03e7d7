/** A game that is followed: what its keeper has said of it, and what that means for a page. What people ask for goes by `send`. */

import { keeper } from "../keeper/chosen.js";
import { viewOf } from "./game-line.js";
import { complain } from "../frame/notices.js";
import { Part } from "./part.js";
import { gameLink } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { tick } from "../frame/sound.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").LiveRequest} LiveRequest */
/** @typedef {import("../keeper/keeper").LiveMessage} LiveMessage */
/**
 * @typedef {object} Follower
 * @property {() => void} begun another game is opened
 * @property {(isShorter: boolean) => void} moved the game's line is another, or its view
 * @property {(ply: number, analysis: Analysis) => void} [analysed]
 */

const RETRY = 700; // ms after which an analysis is asked for again that could not be had
const QUICK_RETRIES = 8;
const LATER_RETRY = 5000; // ms, after those: other tabs may think for long

export class FollowedGame extends Part {
  /** As the link has it. */
  #id = "";
  /** @type {import("../keeper/keeper").OpenGame | null} */
  #open = null;
  #isAnalysed = false;
  #retries = 0;
  #retryTimer = 0;
  /** Asks for the same analysis. */
  #again = () => {};
  /** @type {Game | null} */
  game = null;
  isOnline = true;
  isThinking = false;
  isPaused = false;
  /** A move was sent and is not answered yet. */
  isWaiting = false;
  /** @type {import("../types").Preparation | null} */
  preparing = null;
  /** @type {{move: string, ply: number} | "asked" | null} */
  hint = null;
  /** By ply. @type {Map<number, import("../types").Verdict>} */
  verdicts = new Map();
  reviewing = false;
  /** Why there is no such game. @type {string | null} */
  missing = null;
  /** What a friend has said last. @type {{side: 0 | 1, phrase: string} | null} */
  said = null;
  /** Whether the last position of a finished game is no end by the rules: somebody resigned. */
  canGoOn = false;
  countedAt = 0; // when the time used was counted, by the clock of `performance.now()`

  /** @param {import("../vendor/lit.js").LitElement} host @param {Follower} follower */
  constructor(host, follower) {
    super(host);
    this.follower = follower;
  }

  hostDisconnected() {
    clearTimeout(this.#retryTimer);
    this.#open?.close();
    markConnection(true);
  }

  /** @returns {import("./sight.js").Line | null} */
  get line() {
    const game = this.game;
    return game && { game: game.game, start: game.start, moves: game.moves, marks: game.marks, present: game.view };
  }

  /** Whether an engine may say something of the game: friends are left alone until it is over. */
  get mayAdvise() {
    return !this.game?.table || this.game.result !== "*";
  }

  /** Whether it is this visitor's turn, or that of somebody at this screen. */
  get isMine() {
    const { game } = this;
    if (!game || game.to_move !== "human") return false;
    return !game.table || (game.table.free === null && game.you === game.turn);
  }

  /** @param {string} id */
  async open(id) {
    this.#open?.close();
    this.#open = null;
    this.#id = id;
    this.#forget();
    const isOther = () => id !== this.#id || !this.host.isConnected;
    try {
      const opened = await keeper().open(id, {
        message: (message) => isOther() || this.#onMessage(message),
        connection: (isOpen) => isOther() || this.#onConnection(isOpen),
        gone: (why) => isOther() || this.#miss(why),
      });
      if (isOther()) opened.close();
      else this.#open = opened;
    } catch (error) {
      if (!isOther()) this.#miss(/** @type {Error} */ (error).message);
    }
  }

  #forget() {
    this.game = null;
    this.isOnline = true;
    this.isThinking = this.isPaused = this.isWaiting = this.reviewing = this.canGoOn = this.#isAnalysed = false;
    this.preparing = this.hint = this.missing = this.said = null;
    this.verdicts = new Map();
    this.#retries = 0;
    clearTimeout(this.#retryTimer);
    this.countedAt = performance.now();
    this.follower.begun();
    this.redraw();
  }

  /** @param {string} why */
  #miss(why) {
    this.missing = why;
    this.redraw();
  }

  /** Ask for an analysis after so many moves, of so many lines; 0: for none. @param {number} ply @param {number} lines */
  analyse(ply, lines) {
    this.#retries = 0;
    this.#askAnalysis(ply, lines);
  }

  /** @param {number} ply @param {number} lines */
  #askAnalysis(ply, lines) {
    clearTimeout(this.#retryTimer);
    this.#again = () => this.#askAnalysis(ply, lines);
    if (lines || this.#isAnalysed) this.#open?.send(lines ? { do: "analyse", on: true, ply, lines } : { do: "analyse", on: false });
    this.#isAnalysed = lines > 0;
  }

  /** Ask again for an analysis that other searches left no room for. @returns {boolean} whether it is worth no word yet */
  #retryAnalysis() {
    this.#retries += 1;
    this.#retryTimer = setTimeout(this.#again, this.#retries <= QUICK_RETRIES ? RETRY : LATER_RETRY);
    return this.#retries !== QUICK_RETRIES;
  }

  /** @param {boolean} isOpen */
  #onConnection(isOpen) {
    this.isOnline = isOpen;
    this.isWaiting &&= isOpen;
    this.#isAnalysed = false;
    this.reviewing &&= isOpen; // the server has given it up
    if (isOpen && this.isPaused) this.#open?.send({ do: "pause", on: true }); // it may have forgotten
    markConnection(isOpen);
    this.redraw();
  }

  /** @param {LiveMessage} message */
  #onMessage(message) {
    switch (message.type) {
      case "game":
        this.#take(message.game);
        break;
      case "thinking":
        this.isThinking = true;
        break;
      case "preparing":
        this.preparing = message.what ? { share: message.share, seconds: message.seconds, at: performance.now() } : null;
        break;
      case "said":
        this.said = message;
        break;
      case "analysis":
        this.follower.analysed?.(message.ply, message.analysis);
        break;
      case "hint":
        this.hint = { move: message.analysis.lines[0]?.move ?? "", ply: message.ply };
        break;
      case "review":
        if (message.verdict) this.verdicts = new Map(this.verdicts).set(message.ply ?? 0, message.verdict);
        if (message.done) this.reviewing = false;
        break;
      case "error":
        this.isWaiting = false;
        if (message.do === "hint") this.hint = null;
        if (message.do === "review") this.reviewing = false;
        if (message.do !== "analyse" || !this.#retryAnalysis()) complain(message.error);
        break;
    }
    this.redraw();
  }

  /** @param {Game} game */
  #take(game) {
    const before = this.game;
    const isMove = before && game.moves.length > before.moves.length;
    const isChanged = !before || game.moves.length !== before.moves.length || game.turn !== before.turn;
    if (isMove && settings().sound) tick(game.seats[game.moves[game.moves.length - 1].mover].kind === "engine");
    if (isMove) this.said = null;
    if (game.note && game.note !== before?.note) complain(game.note);
    if (before && game.id !== before.id) history.replaceState(null, "", gameLink(game.id)); // it was played on elsewhere
    this.game = game;
    this.countedAt = performance.now();
    this.isPaused = game.paused;
    this.isWaiting = false;
    this.isThinking = false;
    this.preparing = null;
    const isWatched = game.table !== null && game.you === null;
    if (!before && game.result !== "*" && !isWatched) this.#recallReview(game.id);
    if (game.result !== "*" && before?.result !== game.result) this.#findEnd(game);
    if (!isChanged && this.#isAnalysed) return;
    this.hint = null;
    this.follower.moved(before !== null && before.moves.length > game.moves.length);
  }

  /** @param {Game} game a finished one */
  async #findEnd(game) {
    const texts = game.moves.map((move) => move.text);
    const end = await viewOf(game.game, game.start, texts, game.marks).catch(() => null);
    if (game.id !== this.game?.id) return;
    this.canGoOn = end !== null && end.turn !== null;
    this.redraw();
  }

  /** What an earlier review said. @param {number} id */
  async #recallReview(id) {
    try {
      const verdicts = await keeper().review(id);
      if (id !== this.game?.id || this.reviewing) return;
      this.verdicts = new Map(verdicts.map((verdict, index) => [index + 1, verdict]));
      this.redraw();
    } catch (error) {
      complain(error);
    }
  }

  // What people do

  /** @param {LiveRequest} request @returns {boolean} whether it could be sent */
  send(request) {
    const isSent = this.#open?.send(request) ?? false;
    if (!isSent) complain("there is no connection just now; please try again in a moment");
    return isSent;
  }

  /** @param {string} move */
  move(move) {
    if (!this.game || !this.#open?.isOpen) return;
    this.isWaiting = true;
    this.#open.move(move, this.game.moves.length);
    this.redraw();
  }

  askHint() {
    if (this.send({ do: "hint" })) this.hint = "asked";
    this.redraw();
  }

  /** How many moves a review that is under way has judged; null if there is none. */
  get reviewed() {
    return this.reviewing ? this.verdicts.size : null;
  }

  /** What it has found so far stands. */
  endReview() {
    if (this.send({ do: "review", on: false })) this.reviewing = false;
    this.redraw();
  }

  review() {
    this.reviewing = this.send({ do: "review" });
    if (this.reviewing) this.verdicts = new Map();
    this.redraw();
  }

  pause() {
    const on = !this.isPaused;
    if (!this.send({ do: "pause", on })) return;
    this.isPaused = on;
    this.isThinking &&= !on;
    this.redraw();
  }
}

/** For the style sheet. @param {boolean} isOpen */
function markConnection(isOpen) {
  document.documentElement.dataset.connection = isOpen ? "open" : "lost";
}
