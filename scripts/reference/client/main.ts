import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderClient } from './render.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENT = join(ROOT, 'functions/openapi.generated.json');
/** One file without dependencies, for browsers and Node: to be copied to where it is used. */
const CLIENT = join(ROOT, 'functions/catering.generated.ts');

/** The text of the client that belongs to the endpoints as they are documented. */
export async function renderCurrentClient(): Promise<string> {
  return renderClient(await readFile(DOCUMENT, 'utf8'));
}

if (import.meta.main) await writeFile(CLIENT, await renderCurrentClient());
