import { glob } from 'node:fs/promises';
import { stop } from 'esbuild';
import { companions } from './companions.ts';
import { KeptOutputs } from './kept-outputs.ts';
import { bundleChanged } from './main.ts';

/** What outputs depend on beside their source files. */
const TOOLS = ['scripts/build/*.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Builds what the local service runs, as far as it has changed since the last build, and returns the changed sources.
 */
export async function renewOutputs(root: string): Promise<string[]> {
  const kept = await KeptOutputs.read(root, await listTools(root));
  const renewed = await bundleChanged(root, kept);
  for (const { path, write } of companions) {
    if (await kept.isFresh(path)) continue;
    await kept.keep(path, await write(root));
    renewed.push(path);
  }
  if (renewed.length === 0) return [];
  await kept.write();
  // Otherwise the bundler would stay as long as the local service, with half a gigabyte.
  await stop();
  return renewed;
}

async function listTools(root: string): Promise<string[]> {
  const tools: string[] = [];
  for await (const path of glob(TOOLS, { cwd: root })) tools.push(path.replaceAll('\\', '/'));
  return tools.sort();
}
