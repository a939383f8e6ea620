import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCUMENT } from '../../lib/http/docs.ts';
import { makeDocument } from './document.ts';
import { pack } from './pack.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Writes the OpenAPI document, minified, where its function reads it. */
export async function writeDocument(root = ROOT): Promise<void> {
  const path = join(root, DOCUMENT);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(pack(JSON.stringify(await makeDocument()))));
}
