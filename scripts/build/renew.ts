import { glob } from 'node:fs/promises';
import { stop } from 'esbuild';
import { DOCS_PAGE } from '../../lib/http/docs.ts';
import { writeDocsPage } from '../build/docs-page.ts';
import { KeptOutputs } from './kept-outputs.ts';
import { bundleChanged } from './main.ts';

/** What outputs depend on besides their sources. */
const TOOLS = ['scripts/build/*.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Builds what the local service runs, as far as it has changed since it was built, and gives the sources of that. */
export async function renewOutputs(root: string): Promise<string[]> {
  const kept = await KeptOutputs.read(root, await listTools(root));
  const renewed = await bundleChanged(root, kept);
  if (!(await kept.isFresh(DOCS_PAGE))) {
    await kept.keep(DOCS_PAGE, await writeDocsPage(root));
    renewed.push(DOCS_PAGE);
  }
  if (renewed.length === 0) return [];
  await kept.write();
  // Otherwise the bundler stays as long as the local service does, with half a gigabyte.
  await stop();
  return renewed;
}

async function listTools(root: string): Promise<string[]> {
  const tools: string[] = [];
  for await (const path of glob(TOOLS, { cwd: root })) tools.push(path.replaceAll('\\', '/'));
  return tools.sort();
}
