/** <settings-page>: what stays as it was last set. */

import { LitElement, html, live, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { copyLink } from "../frame/dialogs.js";
import { choice } from "../frame/fields.js";
import { complain, notify } from "../frame/notices.js";
import { isOnlyHere, personalLink } from "../frame/router.js";
import { changeSettings, changes, settings } from "../frame/settings.js";
import { tick } from "../frame/sound.js";
import { symbolOf } from "../words/symbols.js";

/** @typedef {import("../types").Settings} Settings */

/** Where a value is not said as it is. @type {Record<string, string>} */
const WORDS = { yours: "as well as you", lot: "by lot", letters: "X and O", squares: "■ and □", stones: "● and ○" };

export class SettingsPage extends LitElement {
  static properties = { levels: { state: true }, isLoaded: { state: true } };

  constructor() {
    super();
    /** @type {string[]} */
    this.levels = [];
    this.isLoaded = false;
    keeper()
      .catalogue()
      .then((found) => (this.levels = ["yours", ...found.levels]), complain)
      .finally(() => (this.isLoaded = true));
    this.onChange = () => this.requestUpdate();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    changes.addEventListener("change", this.onChange);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    changes.removeEventListener("change", this.onChange);
  }

  render() {
    const now = settings();
    // Nothing that is clicked may move: the levels would push away what is below them.
    if (!this.isLoaded) return html`<div class="page"><h1>Settings</h1></div>`;
    return html`<div class="page">
      <h1>Settings</h1>
      <section class="panel settings" aria-label="Settings">
        ${this.#choice("Theme", "theme", ["auto", "light", "dark"])} ${this.#choice("The engine plays", "level", this.levels)}
        ${this.#choice("You move", "side", ["first", "second", "lot"])} ${this.#choice("Your mark", "mark", ["X", "O"])}
        ${this.#choice("Marks are", "symbols", ["letters", "squares", "stones"])}
        ${this.#switch("A quiet tick at each move", "sound", now.sound)}
        ${this.#switch("The engine's answer takes a moment", "pace", now.pace)}
        ${this.#switch("Analysis beside the board", "analysis", now.analysis)}
        ${keeper().can.engines ? this.#switch("The server thinks, not this browser", "server_thinks", now.server_thinks) : nothing}
      </section>
      <p class="faint">Settings are kept as soon as they change. On large boards ● and ○ lie on lines, as in gomoku.</p>
      ${keeper().can.identity ? this.#elsewhere() : nothing}
    </div>`;
  }

  #elsewhere() {
    return html`<section class="panel settings" aria-labelledby="elsewhere">
      <h2 id="elsewhere">Your games elsewhere</h2>
      <p>
        Your personal link opens your games and settings in another browser${isOnlyHere() ? " of this computer" : " or on another device"}.
        Whoever has it can play and delete them: keep it to yourself.
      </p>
      <div class="row"><button data-action="personal-link" @click=${this.#copyPersonalLink}>Copy your personal link</button></div>
    </section>`;
  }

  async #copyPersonalLink() {
    try {
      const found = await keeper().identity?.();
      if (found && (await copyLink(personalLink(found.link), "Your personal link"))) notify("Copied");
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} legend @param {"theme" | "level" | "side" | "mark" | "symbols"} name @param {string[]} values */
  #choice(legend, name, values) {
    const options = /** @type {[string, string][]} */ (
      values.map((value) => [value, WORDS[value] ?? symbolOf(value)])
    );
    return choice(legend, name, options, settings()[name], (value) => changeSettings({ [name]: value }));
  }

  /** @param {string} label @param {"sound" | "pace" | "analysis" | "server_thinks"} name @param {boolean} isOn */
  #switch(label, name, isOn) {
    const onChange = () => {
      changeSettings({ [name]: !isOn });
      if (name === "sound" && !isOn) tick(false);
    };
    return html`<label class="switch"><input type="checkbox" name=${name} .checked=${live(isOn)} @change=${onChange} /> ${label}</label>`;
  }
}

customElements.define("settings-page", SettingsPage);
