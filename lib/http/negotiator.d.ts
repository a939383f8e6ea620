// Declares the parts of `negotiator` that are needed: importing the whole package would put all of it into each bundle. Each
// function returns those of the provided values that a header accepts, the preferred one first.

declare module 'negotiator/lib/language.js' {
  export function preferredLanguages(header: string | undefined, provided: readonly string[]): string[];
}

declare module 'negotiator/lib/mediaType.js' {
  /** Equal ones stay in their order. */
  export function preferredMediaTypes(header: string | undefined, provided: readonly string[]): string[];
}

declare module 'negotiator/lib/encoding.js' {
  /** Equal ones are in the order of `ranking`. */
  export function preferredEncodings(header: string, provided: readonly string[], ranking: readonly string[]): string[];
}
