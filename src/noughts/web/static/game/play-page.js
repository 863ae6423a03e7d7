/** <play-page>: a game under way or finished: what people see of it and do. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import "./chart.js";
import "./move-list.js";
import "./move-steps.js";
import "./review-summary.js";
import "./players.js";
import { Analysing } from "./analysing.js";
import { BoardKeys } from "./board-keys.js";
import { beginLike } from "../new-game/choices.js";
import { analysisLink } from "../analysis/place.js";
import { canUndo, lastOwnPly } from "./controls.js";
import { ask, copyLink } from "../frame/dialogs.js";
import "../friends/table-controls.js";
import "../friends/waiting-panel.js";
import { elsewhere } from "../pages/elsewhere.js";
import { SecondLook } from "./second-look.js";
import { FollowedGame } from "./followed-game.js";
import { complain, notify } from "../frame/notices.js";
import { playOn } from "./play-on.js";
import { gameLink, go } from "../frame/router.js";
import { settings } from "../frame/settings.js";
import { Sight } from "./sight.js";
import { personOf, statusLine, tabTitle } from "./status-line.js";
import { capital } from "../words/wording.js";

/** @typedef {import("../types").Game} Game */

export class PlayPage extends LitElement {
  static properties = { gameId: { attribute: false } };
  /** The game that was shown last, and the rematch that followed it. @type {{of: number, next: number | null} | null} */
  #next = null;

  constructor() {
    super();
    this.gameId = ""; // as the link has it
    this.sight = new Sight(this, { line: () => this.followed.line, seen: () => this.analysing.begin() });
    this.analysing = new Analysing(this, this.sight, (lines) =>
      this.followed.analyse(this.sight.shownPly, this.followed.mayAdvise ? lines : 0),
    );
    this.followed = new FollowedGame(this, {
      begun: () => this.sight.forget(),
      moved: (isShorter) => this.sight.follow(isShorter),
      analysed: (ply, analysis) => ply === this.sight.shownPly && this.analysing.take(analysis),
    });
    this.secondLook = new SecondLook(this, this.sight);
    this.keys = new BoardKeys(
      this,
      (key) => this.sight.onKey(key),
      (key) => this.followed.mayAdvise && this.analysing.onKey(key),
      (key) => this.#onKey(key),
    );
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("gameId")) this.followed.open(this.gameId);
  }

  // What people do

  /** @param {"undo" | "redo"} what */
  #step(what) {
    this.sight.ply = null;
    this.followed.send({ do: what });
  }

  #askHint() {
    if (this.sight.ply !== null) this.sight.goTo(Infinity);
    this.followed.askHint();
  }

  async #resign() {
    if (await ask("Resign this game?", "Resign")) this.followed.send({ do: "resign" });
  }

  /** @param {(game: Game) => Promise<{id: number} | null>} begin */
  async #beginAnother(begin) {
    const { game } = this.followed;
    if (!game) return;
    try {
      const another = await begin(game);
      if (another) go(gameLink(another.id));
    } catch (error) {
      complain(error);
    }
  }

  /** A new game from the position that is shown, against anybody. */
  #playOn() {
    return this.#beginAnother(async (game) => {
      const moves = this.sight.shownMoves;
      const opponents = game.seats.map((seat) => seat.choice).filter((choice) => choice?.kind === "level");
      const level = opponents[0]?.level ?? settings().level;
      const place = { game: game.game, start: game.start, moves, marks: game.marks };
      return playOn(place, level, personOf(game) ?? this.sight.view?.turn ?? 0);
    });
  }

  /** A finished game is kept as it was: moves are taken back on the analysis board. */
  #undo() {
    const { game } = this.followed;
    if (game?.turn !== null) return this.#step("undo");
    go(this.#boardLink(game, this.followed.canGoOn ? game.moves.length : lastOwnPly(game)));
  }

  /** The analysis board with this game as its main line. @param {Game} game @param {number} ply that is looked at there */
  #boardLink(game, ply) {
    const moves = game.moves.map(({ text }) => text);
    const back = game.table && game.you === null ? undefined : `game/${game.id}`;
    return analysisLink(game.game, game.start, moves, game.marks, ply, back);
  }

  /** @param {string} action of the controls */
  #do(action) {
    /** @type {Record<string, () => unknown>} */
    const actions = {
      play: () => this.#beginAnother(beginLike),
      review: () => this.followed.review(),
      "end-review": () => this.followed.endReview(),
      undo: () => this.#undo(),
      redo: () => this.#step("redo"),
      pause: () => this.followed.pause(),
      hint: () => this.#askHint(),
      resign: () => this.#resign(),
      analyse: () => this.analysing.toggle(),
      "copy-link": () => this.sight.copyLink(),
      "copy-watch": () => this.#copyWatch(),
      abort: () => this.#abort(),
    };
    actions[action]?.();
  }

  /** @param {string} key */
  #onKey(key) {
    const { game } = this.followed;
    if (!game) return false;
    if (key === "m" || key === "t") return this.#onReviewKey(key);
    if (game.table) return false;
    if (key === "u" && canUndo(game)) this.#undo();
    else if (key === "r" && game.redo) this.#step("redo");
    else if (key === "h" && game.to_move === "human") this.#askHint();
    else return false;
    return true;
  }

  /** To the next mistake, or to try again. @param {"m" | "t"} key */
  #onReviewKey(key) {
    const ply = this.secondLook.now?.ply ?? this.sight.shownPly;
    const summary = /** @type {import("./review-summary.js").ReviewSummary | null} */ (this.querySelector("review-summary"));
    const wanted = key === "m" ? summary?.nextMistake() : ply;
    if (wanted == null || !this.followed.verdicts.get(wanted)?.mark) return false;
    key === "m" ? this.sight.goTo(wanted) : this.#tryAgain(wanted);
    return true;
  }

  /** @param {number} ply */
  #tryAgain(ply) {
    const verdict = this.followed.verdicts.get(ply);
    if (verdict?.scale == null) return;
    this.secondLook.try(ply, verdict);
    /** @type {SVGElement | null} */ (this.querySelector(".cell[tabindex='0']"))?.focus();
  }

  /** @param {CustomEvent<{ply: number, count?: number}>} event */
  #onBetter({ detail: { ply, count } }) {
    const verdict = this.followed.verdicts.get(ply);
    if (verdict) this.secondLook.show(ply, verdict, count);
  }

  // What there is to see

  updated() {
    const { game } = this.followed;
    this.#followRematch(game);
    if (game && this.isConnected) document.title = `${tabTitle(game)} · ${game.title} · Noughts`;
  }

  /** Friends who agree on a rematch are taken there, and those who watch them. @param {Game | null} game */
  #followRematch(game) {
    const next = game?.table?.next ?? null;
    const isNew = next !== null && this.#next?.of === game?.id && this.#next?.next === null;
    this.#next = game && { of: game.id, next };
    if (isNew) location.replace(game?.you === null ? `#/watch/${game.table?.next_watch}` : gameLink(next));
  }

  render() {
    const { game, hint, isOnline, isWaiting, missing } = this.followed;
    const { sight } = this;
    if (missing) {
      return html`<div class="page"><h1>No such game</h1><p>${capital(missing)}</p><p><a href="#/">Begin a new one</a></p>${elsewhere()}</div>`;
    }
    const { isTrying } = this.secondLook;
    const isMine = this.followed.isMine && sight.ply === null && !isWaiting && isOnline;
    const isCompact = sight.shape === "wide" && game !== null && game.result !== "*";
    return html`<div class="game ${sight.shape} ${isCompact ? "compact" : ""} ${game?.seconds_left ? "with-clock" : ""}" data-over=${game?.result !== "*" ? "true" : "false"}>
      <h1 class="visually-hidden">${game?.title ?? "Game"}</h1>
      ${statusLine(this.followed, sight)}
      <div class="game-board">
        <noughts-board
          .view=${sight.view}
          .isActive=${isMine || isTrying}
          .isCompact=${isCompact}
          .lines=${this.followed.mayAdvise && !isTrying ? this.analysing.lines : []}
          .ghosts=${sight.ghosts}
          .hint=${hint && hint !== "asked" && hint.ply === sight.shownPly ? hint.move : null}
          @move=${(/** @type {CustomEvent<string>} */ event) =>
            this.secondLook.isTrying ? this.secondLook.judge(event.detail) : this.followed.move(event.detail)}
        ></noughts-board>
      </div>
      ${game ? this.#beside(game) : nothing}
    </div>`;
  }

  /** @param {Game} game */
  #beside(game) {
    const { followed, sight } = this;
    const isWaiting = game.table !== null && game.table.free !== null;
    return html`<game-players
        .game=${game}
        .counters=${sight.view?.counters ?? []}
        .countedAt=${followed.countedAt}
        .isRunning=${!followed.isPaused && followed.isOnline}
      ></game-players>
      ${isWaiting && game.you !== null ? html`<waiting-panel .gameId=${game.id}></waiting-panel>` : nothing}
      ${game.table ? this.#tableControls(game) : this.#controls(game)} ${isWaiting ? nothing : this.#line(game)}`;
  }

  /** The moves, and how to step through them. @param {Game} game */
  #line(game) {
    const { followed, sight } = this;
    return html`
      <move-steps
        .ply=${sight.shownPly}
        .count=${game.moves.length}
        .canPlayOn=${followed.mayAdvise && sight.view !== null && (sight.view.turn !== null || followed.canGoOn)}
        @go=${this.#onGo}
        @play-on=${this.#playOn}
      ></move-steps>
      ${
        followed.mayAdvise
          ? this.analysing.panel(game.marks, "The game is over: step back to look at an earlier position.")
          : nothing
      } ${this.#moves(game)}`;
  }

  /** @param {Game} game */
  #controls(game) {
    const { followed } = this;
    return html`<game-controls
      .game=${game}
      .isPaused=${followed.isPaused}
      .isAdvised=${followed.hint === "asked"}
      .reviewed=${followed.reviewed}
      .isAnalysing=${this.analysing.isOn}
      @do=${(/** @type {CustomEvent<string>} */ event) => this.#do(event.detail)}
    ></game-controls>`;
  }

  /** @param {Game} game */
  #tableControls(game) {
    const { followed } = this;
    return html`<table-controls
      .game=${game}
      .said=${followed.said}
      .toldAt=${followed.countedAt}
      .reviewed=${followed.reviewed}
      .isAnalysing=${this.analysing.isOn}
      @do=${(/** @type {CustomEvent<string | import("../types").LiveRequest>} */ event) =>
        typeof event.detail === "string" ? this.#do(event.detail) : followed.send(event.detail)}
    ></table-controls>`;
  }

  /** The link for watching, which is not the seat's. */
  async #copyWatch() {
    const { game } = this.followed;
    const link = game?.table && new URL(`#/watch/${game.table.watch}`, location.href).href;
    if (link && (await copyLink(link, "A link for watching"))) notify("Link copied: whoever opens it watches this game");
  }

  async #abort() {
    if (await ask("End this game? It is kept nowhere.", "End it")) this.followed.send({ do: "abort" });
  }

  /** @param {CustomEvent<number>} event */
  #onGo(event) {
    this.secondLook.end();
    this.sight.goTo(event.detail);
  }

  /** @param {Game} game */
  #moves(game) {
    const count = game.moves.length;
    const { verdicts } = this.followed;
    const ply = this.sight.shownPly;
    return html`<section class="panel moves-part" aria-label="Moves">
      <move-list .moves=${game.moves} .marks=${game.marks} .ply=${ply} .verdicts=${verdicts} @go=${this.#onGo}></move-list>
      <score-chart .points=${this.#points(game)} .count=${count} .ply=${ply} .marks=${game.marks} @go=${this.#onGo}></score-chart>
      <review-summary
        .verdicts=${verdicts}
        .marks=${game.marks}
        .ply=${ply}
        .isWhole=${count > 0 && verdicts.size === count}
        .winner=${winnerOf(game)}
        .look=${this.secondLook.now}
        @go=${this.#onGo}
        @better=${this.#onBetter}
        @try=${(/** @type {CustomEvent<number>} */ event) => this.#tryAgain(event.detail)}
      ></review-summary>
      ${this.followed.mayAdvise ? html`<p class="to-board"><a data-action="board" href=${this.#boardLink(game, ply)}>Analysis board</a></p>` : nothing}
    </section>`;
  }

  /**
   * The score after each move, for the first player, by the strong engine: a review's, or what an analysis that was asked for
   * has found. What an opponent thinks of its own chances is nobody's business during a game, and a level's is wrong on purpose.
   * @param {Game} game
   */
  #points(game) {
    const texts = game.moves.map((move) => move.text);
    return game.moves.flatMap((move, index) => {
      const verdict = this.followed.verdicts.get(index + 1);
      if (verdict) return [{ ply: index + 1, value: move.mover ? -verdict.value : verdict.value, mark: verdict.mark }];
      const value = this.analysing.valueAfter(texts.slice(0, index + 1));
      return value === undefined ? [] : [{ ply: index + 1, value, mark: "" }];
    });
  }
}

/** @param {Game} game @returns {0 | 1 | null} */
function winnerOf({ result }) {
  return result === "1-0" ? 0 : result === "0-1" ? 1 : null;
}

customElements.define("play-page", PlayPage);
