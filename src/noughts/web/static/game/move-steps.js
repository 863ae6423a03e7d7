/**
 * <move-steps>: buttons to step through the moves, and to play on from the position that is shown. Fires "go" (detail: ply)
 * and "play-on".
 */

import { LitElement, html, svg } from "../vendor/lit.js";

export class MoveSteps extends LitElement {
  static properties = { ply: { attribute: false }, count: { attribute: false }, canPlayOn: { attribute: false } };

  constructor() {
    super();
    this.ply = 0;
    this.count = 0;
    this.canPlayOn = false;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { ply, count } = this;
    return html`<div class="steps" role="group" aria-label="Step through the moves">
      ${this.#step("M6 5v14M18 5L9 12l9 7z", "First position", 0, ply > 0)}
      ${this.#step("M16 5L7 12l9 7z", "Back", ply - 1, ply > 0)}
      <span class="ply">${ply} / ${count}</span>
      ${this.#step("M8 5l9 7-9 7z", "Forward", ply + 1, ply < count)}
      ${this.#step("M18 5v14M6 5l9 7-9 7z", "Present position", count, ply < count)}
      <button
        class="play-on"
        data-action="play-on"
        title="A new game from the position that is shown; this one is kept"
        ?disabled=${!this.canPlayOn}
        @click=${() => this.dispatchEvent(new CustomEvent("play-on"))}
      >
        Play from here
      </button>
    </div>`;
  }

  /**
   * Signs are drawn, as not every system has letters for them.
   * @param {string} sign path @param {string} label @param {number} ply @param {boolean} isPossible
   */
  #step(sign, label, ply, isPossible) {
    const onClick = () => this.dispatchEvent(new CustomEvent("go", { detail: ply }));
    return html`<button class="quiet" aria-label=${label} title=${label} ?disabled=${!isPossible} @click=${onClick}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${sign}></path>`}</svg>
    </button>`;
  }
}

customElements.define("move-steps", MoveSteps);
