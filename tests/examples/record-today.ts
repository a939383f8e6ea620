import { collectEndpoints } from '../../scripts/generate/declarations.ts';
import type { Answers } from '../../scripts/reference/document/documentation.ts';
import { startService } from '../support/service/service.ts';
import { recordAnswers } from './record.ts';
import { buildWorld } from './world.ts';

/**
 * Sends the example requests of these nouns to the service, or all if none is named, and returns its answers, with the
 * former ones of other nouns.
 * @throws Error where a noun has no endpoint.
 */
export async function recordToday(nouns: readonly string[], former: Answers): Promise<Answers> {
  const declarations = await collectEndpoints();
  const { endpoints } = declarations;
  const unknown = nouns.filter((name) => !endpoints.some(({ noun }) => noun === name));
  if (unknown.length > 0) throw new Error(`there is no endpoint of ${unknown.join(', ')}`);
  const service = await startService();
  try {
    const isMeant = (name: string) => nouns.length === 0 || nouns.includes(name);
    const meant = { ...declarations, endpoints: endpoints.filter(({ noun }) => isMeant(noun)) };
    const answers = await recordAnswers(await buildWorld(service), meant);
    return Object.fromEntries(
      endpoints.flatMap(({ noun, declaration: { id } }) => {
        const answer = (isMeant(noun) ? answers : former)[id];
        return answer ? [[id, answer]] : [];
      }),
    );
  } finally {
    await service.stop();
  }
}
