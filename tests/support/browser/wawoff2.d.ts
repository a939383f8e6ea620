declare module 'wawoff2/decompress.js' {
  /** A TrueType font, from one in WOFF2. */
  export default function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
