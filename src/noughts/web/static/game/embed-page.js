/**
 * <embed-page>: a board and how the game stands, to be shown inside another page. The game is not kept. What happens is told to
 * the page around it, as messages: `{noughts: "game", game, moves, turn, result}` and `{noughts: "height", height}`.
 */

import { LitElement, html, nothing } from "../vendor/lit.js";
import "../board/board.js";
import { Resizing } from "../board/resizing.js";
import { FollowedGame } from "./followed-game.js";
import { canUndo } from "./controls.js";
import { keeper } from "../keeper/chosen.js";
import { complain } from "../frame/notices.js";
import { atLevel, seatsAgainst } from "./play-on.js";
import { marksOf } from "../frame/router.js";
import { Sight } from "./sight.js";
import { statusLine } from "./status-line.js";
import { capital } from "../words/wording.js";

/** @typedef {import("../types").SeatChoice} SeatChoice */

/** @type {SeatChoice} */
const PERSON = { kind: "human" };

export class EmbedPage extends LitElement {
  static properties = { game: { attribute: false }, parameters: { attribute: false } };

  constructor() {
    super();
    this.game = "";
    this.parameters = new URLSearchParams();
    this.sight = new Sight(this, { line: () => this.followed.line, seen: () => this.#tell() });
    this.followed = new FollowedGame(this, { begun: () => this.sight.forget(), moved: (isShorter) => this.sight.follow(isShorter) });
    new Resizing(this, () => tell({ noughts: "height", height: this.scrollHeight }));
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") || changed.has("parameters")) this.#begin();
  }

  async #begin() {
    const { game, parameters } = this;
    const moves = (parameters.get("moves") ?? "").split(",").filter(Boolean);
    try {
      const { view } = await keeper().view({ game, moves });
      const [first, second] = this.#seats(view.turn ?? 0);
      const { id } = await keeper().begin({ game, moves, first, second, first_mark: marksOf(parameters)[0] }, false);
      if (game === this.game && parameters === this.parameters) this.followed.open(`${id}`);
    } catch (error) {
      complain(error);
    }
  }

  /** Without a level whoever is there plays both sides; else the side that is to move, unless another is named. @param {0 | 1} turn */
  #seats(turn) {
    const level = this.parameters.get("level");
    const side = { first: /** @type {0} */ (0), second: /** @type {1} */ (1) }[this.parameters.get("side") ?? ""] ?? turn;
    return level ? seatsAgainst(atLevel(level), side) : [PERSON, PERSON];
  }

  #tell() {
    const { game } = this.followed;
    if (!game) return;
    tell({ noughts: "game", game: game.game, moves: game.moves.map(({ text }) => text), turn: game.turn, result: game.result });
  }

  render() {
    const { followed, sight } = this;
    const { game, isWaiting, missing } = followed;
    const can = (this.parameters.get("can") ?? "").split(/[ ,+]+/);
    if (missing) return html`<p>${capital(missing)}</p>`;
    return html`<div class="embedded">
      <h1 class="visually-hidden">${game?.title ?? "Board"}</h1>
      ${statusLine(followed, sight)}
      <noughts-board
        .view=${sight.view}
        .isActive=${game?.to_move === "human" && !isWaiting}
        @move=${(/** @type {CustomEvent<string>} */ event) => followed.move(event.detail)}
      ></noughts-board>
      ${can.includes("undo") || can.includes("new") ? html`<div class="row">${this.#undo(can)} ${this.#new(can)}</div>` : nothing}
    </div>`;
  }

  /** @param {string[]} can */
  #undo(can) {
    const { game } = this.followed;
    const isPossible = game !== null && game.turn !== null && canUndo(game);
    const undo = () => this.followed.send({ do: "undo" });
    return can.includes("undo")
      ? html`<button class="small" data-action="undo" ?disabled=${!isPossible} @click=${undo}>Undo</button>`
      : nothing;
  }

  /** @param {string[]} can */
  #new(can) {
    return can.includes("new")
      ? html`<button class="small" data-action="new" @click=${() => this.#begin()}>New game</button>`
      : nothing;
  }
}

/** To the page around this one, if there is any. @param {Record<string, unknown>} message */
function tell(message) {
  if (parent !== window) parent.postMessage(message, "*"); // it holds nothing that is anybody's own
}

customElements.define("embed-page", EmbedPage);
