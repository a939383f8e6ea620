import * as z from 'zod/mini';
import { makeCompanionReader } from './companion.ts';
import { PackedText } from './packed.ts';

/** Where the build puts the page and its files, relative to the folder in which functions run. */
export const WORKBENCH_PAGE = '.build/functions/workbench/show-page.json';
export const WORKBENCH_FILES = '.build/functions/workbench/get-file.json';

/** The page of the workbench. */
export const readWorkbenchPage = makeCompanionReader(WORKBENCH_PAGE, PackedText);

/** The files of the workbench by their names. */
export const readWorkbenchFiles = makeCompanionReader(
  WORKBENCH_FILES,
  z.pipe(
    z.record(z.string(), PackedText),
    z.transform((files): ReadonlyMap<string, PackedText> => new Map(Object.entries(files))),
  ),
);
