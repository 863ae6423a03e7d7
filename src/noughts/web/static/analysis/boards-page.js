/** <boards-page>: the analysis boards that are kept, and how another one begins. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { ask } from "../frame/dialogs.js";
import { select } from "../frame/fields.js";
import { complain } from "../frame/notices.js";
import { go } from "../frame/router.js";
import { keeper } from "../keeper/chosen.js";
import { when } from "../words/wording.js";
import { treeOfFile } from "./board-files.js";
import { studyLink } from "./place.js";

/** @typedef {import("../types").StudySummary} StudySummary */

export class BoardsPage extends LitElement {
  static properties = { studies: { state: true }, catalogue: { state: true }, game: { state: true } };

  constructor() {
    super();
    /** @type {StudySummary[] | null} */
    this.studies = null;
    /** @type {import("../types").Catalogue | null} */
    this.catalogue = null;
    this.game = "";
    this.#load();
  }

  createRenderRoot() {
    return this;
  }

  async #load() {
    try {
      [this.catalogue, this.studies] = await Promise.all([keeper().catalogue(), keeper().studies()]);
      this.game ||= this.catalogue.games[0]?.name ?? "";
    } catch (error) {
      complain(error);
    }
  }

  /** @param {StudySummary} study */
  async #delete(study) {
    if (!(await ask(`Delete the board ${study.name}? It cannot be brought back.`, "Delete"))) return;
    try {
      await keeper().removeStudy(study.id);
      this.studies = this.studies?.filter((one) => one !== study) ?? null;
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Event} event */
  async #bringIn(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    try {
      const tree = await treeOfFile(file);
      const { id } = await keeper().keepStudy({ name: file.name.replace(/\.\w+$/, "").slice(0, 80), tree: tree.toData() });
      go(studyLink(tree.game, id));
    } catch (error) {
      complain(`${file.name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  render() {
    const { studies, catalogue } = this;
    /** @type {[string, string][]} */
    const games = (catalogue?.games ?? []).map(({ name, title }) => [name, title]);
    const titles = new Map(games);
    const kinds = keeper().readTree ? ".json,.pgn,.sgf,.psq,.txt" : ".json";
    return html`<div class="page boards-page">
      <div class="head">
        <h1>Analysis boards</h1>
        <label class="button">Open a file…<input class="visually-hidden" type="file" accept=${kinds} @change=${this.#bringIn} /></label>
      </div>
      <p>Moves for both sides, variations, comments, arrows, and the engine's lines. Any game of yours leads there by “Analysis board”.</p>
      ${
        games.length
          ? html`<div class="row">
            ${select("Game", "game", games, this.game, (game) => (this.game = game))}
            <a class="button primary" data-action="begin" href="#/analysis/${encodeURIComponent(this.game)}">New board</a>
          </div>`
          : nothing
      }
      ${
        !studies
          ? html`<p class="faint">Looking…</p>`
          : studies.length
            ? html`<ul class="game-list">${studies.map((study) => this.#row(study, titles.get(study.game) ?? study.game))}</ul>`
            : html`<p class="faint">No board is kept here yet.</p>`
      }
    </div>`;
  }

  /** @param {StudySummary} study @param {string} title */
  #row(study, title) {
    return html`<li class="panel game-row">
      <div class="what"><strong>${study.name}</strong>
        <p class="faint">${[title, study.changed && when(study.changed)].filter(Boolean).join(" · ")}</p></div>
      <div class="row">
        <a class="button small" href=${studyLink(study.game, study.id)} aria-label="Open the board ${study.name}">Open</a>
        <button class="quiet small" aria-label="Delete the board ${study.name}" @click=${() => this.#delete(study)}>Delete</button>
      </div>
    </li>`;
  }
}

customElements.define("boards-page", BoardsPage);
