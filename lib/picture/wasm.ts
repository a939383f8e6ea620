import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Pixels } from './square.ts';

/** The class of decoded pictures: browsers have it, Node does not. */
class ImageData implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** Where the build puts the codecs, relative to the folder in which functions run: beside the bundle that uses them. */
export const PICTURE_CODECS = '.build/functions/dish/set-dish-icon.json';

/** The codecs as WebAssembly in base64. */
const Codecs = z.object({ jpeg: z.string(), webp: z.string(), toWebp: z.string() });
type CodecName = keyof z.output<typeof Codecs>;

/** The file of each codec in its package. */
export const codecFiles: Readonly<Record<CodecName, string>> = {
  jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  webp: '@jsquash/webp/codec/dec/webp_dec.wasm',
  toWebp: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
};

type Instantiated = (instance: WebAssembly.Instance) => unknown;

/** Makes an instance of a codec, as Emscripten wraps it. */
export type Factory<Codec> = (options: {
  readonly noInitialRun: true;
  readonly instantiateWasm: (imports: object, done: Instantiated) => object;
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => void;
}) => Promise<Codec>;

let texts: z.output<typeof Codecs> | undefined;
const modules = new Map<CodecName, WebAssembly.Module>();

/**
 * A new instance of a codec. An earlier one keeps the memory of its largest picture, and may have stopped in the middle
 * of one. `warn` gets the codec's warnings.
 */
export function startCodec<Codec>(
  name: CodecName,
  create: Factory<Codec>,
  warn: (line: string) => void = () => {},
): Promise<Codec> {
  Object.assign(globalThis, { ImageData });
  const compiled = modules.get(name) ?? compile(name);
  modules.set(name, compiled);
  return create({
    noInitialRun: true,
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance);
      return instance.exports;
    },
    print: () => {},
    printErr: warn,
  });
}

function compile(name: CodecName): WebAssembly.Module {
  texts ??= Codecs.parse(JSON.parse(readFileSync(PICTURE_CODECS, 'utf8')));
  return new WebAssembly.Module(Buffer.from(texts[name], 'base64'));
}
