/**
 * Makes the browser the page's keeper. Beside the page lies `site.json`, the catalogue of the site's games as a server would
 * send it, with the address of each game's description; of a family that is named by sizes, that of a folder with a file of
 * descriptions for each first size.
 */

import { BrowserKeeper } from "./browser.js";
import { KeeperError, useKeeper } from "./chosen.js";
import { familyOf } from "../new-game/choices.js";
import { Shelf } from "./shelf.js";

/** @typedef {import("./runtime").Rules} Rules */

/** @type {Map<string, Promise<Rules>>} */
const loaded = new Map();
/** The class, once rules have been asked for: whoever only looks at the list of games needs no engine.
 * @type {any} */
let Thinker = null;

/** @param {string} game @returns {Promise<Rules>} */
async function load(game) {
  const [{ engines, sides }, { Rules }, thinker] = await Promise.all([
    site(),
    import("../engine/rules.js"),
    import("../engine/thinker.js"),
  ]);
  Thinker = thinker.Thinker;
  if (Object.hasOwn(engines, game)) return Rules.load(new URL(engines[game], document.baseURI).href);
  const [family, first] = familyOf(Object.keys(engines), game) ?? [];
  if (!family) throw new KeeperError(`there is no game ${game} here`);
  const [least, most] = sides;
  if (game.match(/\d+/g)?.slice(0, -1).some((size) => Number(size) < least || Number(size) > most)) {
    throw new KeeperError(`there is no board ${game} here: boards have ${least} to ${most} rows and columns`);
  }
  return Rules.load(new URL(`${engines[family]}${first}.bin`, document.baseURI).href, game);
}

const runtime = {
  /** @param {string} game */
  rules(game) {
    const found = loaded.get(game) ?? load(game);
    loaded.set(game, found);
    found.catch(() => loaded.delete(game));
    return found;
  },
  /** @param {string} game @returns {Promise<import("../types").Guide>} */
  async guide(game) {
    const { guides } = await site();
    const answer = Object.hasOwn(guides, game) ? await fetch(new URL(guides[game], document.baseURI)) : null;
    if (!answer?.ok) throw new KeeperError(`there is no game ${game} here`);
    return answer.json();
  },
  async puzzleGames() {
    return Object.keys((await site()).puzzles);
  },
  /** @param {string} game @returns {Promise<import("../puzzles/solving.js").PuzzleEntry[]>} */
  async puzzles(game) {
    const { puzzles } = await site();
    const answer = Object.hasOwn(puzzles, game) ? await fetch(new URL(puzzles[game], document.baseURI)) : null;
    if (!answer?.ok) throw new KeeperError(`there are no puzzles of ${game} here`);
    return answer.json();
  },
  /** @param {string} game @returns {import("./runtime").Thinker} */
  thinker: (game) => new Thinker(runtime.rules(game).then(({ parts }) => parts)),
};

/** @typedef {import("../types").Catalogue & { engines: Record<string, string>, guides: Record<string, string>, puzzles: Record<string, string>, sides: [number, number] }} Site */

/** @type {Promise<Site> | null} */
let catalogue = null;

async function loadCatalogue() {
  const answer = await fetch(new URL("site.json", document.baseURI)).catch(() => null);
  if (!answer?.ok) throw new Error("the list of this site's games cannot be loaded");
  return answer.json();
}

function site() {
  catalogue ??= loadCatalogue().catch((error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/** Browsers may forbid a page even to ask. */
function storageHere() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const shelf = new Shelf(storageHere(), `noughts:${new URL(".", document.baseURI).pathname}:`, window);
useKeeper(new BrowserKeeper(runtime, site, shelf));
