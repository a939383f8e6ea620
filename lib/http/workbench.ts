import * as z from 'zod/mini';
import { makeCompanionReader } from './companion.ts';
import { PackedText } from './packed.ts';

/** The paths to which the build writes the page and its files, relative to the folder in which functions run. */
export const WORKBENCH_PAGE_PATH = '.build/functions/workbench/show-page.json';
export const WORKBENCH_FILES_PATH = '.build/functions/workbench/get-file.json';

export const readWorkbenchPage = makeCompanionReader(WORKBENCH_PAGE_PATH, PackedText);

/** Reads the files of the workbench by their names. */
export const readWorkbenchFiles = makeCompanionReader(
  WORKBENCH_FILES_PATH,
  z.pipe(
    z.record(z.string(), PackedText),
    z.transform((files): ReadonlyMap<string, PackedText> => new Map(Object.entries(files))),
  ),
);
