import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import { Packed } from './packed.ts';

/** Where the build puts the page and the document, relative to the folder in which functions run. */
export const DOCS_PAGE = '.build/functions/service/get-docs.json';
export const DOCUMENT = '.build/functions/service/get-openapi.json';

/** Swagger UI as one page, and its Content-Security-Policy. */
const DocsPage = z.object({ page: Packed, policy: z.string() });
export type DocsPage = z.output<typeof DocsPage>;

let page: DocsPage | undefined;
let document: Packed | undefined;

/** The page that shows the document, read once. */
export function readDocsPage(): DocsPage {
  page ??= DocsPage.parse(JSON.parse(readFileSync(DOCS_PAGE, 'utf8')));
  return page;
}

/** The OpenAPI document, read once. */
export function readDocument(): Packed {
  document ??= Packed.parse(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  return document;
}

/**
 * Demands that this deployment shows its documentation.
 * @throws AppError `not_found`, as for an unknown address.
 */
export function demandDocs({ env }: Deps): void {
  if (!env.docs) throw new AppError('not_found');
}
