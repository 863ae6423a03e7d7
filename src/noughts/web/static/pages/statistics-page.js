/** <statistics-page>: what the visitor's games against engines add up to. */

import { LitElement, html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";
import { ask } from "../frame/dialogs.js";
import { complain } from "../frame/notices.js";

const WIDTH = 160;
const HEIGHT = 32;
const CASUAL = 1000; // the rating of a casual person, in every game

/** @typedef {import("../types").Statistics} Statistics */

export class StatisticsPage extends LitElement {
  static properties = { statistics: { state: true } };

  constructor() {
    super();
    /** @type {Statistics | null} */
    this.statistics = null;
    this.#load();
  }

  createRenderRoot() {
    return this;
  }

  async #load() {
    try {
      this.statistics = await keeper().statistics();
    } catch (error) {
      complain(error);
    }
  }

  async #reset() {
    if (!(await ask("Count from zero? Your games stay; the statistics begin anew.", "Reset"))) return;
    try {
      await keeper().resetStatistics();
    } catch (error) {
      complain(error);
    }
    this.#load();
  }

  render() {
    const found = this.statistics;
    return html`<div class="page">
      <div class="head">
        <h1>Statistics</h1>
        <button data-action="reset" ?disabled=${!found?.total.games} @click=${this.#reset}>Reset…</button>
      </div>
      ${
        !found
          ? html`<p class="faint">Counting…</p>`
          : found.total.games
            ? this.#content(found)
            : html`<p>No finished games against an engine yet. <a href="#/">Play one!</a></p>`
      }
    </div>`;
  }

  /** @param {Statistics} found */
  #content({ total, by_opponent, ratings }) {
    return html`<div class="tiles">
        ${this.#tile(total.games === 1 ? "game" : "games", total.games)} ${this.#tile("won", total.wins)} ${this.#tile("lost", total.losses)}
        ${this.#tile("drawn", total.draws)} ${this.#tile("won of all", `${total.winning_percentage.toFixed(0)} %`)}
        ${this.#tile("longest streak", total.longest_streak)}
      </div>
      ${ratings.length ? this.#ratings(ratings) : nothing}
      <div class="table-frame" tabindex="0" role="region" aria-label="By game and opponent">
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Against</th>
              ${["Won", "Lost", "Drawn", "%"].map((name) => html`<th scope="col" class="figure">${name}</th>`)}
              ${["Streak", "Longest"].map((name) => html`<th scope="col" class="figure spare">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${by_opponent.map(
              (row) => html`<tr>
                <th scope="row">${row.title}</th>
                <td>${row.against}</td>
                ${[row.wins, row.losses, row.draws, row.winning_percentage.toFixed(0)].map(
                  (figure) => html`<td class="figure">${figure}</td>`,
                )}
                ${[row.streak, row.longest_streak].map((figure) => html`<td class="figure spare">${figure}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  /** @param {Statistics["ratings"]} ratings */
  #ratings(ratings) {
    return html`<h2>Your rating</h2>
      <p class="faint">Against the engine's levels, on each game's own scale: ${CASUAL} is a casual player, and 165 more make 72 % of the points.</p>
      <div class="table-frame" tabindex="0" role="region" aria-label="Your rating by game">
        <table>
          <thead>
            <tr>
              <th scope="col">Game</th>
              ${["Rating", "First", "Second"].map((name) => html`<th scope="col" class="figure">${name}</th>`)}
              <th scope="col" class="spare">As strong as</th>
              <th scope="col">So far</th>
            </tr>
          </thead>
          <tbody>
            ${ratings.map(
              (row) => html`<tr>
                <th scope="row">${row.title}</th>
                ${[row.rating, row.as_first ?? "–", row.as_second ?? "–"].map((figure) => html`<td class="figure">${figure}</td>`)}
                <td class="spare">${row.level}</td>
                <td>${curve(row.curve)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  /** @param {string} name @param {number | string} figure */
  #tile(name, figure) {
    return html`<div class="tile"><b>${figure}</b><span class="faint">${name}</span></div>`;
  }
}

/** A rating over the games, from the casual player's on. @param {number[]} ratings after each game */
function curve(ratings) {
  const values = [CASUAL, ...ratings];
  const [low, high] = [Math.min(...values), Math.max(...values, Math.min(...values) + 1)];
  const points = values.map((value, at) => `${(at * WIDTH) / (values.length - 1)},${2 + ((high - value) * (HEIGHT - 4)) / (high - low)}`);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} role="img" aria-label=${`from ${CASUAL} to ${values[values.length - 1]}`}>
    <polyline points=${points.join(" ")} fill="none" stroke="currentColor" stroke-width="1.5"></polyline>
  </svg>`;
}

customElements.define("statistics-page", StatisticsPage);
