import { readFileSync } from 'node:fs';
import type * as z from 'zod/mini';

/**
 * Makes a reader of a JSON file that the build puts beside a function's bundle. The path is relative to the folder in
 * which functions run. The file is read once per process.
 */
export function makeCompanionReader<T>(path: string, schema: z.ZodMiniType<T>): () => T {
  let cached: { readonly content: T } | undefined;
  return () => {
    cached ??= { content: schema.parse(JSON.parse(readFileSync(path, 'utf8'))) };
    return cached.content;
  };
}
