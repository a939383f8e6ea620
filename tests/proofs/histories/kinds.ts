import { readdir } from 'node:fs/promises';
import type { Kind } from './kind.ts';

const KINDS = new URL('kinds/', import.meta.url);

/** The calls that every noun's file has, in the order of their names. */
async function readKinds(): Promise<readonly Kind[]> {
  const files = (await readdir(KINDS)).toSorted();
  const modules = await Promise.all(files.map((file) => import(new URL(file, KINDS).href)));
  return modules.flatMap((module: { readonly kinds: readonly Kind[] }) => module.kinds);
}

/** Every call of the service. */
export const allKinds: readonly Kind[] = await readKinds();
