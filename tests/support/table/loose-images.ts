import type { Key } from '../../../tables/keys.ts';
import { type Item, keyText } from './loose-input.ts';

/** An earlier state of an item; without an item where it did not exist. */
export interface Image {
  readonly key: Key;
  readonly item: Item | undefined;
}

/** The maximum number of stored images. */
const MAX_TRAILED = 2000;

/** The states of items before their last change, as long as an inconsistent read may still see them. */
export class ImageTrail {
  readonly #visibleMs: number;
  readonly #images = new Map<string, Image & { readonly until: number }>();

  constructor(visibleMs: number) {
    this.#visibleMs = visibleMs;
  }

  get size(): number {
    this.#drop();
    return this.#images.size;
  }

  leave(image: Image): void {
    const name = keyText(image.key);
    this.#images.delete(name);
    this.#images.set(name, { ...image, until: Date.now() + this.#visibleMs });
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

  /** Drops images. The oldest come first. */
  #drop(): void {
    const now = Date.now();
    for (const [name, { until }] of this.#images) {
      if (until > now && this.#images.size <= MAX_TRAILED) return;
      this.#images.delete(name);
    }
  }
}
