import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import type { Deps } from '../runtime/deps.ts';
import { makeCompanionReader } from './companion.ts';
import { PackedText } from './packed.ts';

/** The paths of Swagger UI and of the OpenAPI document, relative to the folder in which functions run. */
export const DOCS_PAGE_PATH = '.build/functions/service/get-docs.json';
export const OPENAPI_PATH = '.build/functions/service/get-openapi.json';

/** Swagger UI as one page, and its Content-Security-Policy. */
const DocsPage = z.object({ page: PackedText, policy: z.string() });
export type DocsPage = z.output<typeof DocsPage>;

/** Reads the page that shows the document. */
export const readDocsPage = makeCompanionReader(DOCS_PAGE_PATH, DocsPage);

export const readOpenapi = makeCompanionReader(OPENAPI_PATH, PackedText);

/**
 * Requires that this deployment shows its documentation to everybody.
 * @throws AppError `not_found`, as for an unknown address.
 */
export function requirePublicDocs({ env }: Deps): void {
  if (!env.areDocsOpen) throw new AppError('not_found');
}
