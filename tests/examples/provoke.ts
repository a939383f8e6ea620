import { vi } from 'vitest';
import { LAST_NUMBER } from '../../lib/domain/values/id.ts';
import type { Reason } from '../../lib/errors.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { restoreDishes } from '../../lib/store/dish/dish-placement.ts';
import { TableFault } from '../../lib/table/table-fault.ts';
import type { ExampleRequest, Person } from '../../scripts/reference/texts/documentation.ts';
import type { Answer, CallOptions } from '../support/service/service.ts';
import type { Fault } from '../support/table/store-calls.ts';
import { sendExample } from './send.ts';
import type { World } from './world.ts';

/** A unit of the world that no request concerns. */
const FULL_UNIT = 4;

/** One byte more than a form may have. */
const TOO_LONG = 'x='.padEnd(1024 * 1024 + 1, 'x');

/** A call with a request that succeeds unless something is done to it. */
interface Subject {
  readonly world: World;
  readonly endpoint: Endpoint;
  readonly request: ExampleRequest;
}

type Provoke = (subject: Subject) => Promise<Answer>;

/** Bytes of the largest upload. */
const MOST_UPLOADED = 4 * 1024 * 1024;

/** How to make a call fail with each of these reasons, which is the same for all calls. */
export const provocations: Readonly<Partial<Record<Reason, Provoke>>> = {
  not_signed_in: (subject) => send(subject, { token: undefined }),
  wrong_side: (subject) => sendAs(subject, subject.endpoint.side === 'admin' ? 'hongqi' : 'admin'),
  missing_permission: (subject) => sendAs(subject, subject.endpoint.side === 'admin' ? 'clerk' : 'wangfang'),
  unit_closed: (subject) => sendAs(subject, 'tingban'),
  unit_expired: (subject) => sendAs(subject, 'daoqi'),
  invalid_input: (subject) =>
    send(subject, subject.endpoint.route.startsWith('GET ') ? { rawQuery: 'x=1&x=2' } : { rawBody: 'x=1&x=2' }),
  payload_too_large: (subject) =>
    send(subject, { rawBody: subject.endpoint.isUpload ? Buffer.alloc(MOST_UPLOADED + 1) : TOO_LONG }),
  unsupported_encoding: (subject) => send(subject, { rawBody: '{}', headers: { 'content-type': 'application/json' } }),
  internal: (subject) => sendWith(subject, () => fail(new Error('a defect'))),
  unavailable: (subject) => sendWith(subject, () => fail(Object.assign(new Error(), { code: 'ECONNREFUSED' }))),
  changed_meanwhile: loseEveryRace,
  too_many_dishes: async (subject) => {
    const { service } = subject.world;
    const content = { name: '末菜', mark: '荤菜', poly: '', month: [], ingredient: [], iconFile: '', hasIcon: false };
    const last = { number: LAST_NUMBER, content: { ...content, modify: 0 }, icon: '' };
    await restoreDishes(service.deps.db, FULL_UNIT, [last]);
    const parameters = { ...subject.request.parameters, vendors: `1,${FULL_UNIT}` };
    return send({ ...subject, request: { ...subject.request, as: 'admin', parameters } }, {});
  },
  repeated_request: async (subject) => {
    const headers = { 'Idempotency-Key': `once-${subject.endpoint.id}` };
    const first = await send(subject, { headers });
    if (first.status !== 200) throw new Error(`${subject.endpoint.id} answers ${first.text}`);
    const parameters = { ...subject.request.parameters, other: 'request' };
    return send({ ...subject, request: { ...subject.request, parameters } }, { headers });
  },
};

function send({ world, endpoint, request }: Subject, options: CallOptions): Promise<Answer> {
  return sendExample(world, endpoint, request, options);
}

function sendAs(subject: Subject, as: Person): Promise<Answer> {
  return send({ ...subject, request: { ...subject.request, as } }, {});
}

/** Sends the request while the store fails. */
async function sendWith(subject: Subject, fault: Fault): Promise<Answer> {
  const { storeCalls } = subject.world.service;
  storeCalls.fault = fault;
  try {
    return await send(subject, {});
  } finally {
    storeCalls.fault = () => undefined;
  }
}

function fail(error: Error): ReturnType<Fault> {
  return { when: 'before', error };
}

/** Lets the request lose every race. Time leaps, so that the service soon gives up. */
async function loseEveryRace(subject: Subject): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['Date'] });
  const conflict = () => {
    vi.setSystemTime(Date.now() + 60_000);
    return fail(new TableFault('TransactionCanceledException', { reasons: [{ Code: 'TransactionConflict' }] }));
  };
  try {
    return await sendWith(subject, (command) => (command.startsWith('TransactWrite') ? conflict() : undefined));
  } finally {
    vi.useRealTimers();
  }
}
