import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';
import { replaceWhole } from './replace-whole.ts';

const RECORD = '.build/kept.json';

const Kept = z.record(z.string(), z.object({ inputs: z.array(z.string()), digest: z.string() }));

/**
 * What was built before, and of what: an output is made anew only where it, one of the files it was made of, or what
 * `tools` are has changed. Paths are relative to `root`, or absolute.
 */
export class KeptOutputs {
  readonly #root: string;
  readonly #tools: readonly string[];
  readonly #kept: z.output<typeof Kept>;
  /** By path: of a file that is not there, undefined. */
  readonly #hashes = new Map<string, Promise<string | undefined>>();

  private constructor(root: string, tools: readonly string[], kept: z.output<typeof Kept>) {
    this.#root = root;
    this.#tools = tools;
    this.#kept = kept;
  }

  /** Reads the record of earlier builds; without one, or with a broken one, nothing is kept. */
  static async read(root: string, tools: readonly string[]): Promise<KeptOutputs> {
    const text = await readFile(join(root, RECORD), 'utf8').catch(() => '{}');
    return new KeptOutputs(root, tools, parse(text));
  }

  /** Whether the output is there as it would be built now. */
  async isFresh(output: string): Promise<boolean> {
    const entry = this.#kept[output];
    return entry !== undefined && entry.digest === (await this.#digest(output, entry.inputs));
  }

  /** Notes of what an output has just been made. */
  async keep(output: string, inputs: readonly string[]): Promise<void> {
    this.#hashes.delete(output);
    const digest = await this.#digest(output, inputs);
    if (digest !== undefined) this.#kept[output] = { inputs: [...inputs], digest };
  }

  async write(): Promise<void> {
    await replaceWhole(join(this.#root, RECORD), JSON.stringify(this.#kept));
  }

  /** One hash for all of them; undefined where one is not there. */
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

/** Every file that an entry point was made of, those that left nothing in it too: changed, they might. */
export function listInputs({ inputs }: Metafile, entryPoint: string): string[] {
  const found = new Set([entryPoint]);
  for (const path of found) {
    for (const { path: imported } of inputs[path]?.imports ?? []) if (imported in inputs) found.add(imported);
  }
  // Other namespaces than that of files are made by our own plugins.
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
