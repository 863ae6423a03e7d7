/**
 * A page that follows a game over its WebSocket: what has come from the server, and what it means for the page. Whoever
 * derives from it draws that, and says what people ask for by `send`.
 */

import { fetchView, request } from "../keeper/api.js";
import { BoardPage } from "./board-page.js";
import { viewOf } from "./game-line.js";
import { LiveGame } from "../keeper/live.js";
import { complain } from "../frame/notices.js";
import { reloadIfRenewed } from "../keeper/renewal.js";
import { gameLink } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { tick } from "../frame/sound.js";

/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../keeper/live.js").LiveMessage} LiveMessage */

const RETRY = 700; // ms after which an analysis is asked for again that could not be had
const QUICK_RETRIES = 8;
const LATER_RETRY = 5000; // ms, after those: other tabs may think for long

export class LivePage extends BoardPage {
  static properties = {
    ...BoardPage.properties,
    gameId: { attribute: false },
    game: { state: true },
    isOnline: { state: true },
    isThinking: { state: true },
    isPaused: { state: true },
    isWaiting: { state: true },
    preparing: { state: true },
    analysis: { state: true },
    thought: { state: true },
    hint: { state: true },
    verdicts: { state: true },
    reviewing: { state: true },
    missing: { state: true },
    canGoOn: { state: true },
  };

  constructor() {
    super();
    this.gameId = ""; // as the link has it
    /** @type {LiveGame | null} */
    this.live = null;
    this.wasAnalysing = false;
    this.countedAt = 0;
    /** Whether the last position of a finished game is no end by the rules: somebody resigned. */
    this.canGoOn = false;
    this.retries = 0;
    this.retryTimer = 0;
    /** @type {Game | null} */
    this.game = null;
    /** By ply. @type {Map<number, import("../types").Verdict>} */
    this.verdicts = new Map();
    this.#forget();
  }

  #forget() {
    this.game = null;
    this.isOnline = true;
    this.isThinking = false;
    this.isPaused = false;
    /** A move was sent and is not answered yet. */
    this.isWaiting = false;
    /** @type {import("../types").Preparation | null} */
    this.preparing = null;
    /** Of the position that is looked at. @type {Analysis | null} */
    this.analysis = null;
    /** Of the engine that is to move. @type {Analysis | null} */
    this.thought = null;
    /** @type {{move: string, ply: number} | "asked" | null} */
    this.hint = null;
    this.verdicts = new Map();
    this.reviewing = false;
    /** @type {string | null} */
    this.missing = null;
    this.canGoOn = false;
    this.retries = 0;
    clearTimeout(this.retryTimer);
    this.countedAt = performance.now();
    this.ply = null;
    this.view = null;
    this.ghosts = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.retryTimer);
    this.live?.close();
    this.#markConnection(true);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("gameId")) this.#openGame();
  }

  async #openGame() {
    const id = this.gameId;
    this.live?.close();
    this.#forget();
    if (!/^[1-9]\d{0,8}$/.test(id)) {
      this.missing = `there is no game ${id}`;
      return;
    }
    try {
      await request("GET", `/api/games/${id}`);
    } catch (error) {
      const status = /** @type {import("../keeper/api.js").ApiError} */ (error).status;
      if (status >= 400 && status < 500) {
        this.missing = /** @type {Error} */ (error).message;
        return;
      }
      this.#onConnection(false); // nobody answers just now: the WebSocket goes on trying
    }
    if (id !== this.gameId || !this.isConnected) return;
    this.live = new LiveGame(
      Number(id),
      (message) => this.#onMessage(message),
      (isOpen) => this.#onConnection(isOpen),
      (why) => (this.missing = why),
    );
  }

  line() {
    const game = this.game;
    return game && { game: game.game, start: game.start, moves: game.moves, marks: game.marks, present: game.view };
  }

  lookedAt() {
    this.retries = 0;
    this.analysis = null;
    this.#askAnalysis();
  }

  #askAnalysis() {
    clearTimeout(this.retryTimer);
    const ply = this.shownPly;
    const lines = this.wantedLines;
    const isOn = this.isAnalysing && this.view?.turn !== null;
    if (isOn || this.wasAnalysing)
      this.live?.send(isOn ? { do: "analyse", on: true, ply, lines } : { do: "analyse", on: false });
    this.wasAnalysing = isOn;
  }

  /** @param {boolean} isOpen */
  #onConnection(isOpen) {
    if (isOpen && !this.isOnline) reloadIfRenewed();
    this.isOnline = isOpen;
    this.isWaiting &&= isOpen;
    this.wasAnalysing = false;
    this.reviewing &&= isOpen; // the server has given it up
    if (isOpen && this.isPaused) this.live?.send({ do: "pause", on: true }); // it may have forgotten
    this.#markConnection(isOpen);
  }

  /** @param {boolean} isOpen */
  #markConnection(isOpen) {
    document.documentElement.dataset.connection = isOpen ? "open" : "lost";
  }

  /** @param {LiveMessage} message */
  #onMessage(message) {
    switch (message.type) {
      case "game":
        this.#take(/** @type {Game} */ (message.game));
        break;
      case "thinking":
        this.isThinking = true;
        this.thought = message.analysis ?? this.thought;
        break;
      case "preparing":
        this.preparing = message.what
          ? { share: message.share ?? 0, seconds: message.seconds ?? null, at: performance.now() }
          : null;
        break;
      case "analysis":
        if (message.ply === this.shownPly) this.analysis = message.analysis ?? null;
        break;
      case "hint":
        this.hint = { move: message.analysis?.lines[0]?.move ?? "", ply: message.ply ?? -1 };
        break;
      case "review":
        if (message.verdict) this.verdicts = new Map(this.verdicts).set(message.ply ?? 0, message.verdict);
        if (message.done) this.reviewing = false;
        break;
      case "error":
        this.isWaiting = false;
        if (message.do === "hint") this.hint = null;
        if (message.do === "review") this.reviewing = false;
        if (message.do !== "analyse" || !this.#retryAnalysis()) complain(message.error ?? "something went wrong");
        break;
    }
  }

  /** Ask again for an analysis that other searches left no room for. @returns {boolean} whether it is worth no word yet */
  #retryAnalysis() {
    this.retries += 1;
    this.retryTimer = setTimeout(() => this.#askAnalysis(), this.retries <= QUICK_RETRIES ? RETRY : LATER_RETRY);
    return this.retries !== QUICK_RETRIES;
  }

  /** @param {Game} game */
  #take(game) {
    const before = this.game;
    const isMove = before && game.moves.length > before.moves.length;
    const isChanged = !before || game.moves.length !== before.moves.length || game.turn !== before.turn || !this.view;
    if (isMove && settings().sound) tick(game.seats[game.moves[game.moves.length - 1].mover].kind === "engine");
    if (game.note && game.note !== before?.note) complain(game.note);
    if (before && game.id !== before.id) history.replaceState(null, "", gameLink(game.id)); // it was played on elsewhere
    this.game = game;
    this.countedAt = performance.now();
    this.isPaused = game.paused;
    this.isWaiting = false;
    this.isThinking = false;
    this.preparing = null;
    if (!before && game.result !== "*") this.#recallReview(game.id);
    if (game.result !== "*" && before?.result !== game.result) this.#findEnd(game);
    if (!before) this.ownStart = fetchView({ game: game.game }).then(({ position }) => position);
    if (!isChanged && this.wasAnalysing) return;
    this.thought = null;
    this.hint = null;
    // Whoever plays on wants to see it; whoever looks back while others play wants to stay there.
    if (before && before.moves.length > game.moves.length) this.ply = null;
    if (this.ply === null) this.ghosts = [];
    this.look();
  }

  /** @param {Game} game a finished one */
  async #findEnd(game) {
    const texts = game.moves.map((move) => move.text);
    const end = await viewOf(game.game, game.start, texts, game.marks).catch(() => null);
    if (game.id === this.game?.id) this.canGoOn = end !== null && end.turn !== null;
  }

  /** What an earlier review said. @param {number} id */
  async #recallReview(id) {
    try {
      /** @type {import("../types").Verdict[]} */
      const verdicts = await request("GET", `/api/games/${id}/review`);
      if (id !== this.game?.id || this.reviewing) return;
      this.verdicts = new Map(verdicts.map((verdict, index) => [index + 1, verdict]));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Record<string, unknown>} message @returns {boolean} whether it could be sent */
  send(message) {
    const isSent = this.live?.send(message) ?? false;
    if (!isSent) complain("there is no connection just now; please try again in a moment");
    return isSent;
  }
}
