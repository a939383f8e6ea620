import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import { companion } from './companion.ts';
import { Packed } from './packed.ts';

/** Where the build puts the page and the document, relative to the folder in which functions run. */
export const DOCS_PAGE = '.build/functions/service/get-docs.json';
export const DOCUMENT = '.build/functions/service/get-openapi.json';

/** Swagger UI as one page, and its Content-Security-Policy. */
const DocsPage = z.object({ page: Packed, policy: z.string() });
export type DocsPage = z.output<typeof DocsPage>;

/** The page that shows the document. */
export const readDocsPage = companion(DOCS_PAGE, DocsPage);

/** The OpenAPI document. */
export const readDocument = companion(DOCUMENT, Packed);

/**
 * Demands that this deployment shows its documentation.
 * @throws AppError `not_found`, as for an unknown address.
 */
export function demandDocs({ env }: Deps): void {
  if (!env.docs) throw new AppError('not_found');
}
