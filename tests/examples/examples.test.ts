import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reason } from '../../lib/errors.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { collectEndpoints } from '../../scripts/generate/declarations.ts';
import { type Answers, collectTexts, readAnswers } from '../../scripts/reference/document/documentation.ts';
import { listReasons } from '../../scripts/reference/document/openapi-answers.ts';
import { failureExamples, openApi, plainFailures } from '../support/service/openapi-document.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { provocations } from './provoke.ts';
import { recordAnswers } from './record.ts';
import { recordToday } from './record-today.ts';
import { sendExample } from './send.ts';
import { buildWorld, type World } from './world.ts';

const declarations = await collectEndpoints();
const { operations } = await collectTexts(declarations);
const answers = await readAnswers();
const subjects = declarations.endpoints
  .filter(({ declaration }) => declaration.route !== '$default')
  .map(({ declaration: endpoint }) => ({ id: endpoint.id, endpoint }));

/**
 * Failures that single calls in a small world cannot provoke, and a test that provokes the same answer. Wherever tests
 * call an endpoint, `TestService` compares its failures with the document.
 */
const elsewhere: readonly { reason: Reason; test: string; of?: (endpoint: Endpoint) => boolean }[] = [
  // These need thousands of things.
  { reason: 'page_too_large', test: 'tests/functions/unit/unit-many.test.ts' },
  { reason: 'too_many_matches', test: 'tests/functions/unit/unit-many.test.ts' },
  {
    reason: 'too_many_dishes',
    test: 'tests/functions/dish/dish-sheet.test.ts',
    of: ({ id }) => id === 'setDishSheet',
  },
  {
    reason: 'duplicate_uid',
    test: 'tests/functions/user/user-sheet.test.ts',
    of: ({ id }) => id === 'setUserSheet',
  },
  { reason: 'too_many_marks', test: 'tests/functions/mark/mark-many.test.ts' },
  { reason: 'too_many_prices', test: 'tests/functions/price/price.test.ts' },
  { reason: 'quota_reached', test: 'tests/lib/store/quota.test.ts' },
  { reason: 'menu_too_large', test: 'tests/functions/menu/menu-limits.test.ts' },
  { reason: 'too_many_revisions', test: 'tests/functions/menu/menu-limits.test.ts' },
  { reason: 'day_full', test: 'tests/functions/menu/menu-states.test.ts' },
  // The caller's own unit or user is deleted between his check and the work.
  { reason: 'unit_not_found', test: 'tests/functions/unit/unit-deletion.test.ts' },
  {
    reason: 'user_not_found',
    test: 'tests/functions/user/user-update.test.ts',
    of: ({ id }) => id === 'changePassword',
  },
  // The tests' service shows its documentation.
  { reason: 'not_found', test: 'tests/functions/service/docs.test.ts', of: isOpenRead },
  // What anybody may read needs no store that could fail.
  { reason: 'internal', test: 'tests/lib/http/http-faults.test.ts', of: isOpenRead },
  { reason: 'unavailable', test: 'tests/lib/http/http-faults.test.ts', of: isOpenRead },
];

function isOpenRead({ side, access }: Endpoint): boolean {
  return side === 'public' && access === 'read';
}

const services: TestService[] = [];

async function beginWorld(): Promise<World> {
  const service = await startService();
  services.push(service);
  return buildWorld(service);
}

afterAll(() => Promise.all(services.map((service) => service.stop())));

it('of a noun that has no endpoint cannot be recorded', async () => {
  await expect(recordToday(['dish', 'nowhere'], answers)).rejects.toThrow('there is no endpoint of nowhere');
});

describe('the examples, sent again,', () => {
  let recorded: Answers;
  beforeAll(async () => {
    recorded = await recordAnswers(await beginWorld(), declarations);
  });

  it.each(subjects)('are answered as the document says: $id', ({ id }) => {
    expect(recorded[id], 'npm run examples records answers, npm run generate shows them').toEqual(answers[id]);
  });

  it('are all there are', () => {
    expect(Object.keys(answers).toSorted()).toEqual(Object.keys(recorded).toSorted());
  });
});

describe('failures', () => {
  let world: World;
  beforeAll(async () => {
    world = await beginWorld();
  });

  it.each(subjects)('of $id are answered as the document says', async ({ id, endpoint }) => {
    const [request = {}] = Object.values(operations.get(id)?.examples ?? {});
    const missed: string[] = [];
    for (const reason of listReasons(endpoint)) {
      // These were sent with the examples.
      if (operations.get(id)?.failures?.[reason]) continue;
      const answer = await provocations[reason]?.({ world, endpoint, request });
      if (answer?.json?.reason !== reason) missed.push(reason);
    }
    const known = elsewhere.filter(({ of = () => true }) => of(endpoint)).map(({ reason }) => String(reason));
    const forgotten = missed.filter((reason) => !known.includes(reason));
    expect(forgotten, `not provoked: give each a request in failures of ${id} in scripts/reference/texts/`).toEqual([]);
  });

  it.each([
    { status: 429, reason: 'too_many_failures' },
    { status: 503, reason: 'unavailable' },
  ])('of $status say after how many seconds to try again, as the document does', async ({ status, reason }) => {
    const request = operations.get('signIn')?.failures?.too_many_failures ?? {};
    const endpoint = subjects.find(({ id }) => id === 'signIn')?.endpoint ?? expect.fail('no signIn');
    const answer =
      reason === 'unavailable'
        ? await provocations.unavailable?.({ world, endpoint, request })
        : await sendExample(world, endpoint, request);
    const documented = Object.entries(openApi.components.responses).filter(([name]) => name.endsWith(`${status}`));
    const seconds = documented.map(([, { headers }]) => headers['Retry-After']?.example);
    expect([answer?.json.reason, new Set(seconds)]).toEqual([
      reason,
      new Set([Number(answer?.headers['retry-after'])]),
    ]);
  });

  it('have one text for each reason, in every response that has it', () => {
    const texts = new Set(failureExamples.map(({ failure: { errors: _, ...plain } }) => JSON.stringify(plain)));
    expect(texts.size).toBe(plainFailures.size);
  });

  it.each(elsewhere)('for $reason are provoked by $test', async ({ reason, test }) => {
    expect(await readFile(test, 'utf8')).toContain(`'${reason}'`);
  });
});
