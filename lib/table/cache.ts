import type { Database } from './database.ts';

/** A cache of what was read from tables. All requests to a table share it. It evicts what was least recently used. */
export class TableCache<Value> {
  readonly #maxEntriesPerTable: number;
  /** For each root database its values by key, least recently used first. */
  readonly #valueByKeyByRoot = new WeakMap<Database, Map<string, Value>>();

  constructor(maxEntriesPerTable: number) {
    this.#maxEntriesPerTable = maxEntriesPerTable;
  }

  /** The value with this key, which becomes the most recently used one; undefined where none is cached. */
  find(db: Database, key: string): Value | undefined {
    const value = this.#valueByKeyByRoot.get(db.root)?.get(key);
    if (value !== undefined) this.set(db, key, value);
    return value;
  }

  set(db: Database, key: string, value: Value): void {
    const valueByKey = this.#valueByKeyByRoot.get(db.root) ?? new Map<string, Value>();
    // A map keeps the place of a key that it has. Without the deletion the key would not become the last one.
    valueByKey.delete(key);
    this.#valueByKeyByRoot.set(db.root, valueByKey.set(key, value));
    const [leastRecentKey] = valueByKey.keys();
    if (valueByKey.size > this.#maxEntriesPerTable && leastRecentKey !== undefined) valueByKey.delete(leastRecentKey);
  }

  delete(db: Database, key: string): void {
    this.#valueByKeyByRoot.get(db.root)?.delete(key);
  }
}
