import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';

/** Where the build leaves the page, relative to the folder in which functions run. */
export const DOCS_PAGE = '.build/functions/service/get-docs.json';

/** The reference page as it was built, and its Content-Security-Policy. */
const DocsPage = z.object({ html: z.string(), policy: z.string(), etag: z.string() });
export type DocsPage = z.output<typeof DocsPage>;

let page: DocsPage | undefined;

/** The reference page, read once. */
export function readDocsPage(): DocsPage {
  page ??= DocsPage.parse(JSON.parse(readFileSync(DOCS_PAGE, 'utf8')));
  return page;
}

/**
 * Demands that this stack shows its documentation.
 * @throws AppError `not_found`, as for an unknown address.
 */
export function demandDocs({ env }: Deps): void {
  if (!env.docs) throw new AppError('not_found');
}
