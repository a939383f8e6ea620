import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { Packed } from './packed.ts';

/** Where the build puts the page and its files, relative to the folder in which functions run. */
export const WORKBENCH_PAGE = '.build/functions/workbench/show-page.json';
export const WORKBENCH_FILES = '.build/functions/workbench/get-file.json';

/** Files by their names. */
const Files = z.record(z.string(), Packed);

let page: Packed | undefined;
let files: ReadonlyMap<string, Packed> | undefined;

/** The page of the workbench, read once. */
export function readWorkbenchPage(): Packed {
  page ??= Packed.parse(JSON.parse(readFileSync(WORKBENCH_PAGE, 'utf8')));
  return page;
}

/** The files of the workbench by their names, read once. */
export function readWorkbenchFiles(): ReadonlyMap<string, Packed> {
  files ??= new Map(Object.entries(Files.parse(JSON.parse(readFileSync(WORKBENCH_FILES, 'utf8')))));
  return files;
}
