import { join } from 'node:path';
import { DOCS_PAGE_PATH, OPENAPI_PATH, WORKBENCH_FILES_PATH, WORKBENCH_PAGE_PATH } from '../../lib/http/companion.ts';
import type { PackedText } from '../../lib/http/packed.ts';
import { makeDocsPage, pack } from '../document/docs-page.ts';
import { makeDocument } from '../document/document.ts';
import { buildWorkbench } from './workbench.ts';
import { writeAtomically } from './write-atomically.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The paths of the companions, relative to a root: files that functions read, and that lie beside their bundles. */
export const companionPaths = [DOCS_PAGE_PATH, OPENAPI_PATH, WORKBENCH_FILES_PATH, WORKBENCH_PAGE_PATH] as const;

/** Writes the companions below a root. */
export async function writeCompanions(root = ROOT): Promise<void> {
  const [docsPage, document, { html, files }] = await Promise.all([makeDocsPage(), makeDocument(), buildWorkbench()]);
  const packedFiles = [...files].map(([name, text]): [string, PackedText] => [name, pack(text)]);
  const contents = {
    [DOCS_PAGE_PATH]: docsPage,
    [OPENAPI_PATH]: pack(JSON.stringify(document)),
    [WORKBENCH_FILES_PATH]: Object.fromEntries(packedFiles),
    [WORKBENCH_PAGE_PATH]: pack(html),
  };
  // In this order: the workbench's page names the files, which must exist before it.
  for (const path of companionPaths) await writeAtomically(join(root, path), JSON.stringify(contents[path]));
}
