import { statementOf } from '../../../support/statements/statements.ts';
import { done, type Expected, fails } from '../answer.ts';
import { given, id, maybe, paging } from '../arguments.ts';
import { defineKind, type Kind } from '../kind.ts';
import type { ModelOperation, World } from '../world.ts';

/** Adds a call that has changed something to the log of its user's unit. */
export function noteOperation(
  world: World,
  route: string,
  expected: Expected,
  by: { uid: string; unit: number },
): void {
  const { operation } = statementOf(route);
  if (operation === undefined || expected.kind !== 'success' || expected.isIdle) return;
  logOf(world, by.unit).push({ time: world.now, uid: by.uid, operation });
}

function logOf(world: World, unit: number): ModelOperation[] {
  const log = world.logs.get(unit) ?? [];
  world.logs.set(unit, log);
  return log;
}

const listOperations = defineKind({
  route: 'GET /api/log',
  weight: 2,
  choose: (draw, { world, home }) => ({
    vender: draw.rarely(2) ? id(draw, 'vender', [home, home, ...world.units.keys()], 0) : undefined,
    from: maybe(draw, () => (draw.rarely(6) ? { sent: 'x#1', means: '', bad: ['from'] } : given('', ''))),
    pageSize: paging(draw).pageSize,
  }),
  answer: ({ world, caller }, { vender, pageSize = 20 }) => {
    if (!caller.isPlatform && vender !== undefined && vender !== caller.unit) return fails('foreign_unit');
    if (vender !== undefined && !world.units.has(vender)) return fails('unit_not_found');
    const log = (world.logs.get(vender ?? caller.unit) ?? []).toReversed();
    return done({ content: log.slice(0, pageSize), next: log.length > pageSize });
  },
  // Of the next page only its existence is predictable, of the request nothing.
  view: (json) => {
    const { content, next } = json.body ?? {};
    if (!Array.isArray(content) || typeof next !== 'string') return json;
    const known = content.map(({ time, uid, operation }: ModelOperation) => ({ time, uid, operation }));
    return { ...json, body: { content: known, next: next !== '' } };
  },
});

export const kinds: readonly Kind[] = [listOperations];
