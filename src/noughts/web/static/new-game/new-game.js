/** <new-game>: which game, against whom, from where; "Play" begins it, as it was the last time if nothing is touched. */

import { LitElement, html, live, nothing } from "../vendor/lit.js";
import "./editor.js";
import "./go-on.js";
import { keeper } from "../keeper/chosen.js";
import { decorated, drawThumbnail, emptyGrid } from "../board/drawing.js";
import { SIZES, chosenGame, fitting, hasStones, isAmong, keepChoices, loadChoices, setupOf, sizedName, sizesOf, summaryOf } from "./choices.js";
import { choice, number, optionField, select, slider } from "../frame/fields.js";
import { complain, notify } from "../frame/notices.js";
import { gameLink, go } from "../frame/router.js";
import { changeSettings } from "../frame/settings.js";
import { levelChoices } from "../words/rating.js";
import { symbolOf } from "../words/symbols.js";
import { capital, counted } from "../words/wording.js";

/** @typedef {import("../types").Catalogue} Catalogue */
/** @typedef {import("../types").CatalogueGame} CatalogueGame */
/** @typedef {import("../types").Choices} Choices */
/** @typedef {import("../types").EngineChoice} EngineChoice */

const LOOK = 300; // ms that a game must be looked at to be compiled first
const PATIENCE = 1200; // ms after which beginning a game must be a compile

export class NewGame extends LitElement {
  static properties = {
    catalogue: { state: true },
    choices: { state: true },
    isEditing: { state: true },
    state: { state: true },
    setUp: { state: true },
  };

  constructor() {
    super();
    /** @type {Catalogue | null} */
    this.catalogue = null;
    this.choices = loadChoices();
    this.lookedAt = "";
    this.looking = 0;
    /** The board with what was set up on it. @type {import("../types").View | null} */
    this.setUp = null;
    this.setUpFor = ""; // what the server was asked for
    this.isEditing = false;
    /** @type {"" | "beginning" | "preparing"} */
    this.state = "";
    keeper()
      .catalogue()
      .then((found) => {
        this.catalogue = found;
        this.choices = fitting(this.choices, found); // what was chosen the last time may not be there any more
      }, complain);
  }

  createRenderRoot() {
    return this;
  }

  /** Tell the server which game is looked at: it is compiled first. */
  updated() {
    if (!this.catalogue) return;
    const game = chosenGame(this.choices, this.catalogue);
    const name = sizedName(game, sizesOf(this.choices, game));
    if (name === this.lookedAt) return;
    this.lookedAt = name;
    clearTimeout(this.looking);
    // What is wrong with it is said when it is played.
    this.looking = setTimeout(
      () =>
        keeper()
          .view({ game: name })
          .catch(() => {}),
      LOOK,
    );
  }

  /** @param {Partial<Choices>} some */
  #change(some) {
    const choices = { ...this.choices, ...some };
    this.choices = this.catalogue ? fitting(choices, this.catalogue) : choices;
    keepChoices(this.choices);
  }

  /** @param {0 | 1} index @param {Partial<EngineChoice>} some */
  #changeSeat(index, some) {
    const seats = /** @type {[EngineChoice, EngineChoice]} */ ([...this.choices.seats]);
    seats[index] = { ...seats[index], ...some };
    if (index === 0 && some.level) changeSettings({ level: /** @type {import("../types").Level} */ (some.level) });
    this.#change({ seats });
  }

  /** @param {string} name */
  #chooseGame(name) {
    this.isEditing = false;
    this.#change({ game: name, cells: {}, turn: 0 });
  }

  /** @param {CatalogueGame} game @param {number} index @param {number} value */
  #resize(game, index, value) {
    const sizes = sizesOf(this.choices, game);
    sizes[index] = value;
    // What was set up stays where it is unless the board becomes another.
    const isSameBoard = game.sizes[index] === "K";
    const some = isSameBoard ? {} : { cells: {}, turn: /** @type {0} */ (0) };
    if (!isSameBoard && Object.keys(this.choices.cells).length) notify("This is another board: what was set up is gone");
    this.#change({ sizes: { ...this.choices.sizes, [game.name]: this.#bounded(game, sizes) }, ...some });
  }

  /** No more in a row than fit. @param {CatalogueGame} game @param {number[]} sizes */
  #bounded(game, sizes) {
    const longest = Math.max(1, ...sizes.filter((_, at) => game.sizes[at] !== "K"));
    return sizes.map((size, at) => (game.sizes[at] === "K" ? Math.min(size, longest) : size));
  }

  willUpdate() {
    if (this.catalogue) this.#drawSetUp(chosenGame(this.choices, this.catalogue));
  }

  /** Asks for the view of a board that has been set up: only the server knows which cell is called what. @param {CatalogueGame} game */
  async #drawSetUp(game) {
    const { cells, turn } = this.choices;
    const hasCells = game.takes_cells && Object.keys(cells).length > 0;
    const asked = hasCells ? JSON.stringify([sizedName(game, sizesOf(this.choices, game)), cells, turn]) : "";
    if (asked === this.setUpFor) return;
    this.setUpFor = asked;
    if (!hasCells) this.setUp = null;
    if (!hasCells || this.isEditing) return;
    try {
      const { view } = await keeper().view({ game: sizedName(game, sizesOf(this.choices, game)), cells, turn });
      if (asked === this.setUpFor) this.setUp = view;
    } catch (error) {
      complain(error);
    }
  }

  /** On a phone they lie below all the games. */
  #showChoices() {
    this.querySelector(".setup")?.scrollIntoView();
  }

  async #play() {
    if (!this.catalogue || this.state) return;
    this.state = "beginning";
    const slow = setTimeout(() => (this.state = "preparing"), PATIENCE);
    try {
      go(gameLink((await keeper().begin(setupOf(this.choices, chosenGame(this.choices, this.catalogue)))).id));
    } catch (error) {
      complain(error);
    } finally {
      clearTimeout(slow);
      this.state = "";
    }
  }

  render() {
    if (!this.catalogue) return html`<div class="page"><p class="faint">Setting out the boards…</p></div>`;
    const game = chosenGame(this.choices, this.catalogue);
    const isOnly = this.catalogue.games.length === 1;
    return html`<div class="new-game ${isOnly ? "only" : ""}">
      <h1 class="visually-hidden">New game</h1>
      <div class="offered">
      <go-on></go-on>
      ${
        this.isEditing
          ? this.#editor(game)
          : isOnly
            ? nothing
            : html`<fieldset class="picker">
              <legend>Choose a game</legend>
              ${this.catalogue.games.map((one) => this.#card(one, one === game))}
            </fieldset>`
      }
      </div>
      <div class="setup">
        <div class="choices">${this.#preview(game)} ${this.#sizes(game)} ${this.#opponent(game)} ${this.#sides(game)}</div>
        <div class="begin">
          <div class="begin-row">
            <button class="primary big" data-action="play" ?disabled=${this.state !== ""} @click=${this.#play}>
              ${this.state ? "Beginning…" : "Play"}
            </button>
            ${keeper().can.friends ? html`<a class="button" data-action="friend" href="#/friend">Play a friend</a>` : nothing}
          </div>
          <div class="begin-line">
            <p class="faint" role="status">
              ${this.state === "preparing" ? "Preparing the game, once on this machine…" : summaryOf(this.choices, game, this.#title(game))}
            </p>
            <button class="quiet small change" data-action="choices" @click=${this.#showChoices}>Change</button>
          </div>
        </div>
      </div>
    </div>`;
  }

  /** @param {CatalogueGame} game @param {boolean} isChosen */
  #card(game, isChosen) {
    return html`<label class="card">
      <input type="radio" name="game" value=${game.name} .checked=${live(isChosen)} @change=${() => this.#chooseGame(game.name)} />
      <span class="picture">${drawThumbnail(decorated(game.view))}</span>
      <span class="card-text"><strong>${this.#title(game)}</strong><span class="faint">${this.#about(game)}</span></span>
    </label>`;
  }

  /** Variants of a family may share a title: then their names tell them apart. @param {CatalogueGame} game */
  #title(game) {
    const isShared = this.catalogue?.games.some((other) => other !== game && other.title === game.title);
    const variant = game.name.split("-")[0];
    return isShared && game.name.includes("-") ? `${capital(variant)}: ${game.title}` : game.title;
  }

  /** The summary, without a title that it begins with. @param {CatalogueGame} game */
  #about({ summary, title }) {
    return summary.startsWith(`${title}: `) ? capital(summary.slice(title.length + 2)) : summary;
  }

  /** @param {CatalogueGame} game */
  #sizedView(game) {
    const sizes = sizesOf(this.choices, game);
    const size = Object.fromEntries(game.sizes.map((word, index) => [word, sizes[index]]));
    return emptyGrid(size.ROWS ?? 3, size.COLS ?? size.ROWS ?? 3, game.view);
  }

  /** @param {CatalogueGame} game */
  #preview(game) {
    const count = Object.keys(this.choices.cells).length;
    const view = this.setUp ?? (game.sizes.length ? this.#sizedView(game) : decorated(game.view));
    return html`<div class="preview">
      <div class="picture">${drawThumbnail(view)}</div>
      <div>
        <h2>${this.#title(game)}</h2>
        <p class="faint">${this.#about(game)} <a href="#/rules/${encodeURIComponent(game.name)}">Rules</a></p>
        ${
          game.takes_cells && !this.isEditing
            ? html`<button class="small" data-action="edit" @click=${() => (this.isEditing = true)}>
              ${count ? `Set-up: ${counted(count, "cell")}…` : "Set up the board…"}
            </button>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** @param {CatalogueGame} game */
  #editor(game) {
    /** @param {CustomEvent<Partial<Choices>>} event */
    const onSetup = (event) => this.#change(event.detail);
    return html`<board-editor
      .game=${sizedName(game, sizesOf(this.choices, game))}
      .cells=${this.choices.cells}
      .turn=${this.choices.turn}
      @setup=${onSetup}
      @done=${this.#endEditing}
    ></board-editor>`;
  }

  async #endEditing() {
    this.isEditing = false;
    this.setUpFor = ""; // it is drawn now
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector('[data-action="edit"]'))?.focus();
  }

  /** @param {CatalogueGame} game */
  #sizes(game) {
    if (!game.sizes.length) return nothing;
    const sizes = sizesOf(this.choices, game);
    const side = this.catalogue?.bounds.side ?? 32;
    const longest = Math.max(1, ...sizes.filter((_, at) => game.sizes[at] !== "K"));
    return html`<fieldset class="sliders">
      <legend class="visually-hidden">Size</legend>
      ${game.sizes.map((word, index) =>
        slider(
          SIZES[word]?.label ?? capital(word.toLowerCase()),
          word,
          1,
          word === "K" ? longest : side,
          sizes[index],
          (value) => this.#resize(game, index, value),
        ),
      )}
    </fieldset>`;
  }

  /** @param {CatalogueGame} game */
  #opponent(game) {
    const { opponent } = this.choices;
    const isWatched = opponent === "watch";
    return html`${choice(
      "Opponent",
      "opponent",
      [
        ["engine", "Engine"],
        ["person", "Person here"],
        ["watch", "Watch"],
      ],
      opponent,
      (value) => this.#change({ opponent: /** @type {Choices["opponent"]} */ (value) }),
    )}
    ${opponent === "person" ? nothing : this.#seat(game, 0, isWatched ? "First engine" : "How well it plays", isWatched)}
    ${isWatched ? this.#seat(game, 1, "Second engine", true) : nothing}`;
  }

  /** @param {CatalogueGame} game @param {0 | 1} index @param {string} legend @param {boolean} isNamed whether it heads other engines too */
  #seat(game, index, legend, isNamed) {
    const seat = this.choices.seats[index];
    return html`${
      seat.kind === "level"
        ? choice(
            legend,
            `level-${index}`,
            levelChoices(game.levels),
            seat.level,
            (value) => this.#changeSeat(index, { level: value }),
          )
        : isNamed
          ? html`<p class="legend">${legend}</p>`
          : nothing
    }
      ${keeper().can.engines ? this.#others(game, index) : nothing}`;
  }

  /** Engines by other names, and their time. @param {CatalogueGame} game @param {0 | 1} index */
  #others(game, index) {
    const { players, bounds } = /** @type {Catalogue} */ (this.catalogue);
    const seconds = { min: 0.1, max: bounds.time, step: 0.1, placeholder: "as usual" };
    const seat = this.choices.seats[index];
    const able = players.filter(({ plays }) => isAmong(plays, this.choices, game));
    /** @param {Partial<EngineChoice>} some */
    const change = (some) => this.#changeSeat(index, some);
    /** @type {[string, string][]} */
    const kinds = [
      ["level", "the engine, at a level"],
      ["search", "a search of your choice"],
    ];
    if (able.length) kinds.splice(1, 0, ["player", "a named player"]);
    return html`<details class="more" ?open=${seat.kind !== "level" || seat.time !== null}>
        <summary>Other engines and time${seat.time === null ? nothing : html`: <strong>${seat.time} s a move</strong>`}</summary>
        <div class="fields">
          ${select("Who", `kind-${index}`, kinds, seat.kind, (value) =>
            change({ kind: /** @type {EngineChoice["kind"]} */ (value), player: seat.player || (able[0]?.name ?? "") }),
          )}
          ${seat.kind === "player" ? this.#player(able, seat, index, change) : nothing}
          ${seat.kind === "search" ? this.#search(game, seat, index, change) : nothing}
          ${number("Seconds a move", `time-${index}`, seconds, seat.time, (time) => change({ time }))}
        </div>
      </details>`;
  }

  /**
   * @param {import("../types").CataloguePlayer[]} able @param {EngineChoice} seat @param {number} index
   * @param {(some: Partial<EngineChoice>) => void} change
   */
  #player(able, seat, index, change) {
    const player = able.find((one) => one.name === seat.player);
    return html`${select("Player", `player-${index}`, able.map(option), seat.player, (chosen) => change({ player: chosen }))}
    ${this.#options(player, seat, index, change)}`;
  }

  /**
   * @param {import("../types").CataloguePlayer | import("../types").CatalogueSearch | undefined} engine
   * @param {EngineChoice} seat @param {number} index
   * @param {(some: Partial<EngineChoice>) => void} change
   */
  #options(engine, seat, index, change) {
    if (!engine) return nothing;
    const set = seat.settings[engine.name] ?? {};
    return engine.options.map((one) =>
      optionField(one, `${one.name}-of-engine-${index}`, set[one.name], (value) => {
        const { [one.name]: _, ...others } = set;
        const chosen = value === "" ? others : { ...others, [one.name]: value };
        change({ settings: { ...seat.settings, [engine.name]: chosen } });
      }),
    );
  }

  /**
   * @param {CatalogueGame} game @param {EngineChoice} seat @param {number} index
   * @param {(some: Partial<EngineChoice>) => void} change
   */
  #search(game, seat, index, change) {
    const { searches, evaluations } = /** @type {Catalogue} */ (this.catalogue);
    const known = evaluations.filter(({ fits }) => isAmong(fits, this.choices, game));
    /** @type {[string, string][]} */
    const offered = [["", "the best for the game"], ...known.map(option)];
    const plies = { min: 1, max: 60, step: 1, placeholder: "as time allows" };
    return html`${select("Search", `search-${index}`, searches.map(option), seat.search, (search) => change({ search }))}
    ${select("Evaluation", `evaluation-${index}`, offered, seat.evaluation, (evaluation) => change({ evaluation }))}
    ${number("Depth, plies", `depth-${index}`, plies, seat.depth, (depth) => change({ depth: depth && Math.round(depth) }))}
    <details class="more"><summary>Options of the search</summary>
      <div class="fields">${this.#options(searches.find((one) => one.name === seat.search), seat, index, change)}</div>
    </details>`;
  }

  /** @param {CatalogueGame} game */
  #sides(game) {
    const { opponent, side, mark } = this.choices;
    /** @param {string} value */
    const chooseSide = (value) => {
      const found = /** @type {Choices["side"]} */ (value);
      this.#change({ side: found });
      changeSettings({ side: found });
    };
    /** @param {string} value */
    const chooseMark = (value) => {
      const found = /** @type {Choices["mark"]} */ (value);
      this.#change({ mark: found });
      changeSettings({ mark: found });
    };
    return html`<div class="two">
      ${
        opponent === "engine"
          ? choice(
              "You move",
              "side",
              [
                ["first", "first"],
                ["second", "second"],
                ["lot", "by lot"],
              ],
              side,
              chooseSide,
            )
          : nothing
      }
      ${
        hasStones(this.choices, game)
          ? nothing
          : choice(
              opponent === "engine" ? "Your mark" : "First has",
              "mark",
              [
                ["X", symbolOf("X")],
                ["O", symbolOf("O")],
              ],
              mark,
              chooseMark,
            )
      }
    </div>`;
  }
}

/** @param {{name: string, summary: string}} one @returns {[value: string, text: string]} */
function option({ name, summary }) {
  return [name, summary ? `${name}: ${summary}` : name];
}

customElements.define("new-game", NewGame);
