// The parts of `negotiator` that are needed; the whole package would put all of it into each bundle.

declare module 'negotiator/lib/language.js' {
  /** Those of the languages provided that an `Accept-Language` header accepts, the preferred one first. */
  export function preferredLanguages(header: string | undefined, provided: readonly string[]): string[];
}

declare module 'negotiator/lib/mediaType.js' {
  /** Those of the types provided that an `Accept` header accepts, the preferred one first; among equals in their order. */
  export function preferredMediaTypes(header: string | undefined, provided: readonly string[]): string[];
}

declare module 'negotiator/lib/encoding.js' {
  /**
   * Those of the encodings provided that an `Accept-Encoding` header accepts, the preferred one first; among equals the
   * order of `preferred` decides.
   */
  export function preferredEncodings(
    header: string | undefined,
    provided: readonly string[],
    preferred?: readonly string[],
  ): string[];
}
