/** A browser's storage in memory; it refuses what is more than `room` letters in all. */
export class MemoryStorage {
  #items = new Map();

  constructor(room = Infinity) {
    this.room = room;
  }

  get length() {
    return this.#items.size;
  }

  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    const others = [...this.#items].filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, item]) => sum + name.length + item.length, 0);
    if (used + key.length + value.length > this.room) throw new Error("QuotaExceededError");
    this.#items.set(key, value);
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}
