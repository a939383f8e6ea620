/** A map of at most `most` entries: whoever was not asked for the longest makes room for a new one. */
export class RecentMap<Key, Value> {
  readonly #most: number;
  /** The longest unused first. */
  readonly #entries = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, undefined where there is none. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const [longestUnused] of this.#entries) {
      this.#entries.delete(longestUnused);
      return;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
