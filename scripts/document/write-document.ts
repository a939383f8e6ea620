import { join } from 'node:path';
import { DOCUMENT } from '../../lib/http/docs.ts';
import { writeWhole } from '../build/write-whole.ts';
import { makeDocument } from './document.ts';
import { pack } from './pack.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Writes the OpenAPI document, minified, where its function reads it. */
export async function writeDocument(root = ROOT): Promise<void> {
  await writeWhole(join(root, DOCUMENT), JSON.stringify(pack(JSON.stringify(await makeDocument()))));
}
