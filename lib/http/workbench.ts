import * as z from 'zod/mini';
import { companion } from './companion.ts';
import { Packed } from './packed.ts';

/** Where the build puts the page and its files, relative to the folder in which functions run. */
export const WORKBENCH_PAGE = '.build/functions/workbench/show-page.json';
export const WORKBENCH_FILES = '.build/functions/workbench/get-file.json';

/** The page of the workbench. */
export const readWorkbenchPage = companion(WORKBENCH_PAGE, Packed);

/** The files of the workbench by their names. */
export const readWorkbenchFiles = companion(
  WORKBENCH_FILES,
  z.pipe(
    z.record(z.string(), Packed),
    z.transform((files): ReadonlyMap<string, Packed> => new Map(Object.entries(files))),
  ),
);
