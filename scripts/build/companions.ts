import { DOCS_PAGE, DOCUMENTS } from '../../lib/http/docs.ts';
import { PICTURE_CODECS } from '../../lib/picture/wasm.ts';
import { writeDocsPage } from './docs-page.ts';
import { writePictureCodecs } from './picture-codecs.ts';
import { writeDocuments } from './reference-documents.ts';

/** A file beside a function's bundle, which the function reads by its name. */
interface Companion {
  readonly path: string;
  /** Writes the file below a root and returns the paths of its source files. */
  readonly write: (root?: string) => Promise<string[]>;
}

export const companions: readonly Companion[] = [
  { path: DOCS_PAGE, write: writeDocsPage },
  { path: DOCUMENTS, write: writeDocuments },
  { path: PICTURE_CODECS, write: writePictureCodecs },
];

/** Writes all files that functions read beside their bundles. */
export async function writeCompanions(root?: string): Promise<void> {
  await Promise.all(companions.map(({ write }) => write(root)));
}
