import { readFileSync } from 'node:fs';
import type * as z from 'zod/mini';

/**
 * A reader of a file that the build puts beside a function's bundle, by its path relative to the folder in which
 * functions run. It is read once.
 */
export function companion<T>(path: string, schema: z.ZodMiniType<T>): () => T {
  let content: { readonly value: T } | undefined;
  return () => {
    content ??= { value: schema.parse(JSON.parse(readFileSync(path, 'utf8'))) };
    return content.value;
  };
}
