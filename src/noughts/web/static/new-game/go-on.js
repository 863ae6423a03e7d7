/** <go-on>: the way back to a game that was left, where one begins another. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { gameLink } from "../frame/router.js";
import { symbolOf } from "../words/symbols.js";
import { counted, when } from "../words/wording.js";

/** @typedef {import("../types").GameSummary} GameSummary */

const LOOKED_AT = 5; // games, the last first: some were only begun, or are watched

export class GoOn extends LitElement {
  static properties = { game: { state: true } };

  constructor() {
    super();
    /** @type {GameSummary | null} */
    this.game = null;
  }

  createRenderRoot() {
    return this;
  }

  async connectedCallback() {
    super.connectedCallback();
    // A page that cannot tell of it is as good as one without such a game.
    const games = await keeper()
      .games({ finished: false, limit: LOOKED_AT, offset: 0 })
      .catch(() => []);
    this.game = games.find(isLeft) ?? null;
  }

  render() {
    const { game } = this;
    if (!game) return nothing;
    const others = game.seats.filter((seat) => seat.kind !== "human");
    const mine = game.seats.findIndex((seat) => seat.kind === "human");
    const who = others.length ? `you (${symbolOf(game.marks[mine])}) against ${others[0].label}` : "two people here";
    const facts = [who, counted(game.plies, "move"), game.changed && when(game.changed)];
    return html`<a class="go-on" href=${gameLink(game.id)}>
      <span><strong>Go on with your game: ${game.title}</strong><span class="faint">${facts.filter(Boolean).join(" · ")}</span></span>
      <span class="button primary" aria-hidden="true">Go on</span>
    </a>`;
  }
}

/** Whether it is a game of one's own that has begun. @param {GameSummary} game */
export function isLeft({ is_played_here, plies, seats }) {
  return is_played_here && plies > 0 && seats.some((seat) => seat.choice?.kind === "human");
}

customElements.define("go-on", GoOn);
