/** <play-page>: a game under way or finished, live. */

import { html, nothing } from "./vendor/lit.js";
import "./analysis.js";
import "./board.js";
import "./chart.js";
import "./move-list.js";
import { fetchCatalogue, fetchView, request } from "./api.js";
import { BoardPage } from "./board-page.js";
import { beginLike } from "./choices.js";
import { ask } from "./dialogs.js";
import { LiveGame } from "./live.js";
import { complain } from "./notices.js";
import { gameLink, go } from "./router.js";
import { settings } from "./settings.js";
import { tick } from "./sound.js";
import { capital, clock } from "./wording.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Analysis} Analysis */
/** @typedef {import("./types").LiveMessage} LiveMessage */

export class PlayPage extends BoardPage {
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
    now: { state: true },
  };

  constructor() {
    super();
    this.gameId = 0;
    /** @type {LiveGame | null} */
    this.live = null;
    this.wasAnalysing = false;
    this.timer = 0;
    this.mostLines = 1;
    this.now = 0; // moves on every second, for the clocks
    this.turnBegan = 0;
    this.#forget();
  }

  #forget() {
    /** @type {Game | null} */
    this.game = null;
    this.isOnline = true;
    this.isThinking = false;
    this.isPaused = false;
    /** A move was sent and is not answered yet. */
    this.isWaiting = false;
    /** @type {string | null} */
    this.preparing = null;
    /** Of the position that is looked at. @type {Analysis | null} */
    this.analysis = null;
    /** Of the engine that is to move. @type {Analysis | null} */
    this.thought = null;
    /** @type {{move: string, ply: number} | "asked" | null} */
    this.hint = null;
    /** By ply. @type {Map<number, import("./types").Verdict>} */
    this.verdicts = new Map();
    this.reviewing = false;
    /** @type {string | null} */
    this.missing = null;
    this.turnBegan = performance.now();
    this.ply = null;
    this.view = null;
    this.ghosts = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => (this.now = performance.now()), 1000);
    fetchCatalogue().then(
      ({ bounds }) => (this.mostLines = bounds.lines),
      () => {},
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.live?.close();
    this.#markConnection(true);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("gameId") && this.gameId) this.#openGame();
  }

  async #openGame() {
    const id = this.gameId;
    this.live?.close();
    this.#forget();
    try {
      await request("GET", `/api/games/${id}`);
    } catch (error) {
      const status = /** @type {import("./api.js").ApiError} */ (error).status;
      if (status >= 400 && status < 500) {
        this.missing = /** @type {Error} */ (error).message;
        return;
      }
      this.#onConnection(false); // nobody answers just now: the WebSocket goes on trying
    }
    if (id !== this.gameId || !this.isConnected) return;
    this.live = new LiveGame(
      id,
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
    this.analysis = null;
    const ply = this.shownPly;
    const lines = Math.min(this.mostLines, Math.max(1, Object.keys(this.view?.clicks ?? {}).length));
    const isOn = this.isAnalysing && this.view?.turn !== null;
    if (isOn || this.wasAnalysing)
      this.live?.send(isOn ? { do: "analyse", on: true, ply, lines } : { do: "analyse", on: false });
    this.wasAnalysing = isOn;
  }

  /** @param {boolean} isOpen */
  #onConnection(isOpen) {
    this.isOnline = isOpen;
    this.isWaiting &&= isOpen;
    this.wasAnalysing = false;
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
        this.preparing = message.what ?? null;
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
        complain(message.error ?? "something went wrong");
        break;
    }
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
    this.isWaiting = false;
    this.isThinking = false;
    this.preparing = null;
    if (!before && game.result !== "*") this.#recallReview(game.id);
    if (!before) this.ownStart = fetchView({ game: game.game }).then(({ position }) => position);
    if (!isChanged && this.wasAnalysing) return;
    this.turnBegan = this.now = performance.now();
    this.thought = null;
    this.hint = null;
    // Whoever plays on wants to see it; whoever looks back while others play wants to stay there.
    if (before && before.moves.length > game.moves.length) this.ply = null;
    if (this.ply === null) this.ghosts = [];
    this.look();
  }

  /** What an earlier review said. @param {number} id */
  async #recallReview(id) {
    try {
      /** @type {import("./types").Verdict[]} */
      const verdicts = await request("GET", `/api/games/${id}/review`);
      if (id !== this.game?.id || this.reviewing) return;
      this.verdicts = new Map(verdicts.map((verdict, index) => [index + 1, verdict]));
    } catch (error) {
      complain(error);
    }
  }

  // What people do

  /** @param {CustomEvent<string>} event */
  #onMove(event) {
    if (!this.game || !this.live) return;
    if (!this.live.isOpen) return;
    this.isWaiting = true;
    this.live.move(event.detail, this.game.moves.length);
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (!this.live?.send(message)) complain("there is no connection just now; please try again in a moment");
  }

  #undo() {
    this.ply = null;
    this.#send({ do: "undo" });
  }

  #redo() {
    this.ply = null;
    this.#send({ do: "redo" });
  }

  #askHint() {
    if (this.ply !== null) this.goTo(Infinity);
    this.hint = "asked";
    this.#send({ do: "hint" });
  }

  async #resign() {
    if (await ask("Resign this game?", "Resign")) this.#send({ do: "resign" });
  }

  #review() {
    this.reviewing = true;
    this.verdicts = new Map();
    this.#send({ do: "review" });
  }

  #pause() {
    this.isPaused = !this.isPaused;
    this.isThinking &&= !this.isPaused;
    this.#send({ do: "pause", on: this.isPaused });
  }

  async #playAgain() {
    if (!this.game) return;
    try {
      go(gameLink((await beginLike(this.game)).id));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} key */
  onPageKey(key) {
    const game = this.game;
    if (!game) return false;
    if (key === "u" && this.#canUndo(game)) this.#undo();
    else if (key === "r" && game.redo) this.#redo();
    else if (key === "h" && game.to_move === "human") this.#askHint();
    else return false;
    return true;
  }

  // What there is to see

  render() {
    if (this.missing) {
      return html`<div class="page"><h1>No such game</h1><p>${capital(this.missing)}</p><p><a href="#/">Begin a new one</a></p></div>`;
    }
    const { game, view } = this;
    const isPresent = this.ply === null;
    const isMine = game?.to_move === "human" && isPresent && !this.isWaiting && this.isOnline;
    const hint = this.hint && this.hint !== "asked" && this.hint.ply === this.shownPly ? this.hint.move : null;
    const lines = this.isAnalysing ? (this.analysis?.lines ?? []) : [];
    return html`<div class="game" data-over=${game?.result !== "*" ? "true" : "false"}>
      <h1 class="visually-hidden">${game?.title ?? "Game"}</h1>
      ${this.#status()}
      <div class="game-board">
        <noughts-board
          .view=${view}
          .isActive=${isMine}
          .lines=${lines}
          .ghosts=${this.ghosts}
          .hint=${hint}
          @move=${this.#onMove}
        ></noughts-board>
      </div>
      ${game ? html`${this.#players(game)} ${this.#controls(game)} ${this.#analysisPart(game)} ${this.#moves(game)}` : nothing}
    </div>`;
  }

  #status() {
    const game = this.game;
    const over = game && game.result !== "*";
    let text = "opening the game…";
    if (!this.isOnline) text = "connection lost, trying again…";
    else if (this.preparing) text = "preparing the game, once on this machine…";
    else if (game && this.ply !== null) text = `looking back: after move ${this.ply} of ${game.moves.length}`;
    else if (game && this.isPaused) text = `${game.view.status} (paused)`;
    else if (game) text = game.view.status;
    const last = game?.moves[game.moves.length - 1];
    const spoken = last && this.ply === null ? `${game.marks[last.mover]} played ${last.text}. ` : "";
    const isBonus = game && !over && last && last.mover === game.turn && this.ply === null;
    const busy = this.isThinking && !this.isPaused && !over;
    return html`<div class="status-line ${over ? "over" : ""} ${this.isOnline ? "" : "lost"}">
      <p id="status" aria-live="polite"><span class="visually-hidden">${spoken}</span>${
        isBonus ? html`<strong class="bonus">Bonus move!</strong> ` : nothing
      }<span>${capital(text)}</span></p>
      <span class="busy ${busy || this.preparing ? "on" : ""}" aria-hidden="true"><i></i><i></i><i></i></span>
      ${this.ply === null ? nothing : html`<button class="small" @click=${() => this.goTo(Infinity)}>Back to the game</button>`}
    </div>`;
  }

  /** @param {Game} game */
  #players(game) {
    const shared = this.view?.counters.filter((counter) => counter.player === null) ?? [];
    return html`<section class="players" aria-label="Players">
      <p class="title"><strong>${game.title}</strong> <a href="#/rules/${encodeURIComponent(game.game)}">rules</a>
        ${shared.map((counter) => html`<span class="counter">${counter.name} <b>${counter.value}</b></span>`)}
      </p>
      ${/** @type {(0 | 1)[]} */ ([0, 1]).map((side) => this.#player(game, side))}
    </section>`;
  }

  /** @param {Game} game @param {0 | 1} side */
  #player(game, side) {
    const seat = game.seats[side];
    const people = game.seats.filter((one) => one.kind === "human").length;
    const name = seat.text !== "human" ? seat.label : people === 2 ? ["First player", "Second player"][side] : "You";
    const counters = this.view?.counters.filter((counter) => counter.player === side) ?? [];
    const winner = game.view.outcome?.winner;
    return html`<div class="player ${game.turn === side ? "to-move" : ""}">
      <span class="badge ${game.marks[side].toLowerCase()}">${game.marks[side]}</span>
      <span class="name">${name}${winner === side ? html` <span class="winner">won</span>` : nothing}</span>
      ${counters.map((counter) => html`<span class="counter">${counter.name} <b>${counter.value}</b></span>`)}
      <span class="time" aria-label="time used">${clock(this.#secondsUsed(game, side))}</span>
    </div>`;
  }

  /** @param {Game} game @param {0 | 1} side */
  #secondsUsed(game, side) {
    const moves = game.moves.filter((move) => move.mover === side);
    const used = moves.reduce((sum, move) => sum + (move.seconds ?? 0), 0);
    const isRunning = game.turn === side && !this.isPaused && this.isOnline;
    return used + (isRunning ? Math.max(0, this.now - this.turnBegan) / 1000 : 0);
  }

  /** @param {Game} game */
  #canUndo(game) {
    const isWatched = game.seats.every((seat) => seat.kind === "engine");
    return game.turn !== null && game.moves.some((move) => isWatched || game.seats[move.mover].kind === "human");
  }

  /** @param {Game} game */
  #controls(game) {
    const isOver = game.turn === null;
    const isWatched = game.seats.every((seat) => seat.kind === "engine");
    return html`<div class="controls" role="group" aria-label="Game">
      ${
        isOver
          ? html`<button class="primary" data-action="play" @click=${this.#playAgain}>Play again</button>
            <button data-action="review" ?disabled=${this.reviewing || !game.moves.length} @click=${this.#review}>
              ${this.reviewing ? "Reviewing…" : "Review"}
            </button>`
          : html`<button data-action="undo" ?disabled=${!this.#canUndo(game)} @click=${this.#undo}>Undo</button>
            <button data-action="redo" ?disabled=${!game.redo} @click=${this.#redo}>Redo</button>
            ${
              isWatched
                ? html`<button data-action="pause" aria-pressed=${this.isPaused ? "true" : "false"} @click=${this.#pause}>
                  ${this.isPaused ? "Go on" : "Pause"}
                </button>`
                : html`<button data-action="hint" ?disabled=${game.to_move !== "human" || this.hint === "asked"} @click=${this.#askHint}>
                    ${this.hint === "asked" ? "Looking…" : "Hint"}
                  </button>
                  <button data-action="resign" @click=${this.#resign}>Resign</button>`
            }`
      }
      <button data-action="analyse" aria-pressed=${this.isAnalysing ? "true" : "false"} @click=${this.toggleAnalysis}>Analysis</button>
      <button data-action="copy-link" @click=${this.copyPositionLink}>Copy link</button>
      <a class="button" data-action="new" href="#/">New game</a>
    </div>`;
  }

  /** @param {Game} game */
  #moves(game) {
    /** @param {CustomEvent<number>} event */
    const onGo = (event) => this.goTo(event.detail);
    return html`<section class="panel" aria-label="Moves">
      <move-list .moves=${game.moves} .marks=${game.marks} .ply=${this.shownPly} .verdicts=${this.verdicts} @go=${onGo}></move-list>
      <score-chart .points=${this.#points(game)} .count=${game.moves.length} .ply=${this.shownPly} .marks=${game.marks} @go=${onGo}></score-chart>
    </section>`;
  }

  /** The score after each move, for the first player: the review's, or what the engine thought when it moved. @param {Game} game */
  #points(game) {
    return game.moves.flatMap((move, index) => {
      const verdict = this.verdicts.get(index + 1);
      const value = verdict?.value ?? move.value ?? null;
      if (value === null) return [];
      return [{ ply: index + 1, value: move.mover ? -value : value, mark: verdict?.mark ?? "" }];
    });
  }

  /** @param {Game} game */
  #analysisPart(game) {
    if (!this.isAnalysing) return nothing;
    const analysis = this.analysis ?? (this.ply === null ? this.thought : null);
    const idle =
      this.view?.turn === null
        ? "The game is over: step back to look at an earlier position."
        : "Looking at the position…";
    return html`<section class="panel" aria-label="Analysis">
      <analysis-panel
        .analysis=${analysis}
        .marks=${game.marks}
        .idle=${idle}
        @line=${(/** @type {CustomEvent<string[] | null>} */ event) => this.drawLine(event.detail)}
      ></analysis-panel>
    </section>`;
  }
}

customElements.define("play-page", PlayPage);
