/**
 * Games on the browser's own shelf: records in its local storage, one entry each, so that tabs do not overwrite each other's. What
 * the browser refuses to keep, because it is full or because the person wants it so, stays in the page's memory.
 */

/** @typedef {import("../types").SeatChoice} SeatChoice */
/** @typedef {import("../types").Mark} Mark */
/** @typedef {import("../types").Verdict} Verdict */
/** @typedef {[text: string, seconds: number | null, value: number | null, depth: number | null]} RecordedMove */
/**
 * @typedef {object} GameRecord
 * @property {1} version of this form: what is kept outlives the page
 * @property {number} id
 * @property {string} game
 * @property {[SeatChoice, SeatChoice]} seats
 * @property {[Mark, Mark]} marks
 * @property {RecordedMove[]} line those that were taken back too
 * @property {number} ply how many of them stand
 * @property {0 | 1 | null} resigned the side that gave up
 * @property {"1-0" | "0-1" | "1/2-1/2" | "*"} result
 * @property {string} reason
 * @property {string} changed ISO
 * @property {number} [levels] the edition of the engine's levels that it was played with; at first it was not noted
 * @property {Verdict[]} [verdicts] of a review
 */

export const MOST_GAMES = 500; // some kilobytes each, of the five megabytes that browsers give

export class Shelf {
  /** Records that are nowhere else. @type {Map<number, GameRecord>} */
  #unkept = new Map();

  /**
   * @param {Storage | null} storage null where the browser has none for this page
   * @param {string} prefix of all entries: sites of one host share a storage
   * @param {EventTarget} [tabs] that tells by "storage" what other tabs have changed: the window
   */
  constructor(storage, prefix, tabs = new EventTarget()) {
    this.storage = storage;
    this.prefix = prefix;
    this.tabs = tabs;
  }

  /** @param {number} id */
  #key(id) {
    return `${this.prefix}game.${id}`;
  }

  /**
   * Tell when another tab has changed a game, or deleted it.
   * @param {number} id @param {(record: GameRecord | null) => void} changed
   * @returns {() => void} ends it
   */
  watch(id, changed) {
    /** @param {Event} event */
    const onStorage = (event) => {
      if (/** @type {StorageEvent} */ (event).key === this.#key(id)) changed(this.find(id));
    };
    this.tabs.addEventListener("storage", onStorage);
    return () => this.tabs.removeEventListener("storage", onStorage);
  }

  /** @param {number} id @returns {GameRecord | null} */
  find(id) {
    return this.#unkept.get(id) ?? readRecord(this.#read(this.#key(id)));
  }

  /** The games that are kept, the latest first; and those that should have been. @returns {GameRecord[]} */
  all() {
    const records = [...this.#unkept.values()].filter(({ id }) => id > 0);
    for (const key of this.#keys()) {
      const record = readRecord(this.#read(key));
      if (record && !this.#unkept.has(record.id)) records.push(record);
    }
    return records.sort((one, other) => other.changed.localeCompare(one.changed) || other.id - one.id);
  }

  /** A number that no game has had; of one that is not to be kept it is negative. @param {boolean} isKept */
  newId(isKept) {
    if (!isKept) return Math.min(0, ...this.#unkept.keys()) - 1;
    const last = Math.max(Number(this.read("last")) || 0, ...this.all().map(({ id }) => id));
    this.write("last", last + 1);
    return last + 1;
  }

  /** @param {GameRecord} record @returns {boolean} whether it is kept, if it is to be */
  put(record) {
    const isKept = record.id < 0 || this.#write(this.#key(record.id), record);
    if (record.id > 0 && isKept) this.#unkept.delete(record.id);
    else this.#unkept.set(record.id, record);
    if (record.id > 0 && isKept) this.#tidy();
    return isKept;
  }

  /** @param {number} id */
  remove(id) {
    this.#unkept.delete(id);
    this.storage?.removeItem(this.#key(id));
  }

  /** Anything else that is kept. @param {string} name @returns {any} */
  read(name) {
    return this.#read(this.prefix + name);
  }

  /** @param {string} name @param {unknown} value @returns {boolean} whether it is kept */
  write(name, value) {
    return this.#write(this.prefix + name, value);
  }

  /** @param {string} name */
  forget(name) {
    this.storage?.removeItem(this.prefix + name);
  }

  /** Where there are too many, the oldest go: finished ones first. */
  #tidy() {
    const keys = this.#keys();
    if (keys.length <= MOST_GAMES) return;
    const records = this.all().reverse();
    const finished = records.filter(({ result }) => result !== "*");
    const unfinished = records.filter(({ result }) => result === "*");
    for (const { id } of [...finished, ...unfinished].slice(0, keys.length - MOST_GAMES)) this.remove(id);
  }

  #keys() {
    const start = `${this.prefix}game.`;
    const names = Array.from({ length: this.storage?.length ?? 0 }, (_, index) => this.storage?.key(index) ?? "");
    return names.filter((name) => name.startsWith(start));
  }

  /** @param {string} key @returns {any} */
  #read(key) {
    try {
      return JSON.parse(this.storage?.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {unknown} value */
  #write(key, value) {
    try {
      this.storage?.setItem(key, JSON.stringify(value));
      return this.storage !== null;
    } catch {
      return false; // full, or refused
    }
  }
}

/** What an entry says, if it is a record: anybody may write into a browser's storage. @param {any} found @returns {GameRecord | null} */
export function readRecord(found) {
  const isRecord =
    found?.version === 1 &&
    Number.isInteger(found.id) &&
    typeof found.game === "string" &&
    Array.isArray(found.line) &&
    found.line.every((/** @type {unknown} */ move) => Array.isArray(move) && typeof move[0] === "string") &&
    Number.isInteger(found.ply) &&
    Array.isArray(found.seats) &&
    found.seats.length === 2 &&
    Array.isArray(found.marks) &&
    typeof found.changed === "string";
  return isRecord ? found : null;
}
