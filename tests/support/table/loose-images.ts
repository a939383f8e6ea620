import type { Key } from '../../../tables/keys.ts';
import { type Item, toKeyText } from './loose-input.ts';

/** An earlier state of an item; without an item where it did not exist. */
export interface Image {
  readonly key: Key;
  readonly item: Item | undefined;
}

/** The maximum number of stored images. */
const MAX_IMAGES = 2000;

/** The states of items before their last change, as long as an inconsistent read may still see them. */
export class ImageTrail {
  readonly #visibleMs: number;
  readonly #images = new Map<string, Image & { readonly until: number }>();

  constructor(visibleMs: number) {
    this.#visibleMs = visibleMs;
  }

  get size(): number {
    this.#dropOld();
    return this.#images.size;
  }

  add(image: Image): void {
    const name = toKeyText(image.key);
    this.#images.delete(name);
    this.#images.set(name, { ...image, until: Date.now() + this.#visibleMs });
    this.#dropOld();
  }

  find(name: string): Image | undefined {
    this.#dropOld();
    return this.#images.get(name);
  }

  list(): Iterable<Image> {
    this.#dropOld();
    return this.#images.values();
  }

  /** Drops images. The oldest come first. */
  #dropOld(): void {
    const now = Date.now();
    for (const [name, { until }] of this.#images) {
      if (until > now && this.#images.size <= MAX_IMAGES) return;
      this.#images.delete(name);
    }
  }
}
