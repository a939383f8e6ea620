import { DOCS_PAGE, DOCUMENT } from '../../lib/http/docs.ts';
import { writeDocsPage } from '../document/docs-page.ts';
import { writeDocument } from '../document/write-document.ts';

/** A file beside a function's bundle, which the function reads by its name. */
interface Companion {
  readonly path: string;
  /** Writes the file below a root. */
  readonly write: (root?: string) => Promise<void>;
}

export const companions: readonly Companion[] = [
  { path: DOCS_PAGE, write: writeDocsPage },
  { path: DOCUMENT, write: writeDocument },
];

/** Writes all files that functions read beside their bundles. */
export async function writeCompanions(root?: string): Promise<void> {
  await Promise.all(companions.map(({ write }) => write(root)));
}
