import type { Key } from '../../tables/keys.ts';
import { type Item, nameOfKey } from './loose-input.ts';

/** An item as it was; no item where there was none. */
export interface Image {
  readonly key: Key;
  readonly item: Item | undefined;
}

/** More than these are never remembered. */
const MOST_TRAILED = 2000;

/** What items were before their last change, as long as a read that is not consistent may still be given it. */
export class ImageTrail {
  readonly #keptMs: number;
  readonly #images = new Map<string, Image & { readonly until: number }>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  get size(): number {
    this.#drop();
    return this.#images.size;
  }

  leave(image: Image): void {
    const name = nameOfKey(image.key);
    this.#images.delete(name);
    this.#images.set(name, { ...image, until: Date.now() + this.#keptMs });
    this.#drop();
  }

  find(name: string): Image | undefined {
    this.#drop();
    return this.#images.get(name);
  }

  all(): Iterable<Image> {
    this.#drop();
    return this.#images.values();
  }

  /** The oldest stand first. */
  #drop(): void {
    const now = Date.now();
    for (const [name, { until }] of this.#images) {
      if (until > now && this.#images.size <= MOST_TRAILED) return;
      this.#images.delete(name);
    }
  }
}
