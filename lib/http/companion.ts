import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { PackedText } from './packed.ts';

// The companions are JSON files that the build puts beside the bundles of the functions which read them. Their paths are
// relative to the folder in which functions run.
export const DOCS_PAGE_PATH = '.build/functions/service/get-docs.json';
export const OPENAPI_PATH = '.build/functions/service/get-openapi.json';
export const WORKBENCH_PAGE_PATH = '.build/functions/workbench/show-page.json';
export const WORKBENCH_FILES_PATH = '.build/functions/workbench/get-file.json';

/** Swagger UI as one page, and its Content-Security-Policy. */
const DocsPage = z.object({ page: PackedText, policy: z.string() });
export type DocsPage = z.output<typeof DocsPage>;

export const readDocsPage = makeReader(DOCS_PAGE_PATH, DocsPage);
export const readOpenapi = makeReader(OPENAPI_PATH, PackedText);
export const readWorkbenchPage = makeReader(WORKBENCH_PAGE_PATH, PackedText);

const readWorkbenchFiles = makeReader(WORKBENCH_FILES_PATH, z.record(z.string(), PackedText));

/** Finds a file of the workbench by its name. */
export function findWorkbenchFile(name: string): PackedText | undefined {
  const fileByName = readWorkbenchFiles();
  return Object.hasOwn(fileByName, name) ? fileByName[name] : undefined;
}

/** Makes a reader that reads the file once per process. */
function makeReader<T>(path: string, schema: z.ZodMiniType<T>): () => T {
  let cached: { readonly content: T } | undefined;
  return () => {
    cached ??= { content: schema.parse(JSON.parse(readFileSync(path, 'utf8'))) };
    return cached.content;
  };
}
