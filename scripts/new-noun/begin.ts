import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Declarations } from '../generate/declarations.ts';
import { demandAbsent, demandNew, writeFiles } from '../new-endpoint/begin.ts';
import { formatFiles } from '../reference/client/format.ts';
import { addAll, listAdditions } from './additions.ts';
import { costFiles, raiseDeletionCosts } from './deletion-costs.ts';
import type { NounDraft } from './options.ts';
import { render } from './render.ts';

const TEMPLATES = join(import.meta.dirname, 'templates');
/** The ending that makes plain text of a template's code. */
const MARK = '.txt';

/** The new files of a noun, by path. */
export async function renderFiles(draft: NounDraft): Promise<Map<string, string>> {
  const folder = join(TEMPLATES, draft.isCollection ? 'collection' : 'item');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const files = names.toSorted().map(async (name): Promise<[string, string]> => {
    const path = relative(folder, name).slice(0, -MARK.length);
    return [render(path, draft), render(await readFile(name, 'utf8'), draft)];
  });
  return new Map(await Promise.all(files));
}

/**
 * Demands that none of the endpoints exists.
 * @throws Problem
 */
export function demandNewEndpoints(files: ReadonlyMap<string, string>, declarations: Declarations): void {
  for (const text of files.values()) {
    const [, id = '', route = ''] = /^ {2}id: '(\w+)',\n {2}route: '([^']+)',$/m.exec(text) ?? [];
    if (id !== '') demandNew({ id, route }, declarations);
  }
}

/**
 * Writes the files of a noun below `root`, and adds the noun to the files that know every noun.
 * @throws Problem where one of its files exists, or an addition has no place; then nothing is written.
 */
export async function writeNoun(root: string, draft: NounDraft): Promise<void> {
  const files = await renderFiles(draft);
  demandAbsent(root, files.keys());
  for (const [path, additions] of listAdditions(draft)) {
    const text = await readFile(join(root, path), 'utf8');
    files.set(
      path,
      addAll(text, additions, (template) => render(template, draft)),
    );
  }
  for (const path of draft.isCollection ? costFiles : []) {
    files.set(path, raiseDeletionCosts(path, await readFile(join(root, path), 'utf8')));
  }
  await writeFiles(root, files);
  const code = [...files.keys()].filter((path) => path.endsWith('.ts'));
  await formatFiles(root, code);
}
