import { readdir } from 'node:fs/promises';
import type { Kind } from './kind.ts';

const KINDS = new URL('kinds/', import.meta.url);

/** The calls of every noun's file, in the order of the nouns. */
async function readKinds(): Promise<readonly Kind[]> {
  const files = (await readdir(KINDS)).toSorted();
  const modules = await Promise.all(files.map((file) => import(new URL(file, KINDS).href)));
  return modules.flatMap((module: { readonly kinds: readonly Kind[] }) => module.kinds);
}

/** Every call of the service. */
export const allKinds: readonly Kind[] = await readKinds();
