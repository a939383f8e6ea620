import { collectEndpoints } from '../../scripts/generate/declarations.ts';
import type { Answers } from '../../scripts/reference/document/documentation.ts';
import { startService } from '../support/service/service.ts';
import { recordAnswers } from './record.ts';
import { buildWorld } from './world.ts';

/** Sends the example requests to the service and returns its answers. */
export async function recordToday(): Promise<Answers> {
  const service = await startService();
  try {
    return await recordAnswers(await buildWorld(service), await collectEndpoints());
  } finally {
    await service.stop();
  }
}
