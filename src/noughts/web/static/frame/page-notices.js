/** <page-notices>: what there is to say apart from the game, in live regions. */

import { LitElement, html, repeat } from "../vendor/lit.js";
import { changes, dismiss, forgetOld, said } from "./notices.js";
import { withSymbols } from "../words/symbols.js";

class PageNotices extends LitElement {
  connectedCallback() {
    super.connectedCallback();
    changes.addEventListener("change", () => this.requestUpdate());
    addEventListener("hashchange", forgetOld);
  }

  createRenderRoot() {
    return this;
  }

  render() {
    // The live regions are always there: screen readers announce what appears in one, not one that appears.
    return html`<div class="notices">
      <div role="alert">${this.#list(true)}</div>
      <div role="status">${this.#list(false)}</div>
    </div>`;
  }

  /** @param {boolean} isError */
  #list(isError) {
    return repeat(
      said(isError),
      (notice) => notice.id,
      (notice) => html`<div class="notice ${isError ? "error" : ""}">
        <span>${withSymbols(notice.text)}</span>
        <button class="quiet" aria-label="Dismiss" @click=${() => dismiss(notice.id)}>✕</button>
      </div>`,
    );
  }
}

customElements.define("page-notices", PageNotices);
