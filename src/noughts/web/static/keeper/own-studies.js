/** Analysis boards on the browser's own shelf: an entry each, and a list of them. */

import { KeeperError } from "./chosen.js";

/** @typedef {import("../types").StudySummary} StudySummary */
/** @typedef {import("../types").Study} Study */
/** @typedef {import("../analysis/tree.js").TreeData} TreeData */

export const MOST_STUDIES = 100;

export class OwnStudies {
  /** @param {import("./shelf.js").Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
  }

  /** The one that was changed last comes first. @returns {StudySummary[]} */
  all() {
    const found = this.shelf.read("studies");
    const list = Array.isArray(found) ? found.filter(isSummary) : []; // anybody may write into a browser's storage
    return list.sort((one, other) => other.changed.localeCompare(one.changed));
  }

  /** @param {number} id @returns {Study & {changed: string}} */
  find(id) {
    const summary = this.all().find((one) => one.id === id);
    const tree = summary && this.shelf.read(`study.${id}`);
    if (!summary || !tree) throw new KeeperError(`there is no analysis board ${id} in this browser`);
    return { ...summary, tree };
  }

  /** @param {string} name @param {TreeData} tree */
  keep(name, tree) {
    const all = this.all();
    if (all.length >= MOST_STUDIES) throw new KeeperError(`${MOST_STUDIES} analysis boards are kept in this browser: delete one first`);
    const id = Math.max(Number(this.shelf.read("last study")) || 0, ...all.map((one) => one.id)) + 1;
    this.#write({ id, name, game: tree.game, revision: 1, changed: new Date().toISOString() }, tree);
    this.shelf.write("last study", id);
    return { id, revision: 1 };
  }

  /** @param {number} id @param {{name: string, revision: number, tree: TreeData}} study with the revision that it was read with */
  change(id, { name, revision, tree }) {
    const before = this.find(id);
    if (before.revision !== revision) throw new KeeperError("this board was changed elsewhere meanwhile: keep it by another name, or load the page anew");
    this.#write({ id, name, game: tree.game, revision: revision + 1, changed: new Date().toISOString() }, tree);
    return { id, revision: revision + 1 };
  }

  /** @param {number} id */
  remove(id) {
    this.shelf.write("studies", this.all().filter((one) => one.id !== id));
    this.shelf.forget(`study.${id}`);
  }

  /** @param {StudySummary} summary @param {TreeData} tree */
  #write(summary, tree) {
    const others = this.all().filter((one) => one.id !== summary.id);
    const isKept = this.shelf.write(`study.${summary.id}`, tree) && this.shelf.write("studies", [...others, summary]);
    if (!isKept) throw new KeeperError("this browser has no room for this board: save it as a file");
  }
}

/** @param {any} found @returns {found is StudySummary} */
function isSummary(found) {
  const texts = [found?.name, found?.game, found?.changed];
  return texts.every((text) => typeof text === "string") && Number.isInteger(found.id) && Number.isInteger(found.revision);
}
