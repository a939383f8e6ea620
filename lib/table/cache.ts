import type { Database } from './database.ts';

/** A cache of what was read from tables. All requests to a table share its entries. The least recently used are evicted. */
export class TableCache<Value> {
  readonly #maxEntries: number;
  /** The values of each root database by their keys, least recently used first. */
  readonly #valuesByRoot = new WeakMap<Database, Map<string, Value>>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** The value with this key, which becomes the most recently used one; undefined where none is cached. */
  find(db: Database, key: string): Value | undefined {
    const value = this.#valuesByRoot.get(db.root)?.get(key);
    if (value !== undefined) this.set(db, key, value);
    return value;
  }

  set(db: Database, key: string, value: Value): void {
    const values = this.#valuesByRoot.get(db.root) ?? new Map<string, Value>();
    values.delete(key);
    this.#valuesByRoot.set(db.root, values.set(key, value));
    const [leastRecentlyUsedKey] = values.keys();
    if (values.size > this.#maxEntries && leastRecentlyUsedKey !== undefined) values.delete(leastRecentlyUsedKey);
  }

  delete(db: Database, key: string): void {
    this.#valuesByRoot.get(db.root)?.delete(key);
  }
}
