/** <score-chart>: the score over the game, up for the first player. Fires "go" (detail: ply) where it is clicked. */

import { LitElement, html, nothing, svg } from "../vendor/lit.js";
import { symbolOf } from "../words/symbols.js";
import { goodness, scaleOf, shortValue } from "../words/score.js";

const WIDTH = 320;
const HEIGHT = 64;

/** @typedef {{ply: number, value: number, mark: string}} Point values for the first player; mark of a review */

export class ScoreChart extends LitElement {
  static properties = {
    points: { attribute: false },
    count: { attribute: false },
    ply: { attribute: false },
    marks: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Point[]} */
    this.points = [];
    this.count = 0; // moves of the game
    this.ply = 0;
    /** @type {[string, string]} */
    this.marks = ["X", "O"];
  }

  createRenderRoot() {
    return this;
  }

  render() {
    if (this.points.length < 2) return nothing;
    const scale = scaleOf(this.points.map((point) => point.value));
    const places = this.points.map((point) => ({
      ...point,
      x: this.#x(point.ply),
      y: 6 + (1 - goodness(point.value, scale)) * (HEIGHT - 12),
    }));
    const path = places.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const area = `${path}L${places[places.length - 1].x} ${HEIGHT / 2}L${places[0].x} ${HEIGHT / 2}Z`;
    const here = places.find((place) => place.ply === this.ply);
    const now = here ? html`: <strong>${shortValue(here.value)}</strong>` : nothing;
    return html`<figure class="chart">
      <figcaption>
        Score for ${symbolOf(this.marks[0])}${now}
      </figcaption>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${this.#summary()} @click=${this.#onClick}>
        <path class="area" d=${area}></path>
        <line class="axis" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
        <line class="now" x1=${this.#x(this.ply)} x2=${this.#x(this.ply)} y1="0" y2=${HEIGHT}></line>
        <path class="line" d=${path}></path>
        ${places.map(({ x, y, mark }) =>
          mark ? svg`<circle class=${mark === "??" ? "blunder" : "mistake"} cx=${x} cy=${y} r="4"></circle>` : nothing,
        )}
        ${here ? svg`<circle class="here" cx=${here.x} cy=${here.y} r="4"></circle>` : nothing}
      </svg>
    </figure>`;
  }

  /** @param {number} ply */
  #x(ply) {
    return 6 + (ply / Math.max(1, this.count)) * (WIDTH - 12);
  }

  #summary() {
    const last = this.points[this.points.length - 1];
    return `Score over the game; after move ${last.ply} ${shortValue(last.value)} for ${symbolOf(this.marks[0])}`;
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round(((x - 6) / (WIDTH - 12)) * this.count);
    this.dispatchEvent(new CustomEvent("go", { detail: Math.max(0, Math.min(this.count, ply)) }));
  }
}

customElements.define("score-chart", ScoreChart);
