/** <friend-page>: "Play a friend": which game, which side, with which clock, under which name. Then there is a link to send. */

import { LitElement, html, live, nothing } from "../vendor/lit.js";
import { decorated, drawThumbnail } from "../board/drawing.js";
import { choice, select } from "../frame/fields.js";
import { complain } from "../frame/notices.js";
import { gameLink, go } from "../frame/router.js";
import { keeper } from "../keeper/chosen.js";
import { recall, remember } from "../keeper/memory.js";
import { chosenGame, keepChoices, loadChoices, setupOf, sizedName, sizesOf } from "../new-game/choices.js";
import { capital, counted } from "../words/wording.js";
import { keepName, LONGEST_NAME, ownName } from "./names.js";

/** @typedef {import("../types").Catalogue} Catalogue */
/** @typedef {import("../types").Friends} Friends */
/** @typedef {{side: "first" | "second" | "lot", minutes: string, increment: string, isListed: boolean}} Wish */

const WISH = "noughts.friend";
/** @type {[string, string][]} */
const MINUTES = [
  ["", "none"],
  ["1", "1 min"],
  ["3", "3 min"],
  ["5", "5 min"],
  ["10", "10 min"],
  ["30", "30 min"],
];
/** @type {[string, string][]} */
const INCREMENTS = ["0", "1", "2", "3", "5", "10", "30"].map((one) => [one, one === "0" ? "none" : `${one} s`]);

class FriendPage extends LitElement {
  static properties = { friends: { state: true }, catalogue: { state: true }, wish: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    /** @type {Friends | null} */
    this.friends = null;
    /** @type {Catalogue | null} */
    this.catalogue = null;
    this.choices = loadChoices();
    /** @type {Wish} */
    this.wish = { side: "lot", minutes: "", increment: "0", isListed: false, ...recall(WISH) };
    this.isBusy = false;
    Promise.all([keeper().friends?.(), keeper().catalogue()]).then(([friends, catalogue]) => {
      this.friends = friends ?? null;
      this.catalogue = catalogue;
    }, complain);
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Partial<Wish>} some */
  #change(some) {
    this.wish = { ...this.wish, ...some };
    remember(WISH, this.wish);
  }

  /** @param {SubmitEvent} event */
  async #invite(event) {
    event.preventDefault();
    if (!this.catalogue || this.isBusy) return;
    const { side, minutes, increment, isListed } = this.wish;
    const name = ownName().trim();
    this.isBusy = true;
    try {
      const { game, cells, turn } = setupOf(this.choices, chosenGame(this.choices, this.catalogue));
      const clock = minutes ? { minutes: Number(minutes), increment: Number(increment) } : null;
      const begun = await keeper().invite?.({ game, cells, turn, side, clock, name, is_listed: isListed });
      if (begun) go(gameLink(begun.id));
    } catch (error) {
      complain(error);
    } finally {
      this.isBusy = false;
    }
  }

  render() {
    const { friends, catalogue } = this;
    return html`<div class="page friend-page">
      <div class="head"><h1>Play a friend</h1><a href="#/watch">Watch games</a></div>
      ${!friends || !catalogue ? html`<p class="faint">Looking…</p>` : friends.why_not ? this.#refusal(friends.why_not) : this.#form(catalogue, friends)}
    </div>`;
  }

  /** What the server says, with its command as one to copy. @param {string} why */
  #refusal(why) {
    const parts = why.split("`");
    return html`<section class="panel settings" aria-label="Why not here">
      <p>${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : index ? part : capital(part)))}.</p>
      <p>Meanwhile two can play at this screen: choose <em>Person here</em> as the opponent. <a href="#/">New game</a></p>
    </section>`;
  }

  /** @param {Catalogue} catalogue @param {Friends} friends */
  #form(catalogue, friends) {
    const { wish, choices } = this;
    const game = chosenGame(choices, catalogue);
    const count = game.takes_cells ? Object.keys(choices.cells).length : 0;
    /** @type {[string, string][]} */
    const games = catalogue.games.map((one) => [one.name, titleOf(one, catalogue)]);
    return html`<form class="panel settings" @submit=${this.#invite}>
      <div class="preview">
        <div class="picture">${drawThumbnail(decorated(game.view))}</div>
        <div>
          ${select("Game", "game", games, game.name, (name) => {
            this.choices = { ...choices, game: name, cells: name === game.name ? choices.cells : {} };
            keepChoices(this.choices);
            this.requestUpdate();
          })}
          <p class="faint">${game.sizes.length ? sizedName(game, sizesOf(choices, game)) : game.summary}${
            count ? `, ${counted(count, "cell")} set up` : nothing
          } · <a href="#/">${game.sizes.length || game.takes_cells ? "size and set-up" : "all games"}</a></p>
        </div>
      </div>
      ${choice(
        "You play",
        "side",
        [
          ["first", "X, first"],
          ["second", "O"],
          ["lot", "by lot"],
        ],
        wish.side,
        (side) => this.#change({ side: /** @type {Wish["side"]} */ (side) }),
      )}
      ${choice("Clock", "minutes", MINUTES, wish.minutes, (minutes) => this.#change({ minutes }))}
      ${
        wish.minutes
          ? choice("More with each move", "increment", INCREMENTS, wish.increment, (increment) => this.#change({ increment }))
          : nothing
      }
      <label class="field"><span>Your name</span>
        <input type="text" name="name" autocomplete="nickname" maxlength=${LONGEST_NAME} placeholder="Anonymous" .value=${live(ownName())}
          @input=${(/** @type {Event} */ event) => keepName(/** @type {HTMLInputElement} */ (event.target).value)} />
      </label>
      <label class="check">
        <input type="checkbox" name="listed" .checked=${wish.isListed}
          @change=${(/** @type {Event} */ event) => this.#change({ isListed: /** @type {HTMLInputElement} */ (event.target).checked })} />
        <span>Anybody here may watch</span>
      </label>
      <button class="primary big" data-action="invite" ?disabled=${this.isBusy}>Make a link</button>
      ${this.#address(friends)}
    </form>`;
  }

  /** @param {Friends} friends */
  #address({ address }) {
    if (!address) return nothing;
    return html`<details class="more">
      <summary>This server in your network: <strong>${address}</strong></summary>
      <img class="qr" src="/api/friends.svg" alt="QR code of ${address}" width="220" height="220" />
    </details>`;
  }
}

/** Variants of a family may share a title. @param {import("../types").CatalogueGame} game @param {Catalogue} catalogue */
function titleOf(game, catalogue) {
  const isShared = catalogue.games.some((other) => other !== game && other.title === game.title);
  return isShared && game.name.includes("-") ? `${capital(game.name.split("-")[0])}: ${game.title}` : game.title;
}

customElements.define("friend-page", FriendPage);
