/** <waiting-panel>: a game waits for a friend: the link to send, and its QR code. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { copyLink } from "../frame/dialogs.js";
import { complain, notify } from "../frame/notices.js";
import { keeper } from "../keeper/chosen.js";

/** @typedef {import("../types").Invitation} Invitation */

class WaitingPanel extends LitElement {
  static properties = { gameId: { attribute: false }, invitation: { state: true } };

  constructor() {
    super();
    this.gameId = 0;
    /** @type {Invitation | null} */
    this.invitation = null;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("gameId")) return;
    this.invitation = null;
    keeper()
      .invitation?.(this.gameId)
      .then((found) => (this.invitation = found), complain);
  }

  async #copy() {
    const link = this.invitation?.link;
    if (link && (await copyLink(link, "The link for your friend"))) notify("Link copied: send it to your friend");
  }

  render() {
    const link = this.invitation?.link;
    if (!link) return nothing;
    return html`<section class="panel waiting" aria-label="Invitation">
      <h2>Send this link to your friend</h2>
      <div class="row">
        <input class="wide" aria-label="The link for your friend" readonly .value=${link}
          @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
        <button class="primary" data-action="copy-invitation" @click=${this.#copy}>Copy</button>
      </div>
      <img class="qr" src="/api/games/${this.gameId}/invitation.svg" alt="QR code of the link" width="220" height="220" />
      <p class="faint">Whoever opens it first and sits down plays with you. Keep this page open, or come back to it by <em>Games</em>.</p>
      ${
        this.invitation?.is_local
          ? html`<p class="warning">This link works on this machine alone. <code>noughts serve --lan</code> makes one for your network.</p>`
          : nothing
      }
    </section>`;
  }
}

customElements.define("waiting-panel", WaitingPanel);
