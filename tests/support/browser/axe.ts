import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import * as z from 'zod';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const Result = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) })),
});

/** What axe reads beside the page is for rules of films and experiments alone. */
const OPTIONS = { resultTypes: ['violations'], preload: false };

/** The parts of a page that axe finds inaccessible, each with the broken rule; of all rules, or of some. */
export async function findInaccessible(page: Page, ...rules: string[]): Promise<string[]> {
  await page.evaluate(await readFile(SCRIPT, 'utf8'));
  const options = JSON.stringify(rules.length === 0 ? OPTIONS : { ...OPTIONS, runOnly: rules });
  const { violations } = Result.parse(await page.evaluate(`axe.run(document, ${options})`));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
