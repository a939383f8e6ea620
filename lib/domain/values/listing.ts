/** A sentence that ends in names, such as `配料：大米、水`. If the names have no room, the first ones and `等 12 种` follow. */
export interface Listing {
  /** The words before the names. */
  readonly lead: string;
  readonly names: readonly string[];
  /** The counting word after the number of names, by default 种. */
  readonly counter?: string;
}
