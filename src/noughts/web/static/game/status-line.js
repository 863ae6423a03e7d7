/** How a game stands, in words: the line above the board, and the tab's title. */

import { html, nothing } from "../vendor/lit.js";
import "./preparing-bar.js";
import { symbolOf, withSymbols } from "../words/symbols.js";
import { capital } from "../words/wording.js";

/** @typedef {import("../types").Game} Game */

const LONG_STATUS = 48; // letters that fit into two lines

/**
 * @param {import("./followed-game.js").FollowedGame} followed
 * @param {import("./sight.js").Sight} sight
 */
export function statusLine(followed, sight) {
  const { game, hint, isOnline, preparing } = followed;
  const { ply } = sight;
  const over = game && game.result !== "*";
  const last = game?.moves[game.moves.length - 1];
  const spoken = last && ply === null ? `${symbolOf(game.marks[last.mover])} played ${last.text}. ` : "";
  const advice = hint && hint !== "asked" && hint.ply === sight.shownPly ? `Hint: ${hint.move}. ` : "";
  const isBonus = game && !over && last && last.mover === game.turn && ply === null;
  const busy = followed.isThinking && !followed.isPaused && !over;
  const text = statusText(followed, ply);
  const isLong = text.length + (isBonus ? 12 : 0) > LONG_STATUS || ply !== null; // there is a button beside it
  const isDefeat = game && over && ending(game) === "You lost";
  return html`<div class="status-line ${over ? "over" : ""} ${isDefeat ? "defeat" : ""} ${isOnline ? "" : "lost"} ${isLong ? "long" : ""}">
    <p id="status" aria-live="polite"><span class="visually-hidden">${spoken}</span><span class="visually-hidden">${advice}</span>${
      isBonus ? html`<strong class="bonus">Bonus move!</strong> ` : nothing
    }<span>${capital(text)}</span></p>
    ${
      preparing
        ? html`<preparing-bar .preparation=${preparing}></preparing-bar>`
        : html`<span class="busy ${busy ? "on" : ""}" aria-hidden="true"><i></i><i></i><i></i></span>`
    }
    ${busy && !preparing ? html`<button class="small late" data-action="hurry" @click=${() => followed.send({ do: "hurry" })}>Move now</button>` : nothing}
    ${ply === null ? nothing : html`<button class="small" @click=${() => sight.goTo(Infinity)}>To the game</button>`}
  </div>`;
}

/** @param {import("./followed-game.js").FollowedGame} followed @param {number | null} ply that is looked at */
function statusText({ game, isOnline, preparing, isPaused }, ply) {
  if (!isOnline) return "connection lost, trying again…";
  if (preparing) return "preparing the game";
  if (!game) return "opening the game…";
  if (isWaitingForFriend(game)) return "waiting for your friend…";
  if (ply !== null) return `after move ${ply} of ${game.moves.length}`;
  if (isPaused) return withSymbols(`${game.view.status} (paused)`);
  return withSymbols(game.result === "*" ? game.view.status : endingWithReason(game));
}

/** Whose turn it is, for those who look at another tab meanwhile. @param {Game} game */
export function tabTitle(game) {
  const mine = personOf(game);
  if (game.turn === null) return ending(game);
  if (isWaitingForFriend(game)) return "Waiting";
  if (game.table && mine !== null) return game.turn === mine ? "Your turn" : "Their turn";
  if (mine !== null) return game.turn === mine ? "Your turn" : "Thinking";
  return `${symbolOf(game.marks[game.turn])} to move`;
}

/** @param {Game} game */
function isWaitingForFriend({ table }) {
  return table !== null && table.free !== null;
}

/** The side of the one person who plays here against an engine or a friend; null if there is no such. @param {Game} game @returns {0 | 1 | null} */
export function personOf(game) {
  if (game.table) return game.you;
  const people = game.seats.map((seat) => seat.kind === "human"); // as those are who played elsewhere
  return people[0] === people[1] ? null : people[0] ? 0 : 1;
}

/** How a finished game ended, for the one person in it if there is one. @param {Game} game */
function ending(game) {
  const winner = game.view.outcome?.winner ?? null;
  const mine = personOf(game);
  if (winner === null) return "Draw";
  if (mine !== null) return winner === mine ? "You won" : "You lost";
  return `${symbolOf(game.marks[winner])} wins`;
}

/** @param {Game} game */
function endingWithReason(game) {
  const outcome = game.view.outcome;
  if (!outcome) return game.view.status;
  const points = outcome.points ? ` (${outcome.points[0]} to ${outcome.points[1]} points)` : "";
  const mine = personOf(game);
  const reason = mine !== null && outcome.reason === `${game.marks[mine]} resigned` ? "you resigned" : outcome.reason;
  return `${ending(game)}${reason ? `: ${reason}` : ""}${points}`;
}
