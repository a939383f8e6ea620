import { DOCS_PAGE, DOCUMENT } from '../../lib/http/docs.ts';
import { WORKBENCH_FILES, WORKBENCH_PAGE } from '../../lib/http/workbench.ts';
import { writeDocsPage } from '../document/docs-page.ts';
import { writeDocument } from '../document/write-document.ts';
import { writeWorkbench } from './workbench.ts';

/** Files beside functions' bundles, which the functions read by their names. */
interface Companion {
  readonly paths: readonly string[];
  /** Writes the files below a root. */
  readonly write: (root?: string) => Promise<void>;
}

export const companions: readonly Companion[] = [
  { paths: [DOCS_PAGE], write: writeDocsPage },
  { paths: [DOCUMENT], write: writeDocument },
  { paths: [WORKBENCH_PAGE, WORKBENCH_FILES], write: writeWorkbench },
];

/** Writes all files that functions read beside their bundles. */
export async function writeCompanions(root?: string): Promise<void> {
  await Promise.all(companions.map(({ write }) => write(root)));
}
