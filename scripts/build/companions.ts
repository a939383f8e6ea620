import { join } from 'node:path';
import { DOCS_PAGE_FILE, OPENAPI_FILE } from '../../lib/http/docs.ts';
import type { PackedText } from '../../lib/http/packed.ts';
import { WORKBENCH_FILES, WORKBENCH_PAGE } from '../../lib/http/workbench.ts';
import { makeDocsPage, pack } from '../document/docs-page.ts';
import { makeDocument } from '../document/document.ts';
import { buildWorkbench } from './workbench.ts';
import { writeAtomically } from './write-atomically.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The files beside bundles that functions read, relative to a root. */
export const companions = [DOCS_PAGE_FILE, OPENAPI_FILE, WORKBENCH_FILES, WORKBENCH_PAGE] as const;

/** Writes these files below a root. */
export async function writeCompanions(root = ROOT): Promise<void> {
  const [docs, document, { html, files }] = await Promise.all([makeDocsPage(), makeDocument(), buildWorkbench()]);
  const contents = {
    [DOCS_PAGE_FILE]: docs,
    [OPENAPI_FILE]: pack(JSON.stringify(document)),
    [WORKBENCH_FILES]: Object.fromEntries([...files].map(([name, text]): [string, PackedText] => [name, pack(text)])),
    [WORKBENCH_PAGE]: pack(html),
  };
  // In this order: the workbench's page names the files, which must exist before it.
  for (const path of companions) await writeAtomically(join(root, path), JSON.stringify(contents[path]));
}
