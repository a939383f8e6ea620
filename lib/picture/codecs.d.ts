// Declares the parts of the codecs that are needed. The other parts of their packages load WebAssembly from addresses
// and keep one instance for good.

declare module '@jsquash/jpeg/codec/dec/mozjpeg_dec.js' {
  const create: import('./wasm.ts').Factory<{
    /** Throws, or returns null or undefined, where the bytes are not a JPEG that it reads. */
    decode(bytes: Uint8Array, isTurned: boolean): import('./square.ts').Pixels | null | undefined;
  }>;

  // biome-ignore lint/style/noDefaultExport: the package has it so
  export { create as default };
}

declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  const create: import('./wasm.ts').Factory<{
    decode(bytes: Uint8Array): import('./square.ts').Pixels | null | undefined;
  }>;

  // biome-ignore lint/style/noDefaultExport: the package has it so
  export { create as default };
}

declare module '@jsquash/webp/codec/enc/webp_enc_simd.js' {
  const create: import('./wasm.ts').Factory<{
    encode(
      data: Uint8Array | Uint8ClampedArray,
      width: number,
      height: number,
      options: Readonly<Record<string, number>>,
    ): Uint8Array | null | undefined;
  }>;

  // biome-ignore lint/style/noDefaultExport: the package has it so
  export { create as default };
}

declare module '@jsquash/webp/meta.js' {
  export const defaultOptions: Readonly<Record<string, number>>;
}

declare module 'pngjs/lib/parser-sync.js' {
  /** Throws where the bytes are not a PNG. */
  const parse: (bytes: Uint8Array, options: object) => import('./square.ts').Pixels;

  // biome-ignore lint/style/noDefaultExport: the package has it so
  export { parse as default };
}

/** The part of the standard that is needed: Node's types do not have it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    readonly exports: object;
    constructor(module: Module, imports: object);
  }
}
