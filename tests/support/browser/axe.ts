import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import * as z from 'zod';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const Result = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) })),
});

/** Only rules about media and experimental rules need preloaded assets. */
const OPTIONS = { resultTypes: ['violations'], preload: false };

/** The inaccessible elements of a page, each with the violated rule. Without `rules` all rules are checked. */
export async function findInaccessible(page: Page, ...rules: string[]): Promise<string[]> {
  await page.evaluate(await readFile(SCRIPT, 'utf8'));
  const options = JSON.stringify(rules.length === 0 ? OPTIONS : { ...OPTIONS, runOnly: rules });
  const { violations } = Result.parse(await page.evaluate(`axe.run(document, ${options})`));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
