/** <preparing-bar>: how far a game's first use on this machine is. It moves with the time between what the server tells. */

import { LitElement, html, nothing } from "../vendor/lit.js";

/** @typedef {import("../types").Preparation} Preparation */

const PACE = 200; // ms between movements
const LEAST_LEFT = 0.02; // it is not full before the server says that all is ready

export class PreparingBar extends LitElement {
  static properties = { preparation: { attribute: false }, now: { state: true } };

  constructor() {
    super();
    /** @type {Preparation | null} */
    this.preparation = null;
    this.now = performance.now();
    this.timer = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => (this.now = performance.now()), PACE);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const preparation = this.preparation;
    if (!preparation) return nothing;
    const label = "Preparing the game, once on this machine";
    if (!preparation.seconds) return html`<progress aria-label=${label} title=${label}></progress>`;
    const left = Math.max(0, preparation.seconds - (this.now - preparation.at) / 1000);
    const done = 1 - (1 - preparation.share) * Math.max(left / preparation.seconds, LEAST_LEFT);
    return html`<progress aria-label=${label} title=${label} max="1" .value=${done}></progress>
      <span class="faint">${left > 0 ? `about ${Math.ceil(left)} s more` : "a moment more"}</span>`;
  }
}

customElements.define("preparing-bar", PreparingBar);
