/** The part of `negotiator` that languages need; the whole package would put all of it into each bundle. */
declare module 'negotiator/lib/language.js' {
  /** Those of the languages provided that an `Accept-Language` header accepts, the preferred one first. */
  export function preferredLanguages(header: string | undefined, provided: readonly string[]): string[];
}
