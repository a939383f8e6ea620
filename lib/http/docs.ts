import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { AppError, type Language } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import { Packed } from './packed.ts';

/** Where the build puts the page and the documents, relative to the folder in which functions run. */
export const DOCS_PAGE = '.build/functions/service/get-docs.json';
export const DOCUMENTS = '.build/functions/service/get-openapi.json';

/** The reference page as it was built, and its Content-Security-Policy. */
const DocsPage = z.object({ page: Packed, policy: z.string() });
export type DocsPage = z.output<typeof DocsPage>;

/** The OpenAPI document in each language. */
const Documents = z.object({ zh: Packed, en: Packed });
export type Documents = z.output<typeof Documents>;

let page: DocsPage | undefined;
let documents: Documents | undefined;

/** The reference page, read once. */
export function readDocsPage(): DocsPage {
  page ??= DocsPage.parse(JSON.parse(readFileSync(DOCS_PAGE, 'utf8')));
  return page;
}

/** The document in a language. All languages are read once. */
export function readDocument(language: Language): Packed {
  documents ??= Documents.parse(JSON.parse(readFileSync(DOCUMENTS, 'utf8')));
  return documents[language];
}

/**
 * Demands that this deployment shows its documentation.
 * @throws AppError `not_found`, as for an unknown address.
 */
export function demandDocs({ env }: Deps): void {
  if (!env.docs) throw new AppError('not_found');
}
