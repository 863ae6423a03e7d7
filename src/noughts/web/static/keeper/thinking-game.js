/**
 * A game that a server keeps and this page thinks about: the engine's moves, hints, analyses and reviews are found here, and
 * one's own mark stands at the click. Where the page cannot, or the game has no engine for pages, the server does it all.
 */

import { marked } from "../game/game-line.js";
import { Adviser } from "./adviser.js";
import { LiveGame } from "./live.js";
import { Study } from "./study.js";
import { analysisOf } from "./thoughts.js";

/** @typedef {import("./keeper").OpenGame} OpenGame */
/** @typedef {import("./runtime").Line} Line */
/** @typedef {import("./runtime").Rules} Rules */
/** @typedef {import("./runtime").Thinker} Thinker */
/** @typedef {import("../types").Game} Game */
/** @typedef {import("../types").PageEngine} PageEngine */
/** @typedef {import("../types").LiveRequest} LiveRequest */

/** Games by the addresses of their descriptions. @type {Map<string, Promise<Rules>>} */
const loaded = new Map();

/** @param {string} address @returns {Promise<Rules>} */
async function load(address) {
  const { Rules } = await import("../engine/rules.js");
  return Rules.load(address);
}

/** @param {string} address */
function rulesAt(address) {
  const found = loaded.get(address) ?? load(address);
  loaded.set(address, found);
  found.catch(() => loaded.delete(address));
  return found;
}

/** @param {string} address */
function engineAt(address) {
  return Promise.all([rulesAt(address), import("../engine/thinker.js"), import("../engine/rules.js")]);
}

/** Whether this browser has all that it takes. */
export function canThink() {
  return typeof WebAssembly === "object" && typeof Worker === "function" && typeof DecompressionStream === "function";
}

/** @type {{ key: string, adviser: Adviser } | null} */
let analyst = null;

/**
 * What the engine in the page thinks of a position, told as it goes on.
 * @param {PageEngine} engine
 * @param {import("../types").AnalyseRequest} asked
 * @param {(analysis: import("../types").Analysis) => void} told
 * @param {AbortSignal} signal
 */
export async function analyseHere(engine, { moves = [], lines = 1, time }, told, signal) {
  const [rules, { Thinker }, { bytesOf }] = await engineAt(engine.description);
  const state = engine.start === null ? undefined : bytesOf(engine.start);
  const line = rules.line(moves, state);
  if (line.isOver || signal.aborted) return;
  const key = `${engine.description} ${engine.start}`;
  if (analyst?.key !== key) {
    analyst?.adviser.end();
    analyst = { key, adviser: new Adviser(() => /** @type {Thinker} */ (new Thinker(rules.parts, state))) };
  }
  const { adviser } = analyst;
  const { turn } = line;
  signal.addEventListener("abort", () => adviser.analyse(null));
  await adviser.analyse({ moves: line.moves, lines, time }, (thought) => told(analysisOf(thought, turn)));
}

/** @implements {OpenGame} */
export class ThinkingGame {
  #live;
  #hearer;
  /** As the server sent it last. @type {Game | null} */
  #game = null;
  /** As it is shown: a move of one's own stands before the server has heard of it. @type {Game | null} */
  #shown = null;
  /** The rules, and the state that the game began with, once they are loaded. @type {{ rules: Rules, state?: Uint8Array } | null} */
  #here = null;
  #isLoading = false;
  /** @type {Thinker | null} */
  #player = null;
  /** What is thought about. @type {{ question: number, ply: number, isHurried: boolean } | null} */
  #thinking = null;
  /** @type {Study | null} */
  #study = null;
  #isClosed = false;

  /** @param {number | string} id @param {import("./keeper").Hearer} hearer @param {(verdicts: import("../types").Verdict[]) => void} reviewed */
  constructor(id, hearer, reviewed) {
    this.#hearer = hearer;
    this.reviewed = reviewed;
    this.#live = new LiveGame(id, (message) => this.#hear(message), hearer.connection, hearer.gone, true);
  }

  get isOpen() {
    return this.#live.isOpen;
  }

  /** @param {import("./keeper").LiveMessage} message */
  #hear(message) {
    if (message.type === "think") {
      this.#think(message);
      return;
    }
    if (message.type === "hurry") {
      if (this.#thinking?.question !== message.question) return;
      this.#thinking.isHurried = true;
      this.#player?.stop();
      return;
    }
    if (message.type === "game") {
      this.#game = this.#shown = message.game;
      if (this.#thinking !== null && this.#thinking.ply !== message.game.moves.length) this.#stop();
      if (message.game.engine && !this.#here && !this.#isLoading) this.#load(message.game.engine);
    }
    // A move that stood at once, and is refused, is taken back.
    if (message.type === "error" && message.do === "move" && this.#game) this.#show(this.#game);
    this.#hearer.message(message);
  }

  /** @param {PageEngine} engine */
  async #load(engine) {
    this.#isLoading = true;
    try {
      const [rules, { Thinker }, { bytesOf }] = await engineAt(engine.description);
      if (this.#isClosed) return;
      const state = engine.start === null ? undefined : bytesOf(engine.start);
      this.newThinker = () => /** @type {Thinker} */ (new Thinker(rules.parts, state));
      this.#study = new Study(this.newThinker, (message) => this.#hearer.message(message));
      this.#here = { rules, state };
    } catch {
      this.#live.send({ do: "think", on: false }); // the server does
    } finally {
      this.#isLoading = false;
    }
  }

  /** @param {Game} game */
  #show(game) {
    this.#shown = game;
    this.#hearer.message({ type: "game", game });
  }

  /** A game as a line here; null while there are no rules. @param {Game | null} game @returns {Line | null} */
  #line(game) {
    if (!this.#here || !game) return null;
    return this.#here.rules.line(
      game.moves.map(({ text }) => text),
      this.#here.state,
    );
  }

  /** @param {import("../types").ThinkMessage} asked */
  async #think({ question, ply, level, time }) {
    this.#stop();
    const thinking = { question, ply, isHurried: false };
    this.#thinking = thinking;
    const isWanted = () => this.#thinking === thinking && !this.#isClosed;
    try {
      while (this.#isLoading) await new Promise((resolve) => setTimeout(resolve, 10));
      const line = this.#line(this.#game);
      if (!line || !this.newThinker || line.moves.length !== ply) throw new Error("there is nothing to think with");
      this.#player ??= this.newThinker();
      const finding = this.#player.move({ moves: line.moves, level, ...(time === null ? {} : { time }) });
      if (thinking.isHurried) this.#player.stop(); // while its parts were loaded
      const found = await finding;
      const [best] = found.lines;
      if (!isWanted()) return;
      this.#thinking = null;
      const { depth, seconds } = found;
      this.#live.send({ do: "answer", question, move: best.moves[0], value: best.value, depth, seconds });
    } catch {
      if (!isWanted()) return;
      this.#thinking = null;
      this.#live.send({ do: "think", on: false });
    }
  }

  #stop() {
    if (this.#thinking === null) return;
    this.#thinking = null;
    this.#player?.end();
    this.#player = null;
  }

  /** @param {LiveRequest} request */
  send(request) {
    const line = this.#study && this.#line(this.#shown);
    const study = this.#study;
    if (!study || !line || !["hint", "analyse", "review"].includes(request.do)) return this.#live.send(request);
    this.#advise(study, line, request).catch((/** @type {Error} */ error) => {
      this.#hearer.message({ type: "error", error: error.message, do: request.do });
    });
    return true;
  }

  /** @param {Study} study @param {Line} line @param {LiveRequest} request */
  async #advise(study, line, request) {
    if (request.do === "hint") return study.hint(line);
    if (request.do === "analyse") {
      const isOn = request.on ?? true;
      return study.analyse(line, isOn ? Math.min(request.ply ?? Infinity, line.moves.length) : null, request.lines ?? 1);
    }
    if (!this.#here) return;
    if (request.on === false) {
      study.endReview();
      return study.reviewed();
    }
    const isOver = this.#game?.result !== "*";
    const verdicts = await study.review(line, this.#here.rules.game.judgement);
    if (this.#isClosed || !verdicts) return;
    if (isOver) this.reviewed(verdicts);
    study.reviewed();
  }

  /** A person's move stands at once; what the server says of it counts. @param {string} move @param {number} ply */
  move(move, ply) {
    this.#live.move(move, ply);
    const game = this.#game;
    const line = this.#line(game);
    if (!line || !game || game.moves.length !== ply || game.to_move !== "human" || !line.play(move) || line.isOver) return;
    const { turn } = line;
    const moves = [...game.moves, { text: move, mover: /** @type {0 | 1} */ (game.turn), seconds: null, value: null, depth: null }];
    const view = { ...marked(line.view(), game.marks), title: game.view.title };
    const to_move = game.seats[turn].kind;
    this.#show({ ...game, moves, view, turn, to_move, redo: 0 });
  }

  close() {
    this.#isClosed = true;
    this.#thinking = null;
    this.#player?.end();
    this.#study?.end();
    this.#live.close();
  }
}
