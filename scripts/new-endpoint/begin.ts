import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Declarations } from '../generate/declarations.ts';
import { Problem } from '../start/problem.ts';
import type { Draft } from './options.ts';
import { namesOf, renderSource, renderTest } from './templates.ts';

/** @throws Problem where an endpoint or a job has the route or the function's name already. */
export function demandNew(draft: Draft, { endpoints, jobs }: Declarations): void {
  const { id, route } = namesOf(draft);
  for (const { noun, file, declaration } of endpoints) {
    if (declaration.route === route) throw new Problem(`${route} is functions/${noun}/${file}.ts already`);
  }
  for (const { noun, file, declaration } of [...endpoints, ...jobs]) {
    if (declaration.id === id) throw new Problem(`The function ${id} is functions/${noun}/${file}.ts already`);
  }
}

/** Writes declaration and test below `root`. @throws Problem where one of them is there; then neither is written. */
export async function writeEndpoint(root: string, draft: Draft): Promise<void> {
  const { source, test } = namesOf(draft);
  for (const path of [source, test]) {
    if (existsSync(join(root, path))) throw new Problem(`${path} is there already`);
  }
  await writeNew(join(root, source), renderSource(draft));
  await writeNew(join(root, test), renderTest(draft));
}

async function writeNew(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: 'wx' });
}
