import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ADMIN, startService } from './support/service.ts';
import { addSchool, addUser, draft, failure, findRecord, ICON, readBothSides, SUCCESS } from './support/units.ts';

const service = await startService();
const admin = await service.signIn(ADMIN.uid, ADMIN.password);
let serial = 0;

afterEach(() => {
  service.storeCalls.fault = () => undefined;
});
afterAll(() => service.stop());

interface Write {
  readonly what: string;
  /** Sets the scene and returns the call. */
  prepare(): Promise<{ route: string; parameters: Record<string, string | number>; token: string }>;
}

const writes: Write[] = [
  {
    what: 'PUT /api/vender',
    prepare: async () => ({
      route: 'PUT /api/vender',
      parameters: draft(`new${++serial}`, { icon: ICON }),
      token: admin,
    }),
  },
  {
    what: 'POST /api/vender with name, icon and a free account',
    prepare: async () => {
      const { id, token } = await addSchool(service, `old${++serial}`);
      const changes = { account: `free${serial}`, name: `改名${serial}`, icon: ICON };
      return { route: 'POST /api/vender', parameters: { venderId: id, ...changes }, token };
    },
  },
  {
    what: 'POST /api/vender that rebinds to a user',
    prepare: async () => {
      const { id } = await addSchool(service, `old${++serial}`);
      await addUser(service, id, `heir${serial}`, []);
      return { route: 'POST /api/vender', parameters: { venderId: id, account: `heir${serial}` }, token: admin };
    },
  },
  {
    what: 'POST /api/vender/config',
    prepare: async () => {
      const { id, token } = await addSchool(service, `old${++serial}`);
      const values = { breakfast: '1.50', lunch: '2.50', dinner: '3.50' };
      return { route: 'POST /api/vender/config', parameters: { vender: id, ...values }, token };
    },
  },
];

/** Prepares a call and returns what makes it. */
async function prepare(write: Write) {
  const { route, parameters, token } = await write.prepare();
  return () => service.call(route, parameters, { token });
}

const broken = () => Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
const metadata = { message: 'refused', $metadata: { httpStatusCode: 400 } };
const cancelled = (Code: string) =>
  new TransactionCanceledException({ ...metadata, CancellationReasons: [{ Code }, { Code: 'None' }] });

/** Every call to the store that a write makes, by position. */
const positions = await Promise.all(
  writes.map(async (write) => {
    const call = await prepare(write);
    return { write, commands: [] as string[], call };
  }),
);
for (const entry of positions) {
  const { calls } = await service.storeCalls.record(entry.call);
  entry.commands.push(...calls.map(({ command }) => command));
}
const cases = positions.flatMap(({ write, commands }) =>
  commands.flatMap((command, position) =>
    (['before', 'after'] as const).map((when) => ({ write, what: write.what, command, position, when })),
  ),
);

describe('a connection that breaks at any call to the store', () => {
  it.each(cases)(
    '$what, $when its call $position ($command): 503, all or nothing',
    async ({ write, command, position, when }) => {
      const call = await prepare(write);
      let next = 0;
      service.storeCalls.fault = () => (next++ === position ? { when, error: broken() } : undefined);
      const answer = await call();
      service.storeCalls.fault = () => undefined;
      expect([answer.status, answer.json]).toEqual([503, failure(503, 'unavailable')]);
      expect(answer.headers['retry-after']).toBe('1');
      const { implied, found } = await readBothSides(service);
      expect(found).toEqual(implied);
      const isWritten = when === 'after' && command.startsWith('TransactWrite');
      if (!isWritten) expect((await call()).json).toEqual(SUCCESS);
    },
  );

  it('a PUT whose answer was lost has created its unit once: repeating it is 409, as the list shows', async () => {
    const call = () => service.call('PUT /api/vender', draft('lost'), { token: admin });
    service.storeCalls.fault = (command) =>
      command.startsWith('TransactWrite') ? { when: 'after', error: broken() } : undefined;
    expect((await call()).json).toEqual(failure(503, 'unavailable'));
    service.storeCalls.fault = () => undefined;
    expect((await call()).json).toEqual(failure(409, 'duplicate_account'));
    const { json } = await service.call('GET /api/vender/select', { keyword: 'lost' }, { token: admin });
    expect(await findRecord(service, admin, json.body[0].id)).toMatchObject({ account: 'lost', name: 'lost小学' });
    expect(json.body).toHaveLength(1);
  });
});

describe('a transaction that is refused for others at work', () => {
  const reasons = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

  it.each(writes.flatMap((write) => reasons.map((reason) => ({ write, what: write.what, reason }))))(
    '$what succeeds after three times $reason',
    async ({ write, reason }) => {
      const call = await prepare(write);
      let refusals = 3;
      service.storeCalls.fault = (command) =>
        command.startsWith('TransactWrite') && refusals-- > 0
          ? { when: 'before', error: cancelled(reason) }
          : undefined;
      expect((await call()).json).toEqual(SUCCESS);
    },
  );

  it.each(writes)('$what is 503 where the table stays throttled', async (write) => {
    const call = await prepare(write);
    const error = new ProvisionedThroughputExceededException(metadata);
    service.storeCalls.fault = (command) =>
      command.startsWith('TransactWrite') ? { when: 'before', error } : undefined;
    const answer = await call();
    expect([answer.status, answer.json]).toEqual([503, failure(503, 'unavailable')]);
  });

  it('a defect of ours is 500 with a fixed text', async () => {
    const call = await prepare(writes[0] as Write);
    const error = new TypeError('secret detail');
    service.storeCalls.fault = (command) =>
      command.startsWith('TransactWrite') ? { when: 'before', error } : undefined;
    const answer = await call();
    expect([answer.status, answer.json]).toEqual([500, failure(500, 'internal')]);
  });
});
