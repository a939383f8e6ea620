import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Declarations } from '../generate/declarations.ts';
import { Problem } from '../start/problem.ts';
import { listEntries } from './entries.ts';
import type { Draft } from './options.ts';
import { namesOf, renderSource, renderTest } from './templates.ts';

/** The names that identify an endpoint. */
export interface EndpointName {
  readonly id: string;
  readonly route: string;
}

/**
 * Demands that no endpoint or job has the route or the function's name.
 * @throws Problem
 */
export function demandNew({ id, route }: EndpointName, { endpoints, jobs }: Declarations): void {
  for (const { noun, file, declaration } of endpoints) {
    if (declaration.route === route) throw new Problem(`${route} is functions/${noun}/${file}.ts already`);
  }
  for (const { noun, file, declaration } of [...endpoints, ...jobs]) {
    if (declaration.id === id) throw new Problem(`The function ${id} is functions/${noun}/${file}.ts already`);
  }
}

/**
 * Writes declaration and test below `root`, and adds the endpoint's entries to the files of its noun.
 * @throws Problem where declaration or test exists; then nothing is written.
 */
export async function writeEndpoint(root: string, draft: Draft): Promise<void> {
  const { source, test } = namesOf(draft);
  demandAbsent(root, [source, test]);
  const files = new Map([
    [source, renderSource(draft)],
    [test, renderTest(draft)],
  ]);
  for (const { path, alone, addTo } of listEntries(draft)) {
    const file = join(root, path);
    files.set(path, existsSync(file) ? addTo(await readFile(file, 'utf8')) : alone);
  }
  await writeFiles(root, files);
}

/**
 * Demands that none of these files exists.
 * @throws Problem naming the first one.
 */
export function demandAbsent(root: string, paths: Iterable<string>): void {
  for (const path of paths) {
    if (existsSync(join(root, path))) throw new Problem(`${path} is there already`);
  }
}

/** Writes files by their paths, and creates missing folders. */
export async function writeFiles(root: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** Generates again what depends on declarations and statements, in a process that has loaded none of them. */
export async function generate(root: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['--run', 'generate'], { cwd: root });
}
