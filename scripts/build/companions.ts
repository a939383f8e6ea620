import { DOCS_PAGE, DOCUMENTS } from '../../lib/http/docs.ts';
import { PICTURE_CODECS } from '../../lib/picture/wasm.ts';
import { writeDocsPage } from './docs-page.ts';
import { writePictureCodecs } from './picture-codecs.ts';
import { writeDocuments } from './reference-documents.ts';

/** A file that a function reads, which lies beside its bundle under its name. */
interface Companion {
  readonly path: string;
  /** Writes it under a root and gives the paths of the files it was made of. */
  readonly write: (root?: string) => Promise<string[]>;
}

export const companions: readonly Companion[] = [
  { path: DOCS_PAGE, write: writeDocsPage },
  { path: DOCUMENTS, write: writeDocuments },
  { path: PICTURE_CODECS, write: writePictureCodecs },
];

/** Writes all that functions read beside their bundles. */
export async function writeCompanions(root?: string): Promise<void> {
  await Promise.all(companions.map(({ write }) => write(root)));
}
