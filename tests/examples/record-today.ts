import { collectEndpoints } from '../../scripts/generate/declarations.ts';
import { type Answers, readAnswers } from '../../scripts/reference/document/documentation.ts';
import { startService } from '../support/service/service.ts';
import { recordAnswers } from './record.ts';
import { buildWorld } from './world.ts';

/**
 * Sends the example requests of these nouns to the service, or all if none is named, and returns its answers. Those of
 * other nouns stay as they were.
 * @throws Error where a noun has no endpoint.
 */
export async function recordToday(nouns: readonly string[]): Promise<Answers> {
  const [declarations, former] = await Promise.all([collectEndpoints(), readAnswers()]);
  const all = declarations.endpoints.map((one) => ({
    ...one,
    isMeant: nouns.length === 0 || nouns.includes(one.noun),
  }));
  const unknown = nouns.filter((name) => !all.some(({ noun }) => noun === name));
  if (unknown.length > 0) throw new Error(`there is no endpoint of ${unknown.join(', ')}`);
  const service = await startService();
  try {
    const endpoints = all.filter(({ isMeant }) => isMeant);
    const answers = await recordAnswers(await buildWorld(service), { ...declarations, endpoints });
    return Object.fromEntries(
      all.flatMap(({ isMeant, declaration: { id } }) => {
        const answer = isMeant ? answers[id] : former[id];
        return answer ? [[id, answer]] : [];
      }),
    );
  } finally {
    await service.stop();
  }
}
