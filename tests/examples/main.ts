import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeCompanions } from '../../scripts/build/companions.ts';
import { collectEndpoints } from '../../scripts/generate/declarations.ts';
import { ANSWERS, type Answers, readAnswers } from '../../scripts/reference/document/documentation.ts';
import { startService } from '../support/service.ts';
import { recordAnswers } from './record.ts';
import { buildWorld } from './world.ts';

/** Sends the example requests to the service and returns its answers. */
async function record(): Promise<Answers> {
  const service = await startService();
  try {
    return await recordAnswers(await buildWorld(service), await collectEndpoints());
  } finally {
    await service.stop();
  }
}

/** Keeps the former text of equal answers, since the table returns the members of an object in any order. */
function keepEqual(answers: Answers, former: Answers): Answers {
  const kept = Object.entries(answers).map(([id, one]) => [id, isDeepStrictEqual(one, former[id]) ? former[id] : one]);
  return Object.fromEntries(kept);
}

// The files that functions read beside their bundles must be up to date.
await writeCompanions();
const answers = keepEqual(await record(), await readAnswers());
await writeFile(join(import.meta.dirname, '../..', ANSWERS), `${JSON.stringify(answers, undefined, 2)}\n`);
