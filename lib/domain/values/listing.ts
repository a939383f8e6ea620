/** A sentence that ends in names. If some are left out, it says how many there are: `等 12 种`. */
export interface Listing {
  readonly lead: string;
  readonly names: readonly string[];
  /** The counting word for the names, by default 种. */
  readonly counter?: string;
}
