import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';
import { replaceWhole } from './replace-whole.ts';

const RECORD = '.build/kept.json';

const Kept = z.record(z.string(), z.object({ inputs: z.array(z.string()), digest: z.string() }));

/**
 * What was built before, and from which files. An output is built again only if it has changed, or one of its source
 * files, or a file of `tools`. Paths are relative to `root`, or absolute.
 */
export class KeptOutputs {
  readonly #root: string;
  readonly #tools: readonly string[];
  readonly #kept: z.output<typeof Kept>;
  /** By path; undefined for a file that does not exist. */
  readonly #hashes = new Map<string, Promise<string | undefined>>();

  private constructor(root: string, tools: readonly string[], kept: z.output<typeof Kept>) {
    this.#root = root;
    this.#tools = tools;
    this.#kept = kept;
  }

  /** Reads the record of earlier builds. Without it, or if it is damaged, everything is built again. */
  static async read(root: string, tools: readonly string[]): Promise<KeptOutputs> {
    const text = await readFile(join(root, RECORD), 'utf8').catch(() => '{}');
    return new KeptOutputs(root, tools, parse(text));
  }

  /** Whether the output exists as it would be built now. */
  async isFresh(output: string): Promise<boolean> {
    const entry = this.#kept[output];
    return entry !== undefined && entry.digest === (await this.#digest(output, entry.inputs));
  }

  /** Notes from which files an output has just been built. */
  async keep(output: string, inputs: readonly string[]): Promise<void> {
    this.#hashes.delete(output);
    const digest = await this.#digest(output, inputs);
    if (digest !== undefined) this.#kept[output] = { inputs: [...inputs], digest };
  }

  async write(): Promise<void> {
    await replaceWhole(join(this.#root, RECORD), JSON.stringify(this.#kept));
  }

  /** One hash of all these files; undefined where one does not exist. */
  async #digest(output: string, inputs: readonly string[]): Promise<string | undefined> {
    const paths = [output, ...this.#tools, ...inputs];
    const hashes = await Promise.all(paths.map((path) => this.#hash(path)));
    if (hashes.includes(undefined)) return undefined;
    return hashOf(paths.map((path, index) => `${path} ${hashes[index]}`).join('\n'));
  }

  #hash(path: string): Promise<string | undefined> {
    const known = this.#hashes.get(path) ?? readFile(resolve(this.#root, path)).then(hashOf, () => undefined);
    this.#hashes.set(path, known);
    return known;
  }
}

/** All source files of an entry point. Files that left nothing in the output count, too: after a change they might. */
export function listInputs({ inputs }: Metafile, entryPoint: string): string[] {
  const found = new Set([entryPoint]);
  for (const path of found) {
    for (const { path: imported } of inputs[path]?.imports ?? []) if (imported in inputs) found.add(imported);
  }
  // Namespaces other than that of files are made by our own plugins.
  return [...found].filter((path) => !/^[\w-]+:/.test(path)).sort();
}

function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url');
}

function parse(text: string): z.output<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
