/** Form parts that several pages use. */

import { html, live, nothing } from "../vendor/lit.js";
import { capital } from "../words/wording.js";

/**
 * A row of choices of which one is taken.
 * @param {string} legend @param {string} name
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(legend, name, options, chosen, choose) {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    <div class="segments ${options.length > 4 ? "many" : ""}">
      ${options.map(
        ([value, text]) => html`<label>
          <input type="radio" name=${name} value=${value} .checked=${live(value === chosen)} @change=${() => choose(value)} />
          <span>${text}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * @param {string} label
 * @param {string} name
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function select(label, name, options, chosen, choose) {
  /** @param {Event} event */
  const onChange = (event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label class="field">
    <span>${label}</span>
    <select name=${name} @change=${onChange}>
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}

/**
 * What an option of an engine is set to, as a text; its default if it has none.
 * @param {import("../types").EngineOption} option @param {string} name @param {string | undefined} value
 * @param {(value: string) => void} change
 */
export function optionField(option, name, value, change) {
  const label = capital(option.words || option.name);
  const chosen = value ?? `${option.default ?? ""}`;
  if (option.kind === "flag" || option.choices.length) {
    /** @type {[string, string][]} */
    const flags = [
      ["false", "no"],
      ["true", "yes"],
    ];
    const words = option.choices.map((one) => /** @type {[string, string]} */ ([one, one]));
    return select(label, name, option.kind === "flag" ? flags : words, chosen, change);
  }
  /** @param {Event} event */
  const onChange = (event) => change(/** @type {HTMLInputElement} */ (event.target).value);
  const type = option.kind === "word" ? "text" : "number";
  return html`<label class="field">
    <span>${label}</span>
    <input type=${type} name=${name} min=${option.least ?? nothing} max=${option.most ?? nothing}
      step=${option.kind === "whole" ? 1 : "any"} .value=${live(chosen)} @change=${onChange} />
  </label>`;
}

/**
 * A number that may be left out.
 * @param {string} label @param {string} name
 * @param {{min: number, max: number, step: number, placeholder: string}} bounds
 * @param {number | null} value
 * @param {(value: number | null) => void} change
 */
export function number(label, name, bounds, value, change) {
  /** @param {Event} event */
  const onChange = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const typed = input.valueAsNumber;
    change(Number.isNaN(typed) ? null : Math.min(bounds.max, Math.max(bounds.min, typed)));
  };
  return html`<label class="field">
    <span>${label}</span>
    <input type="number" name=${name} inputmode="decimal" min=${bounds.min} max=${bounds.max} step=${bounds.step}
      placeholder=${bounds.placeholder} .value=${live(value === null ? "" : `${value}`)} @change=${onChange} />
  </label>`;
}

/**
 * @param {string} label @param {string} name @param {number} min @param {number} max
 * @param {number} value @param {(value: number) => void} change
 */
export function slider(label, name, min, max, value, change) {
  /** @param {Event} event */
  const onInput = (event) => change(/** @type {HTMLInputElement} */ (event.target).valueAsNumber);
  return html`<label class="slider">
    <span>${label}</span>
    <input type="range" name=${name} min=${min} max=${max} .value=${live(`${value}`)} @input=${onInput} />
    <output>${value}</output>
  </label>`;
}
