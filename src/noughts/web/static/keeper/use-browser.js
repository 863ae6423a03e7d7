/**
 * Makes the browser the page's keeper. Beside the page lie `site.json`, which is the catalogue of the site's games as a server
 * would send it, and a folder `games/NAME/` with the description and the module of each.
 */

import { BrowserKeeper } from "./browser.js";
import { useKeeper } from "./chosen.js";
import { Shelf } from "./shelf.js";

/** @typedef {import("./runtime").Rules} Rules */

const RULES = "../engine/rules.js";
const THINKER = "../engine/thinker.js";

/** @type {Map<string, Promise<Rules>>} */
const loaded = new Map();
/** The class, once rules have been asked for: whoever only looks at the list of games needs no engine. @type {any} */
let Thinker = null;

/** @param {string} game */
function folder(game) {
  return new URL(`games/${encodeURIComponent(game)}/`, document.baseURI).href;
}

/** @param {string} game @returns {Promise<Rules>} */
async function load(game) {
  const [rules, thinker] = await Promise.all([import(RULES), import(THINKER)]);
  Thinker = thinker.Thinker;
  return rules.Rules.load(folder(game));
}

const runtime = {
  /** @param {string} game */
  rules(game) {
    const found = loaded.get(game) ?? load(game);
    loaded.set(game, found);
    found.catch(() => loaded.delete(game));
    return found;
  },
  /** @param {string} game @returns {import("./runtime").Thinker} */
  thinker: (game) => new Thinker(folder(game)),
};

/** @type {Promise<import("../types").Catalogue> | null} */
let catalogue = null;

async function loadCatalogue() {
  const answer = await fetch(new URL("site.json", document.baseURI));
  if (!answer.ok) throw new Error("the list of this site's games cannot be loaded");
  return answer.json();
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
useKeeper(
  new BrowserKeeper(
    runtime,
    () => {
      catalogue ??= loadCatalogue().catch((error) => {
        catalogue = null;
        throw error;
      });
      return catalogue;
    },
    shelf,
  ),
);
