import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEFINITION = join(import.meta.dirname, '../../serverless.yml');

/** Defaults of the parameters that a deployment takes, by name, as the top of serverless.yml has them. */
export async function readParameters(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(DEFINITION, 'utf8');
  const [, block = ''] = /^params:\n {2}default:\n((?: {4}.*\n|\n)+)/m.exec(text) ?? [];
  const lines = [...block.matchAll(/^ {4}(\w+): *(.*)$/gm)];
  if (lines.length === 0) throw new Error('serverless.yml declares no parameters where they are expected');
  return new Map(lines.map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')]));
}
