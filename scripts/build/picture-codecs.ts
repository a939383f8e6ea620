import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { codecFiles, PICTURE_CODECS } from '../../lib/picture/wasm.ts';
import { replaceWhole } from './replace-whole.ts';

const require = createRequire(import.meta.url);
const ROOT = join(import.meta.dirname, '../..');

/** Writes the codecs where their function reads them, and returns the paths of their source files. */
export async function writePictureCodecs(root = ROOT): Promise<string[]> {
  const files = Object.entries(codecFiles).map(([name, file]) => [name, require.resolve(file)] as const);
  const texts = files.map(async ([name, file]) => [name, await readFile(file, 'base64')] as const);
  await replaceWhole(join(root, PICTURE_CODECS), JSON.stringify(Object.fromEntries(await Promise.all(texts))));
  return files.map(([, file]) => file);
}
