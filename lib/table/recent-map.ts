/**
 * A map with a bound. Its values together weigh at most `most`; each weighs 1 unless `weigh` says otherwise. The
 * entries unused for longest make room for a new one. The newest entry stays, however much it weighs.
 */
export class RecentMap<Key, Value> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  /** The entry unused for longest comes first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weigh = weigh;
  }

  /** The value of a key; undefined where there is none. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Sets a value. Setting it again weighs it again. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const longestUnused of this.#entries.keys()) {
      if (this.#weight <= this.#most || this.#entries.size === 1) return;
      this.delete(longestUnused);
    }
  }

  delete(key: Key): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}

/** Gives each owner a value of its own. It is made when it is first asked for, and is dropped with its owner. */
export function perOwner<Owner extends WeakKey, Own>(make: (owner: Owner) => Own): (owner: Owner) => Own {
  const owned = new WeakMap<Owner, Own>();
  return (owner) => {
    const own = owned.get(owner) ?? make(owner);
    owned.set(owner, own);
    return own;
  };
}
