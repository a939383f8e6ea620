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
  readonly #images = new Map<string, Image & { readonly visibleUntil: number }>();

  constructor(visibleMs: number) {
    this.#visibleMs = visibleMs;
  }

  get size(): number {
    this.#dropExpired();
    return this.#images.size;
  }

  add(image: Image): void {
    const keyText = toKeyText(image.key);
    this.#images.delete(keyText);
    this.#images.set(keyText, { ...image, visibleUntil: Date.now() + this.#visibleMs });
    this.#dropExpired();
  }

  find(keyText: string): Image | undefined {
    this.#dropExpired();
    return this.#images.get(keyText);
  }

  list(): Iterable<Image> {
    this.#dropExpired();
    return this.#images.values();
  }

  /** Drops images that are no longer visible or too many. The oldest come first. */
  #dropExpired(): void {
    const now = Date.now();
    for (const [keyText, { visibleUntil }] of this.#images) {
      if (visibleUntil > now && this.#images.size <= MAX_IMAGES) return;
      this.#images.delete(keyText);
    }
  }
}
