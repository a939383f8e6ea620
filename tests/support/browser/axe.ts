import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import * as z from 'zod';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const Result = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) })),
});

/** The parts of a page that axe finds inaccessible, each with the broken rule. */
export async function findInaccessible(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(SCRIPT, 'utf8'));
  const { violations } = Result.parse(await page.evaluate("axe.run(document, { resultTypes: ['violations'] })"));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
