// Declares the parts of `negotiator` that are needed: importing the whole package would put all of it into each bundle.

declare module 'negotiator/lib/language.js' {
  /** Those of the provided languages that an `Accept-Language` header accepts, the preferred one first. */
  export function preferredLanguages(header: string | undefined, provided: readonly string[]): string[];
}

declare module 'negotiator/lib/mediaType.js' {
  /**
   * Those of the provided types that an `Accept` header accepts, the preferred one first; equal ones stay in their
   * order.
   */
  export function preferredMediaTypes(header: string | undefined, provided: readonly string[]): string[];
}

declare module 'negotiator/lib/encoding.js' {
  /**
   * Those of the provided encodings that an `Accept-Encoding` header accepts, the preferred one first. Equal ones are
   * in the order of `preferred`.
   */
  export function preferredEncodings(
    header: string | undefined,
    provided: readonly string[],
    preferred?: readonly string[],
  ): string[];
}
