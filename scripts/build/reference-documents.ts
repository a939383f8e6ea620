import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENTS, type Documents } from '../../lib/http/docs.ts';
import { pack } from './pack.ts';
import { replaceWhole } from './replace-whole.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = {
  zh: join(ROOT, 'functions/openapi.zh.generated.json'),
  en: join(ROOT, 'functions/openapi.generated.json'),
};

/** Writes the OpenAPI document, minified, where its function reads it, and returns the paths of its source files. */
export async function writeDocuments(root = ROOT): Promise<string[]> {
  const [zh, en] = await Promise.all([packDocument(SOURCES.zh), packDocument(SOURCES.en)]);
  await replaceWhole(join(root, DOCUMENTS), JSON.stringify({ zh, en } satisfies Documents));
  return Object.values(SOURCES);
}

async function packDocument(path: string) {
  return pack(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))));
}
