import type { Context, ScheduledEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { job } from '../../../functions/service/sweep.ts';
import { serveJob } from '../../../lib/runtime/job.ts';
import { continueTasks } from '../../../lib/store/sweep.ts';
import { deleteUnit, finishUnitDeletion } from '../../../lib/store/unit-deletion.ts';
import { createUsers } from '../../../lib/store/user/user.ts';
import {
  addSchool,
  addSignedIn,
  addUnit,
  DIGEST,
  failure,
  ICON,
  readBothSides,
  readLasting,
  SUCCESS,
  success,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { makeTableFault } from '../../support/table/layer.ts';
import type { Fault } from '../../support/table/store-calls.ts';

const { service, admin } = await openPlatform();
const before = await readLasting(service);
let school: { id: number; account: string; token: string };
let user: string;
let serial = 0;

const addVictim = async () => {
  school = await addSchool(service, `school${++serial}`, { icon: ICON });
  user = await addSignedIn(service, school.id, `user${serial}`, [36]);
};
beforeEach(addVictim);
afterEach(async () => {
  service.storeCalls.fault = () => undefined;
  await service.call('DELETE /api/vender', { vender: school.id }, { token: admin });
});

const remove = async () => (await service.call('DELETE /api/vender', { vender: school.id }, { token: admin })).json;
const get = async (route: string, parameters: Record<string, string | number> = {}, token = admin) =>
  (await service.call(`GET ${route}`, parameters, { token })).json;
const signIn = async (uid: string) => (await service.call('POST /api/login', { uid, password: DIGEST })).json;
const sweep = (leftMs = 60_000) =>
  serveJob(job, () => service.deps)({} as ScheduledEvent, { getRemainingTimeInMillis: () => leftMs } as Context);

const broken = () => Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });

/** A fault at the call with that index, counted from now. */
function faultAt(position: number, when: 'before' | 'after', error: Error = broken()): Fault {
  let next = 0;
  return () => (next++ === position ? { when, error } : undefined);
}

async function withFault<T>(fault: Fault, action: () => Promise<T>): Promise<T> {
  service.storeCalls.fault = fault;
  return action().finally(() => {
    service.storeCalls.fault = () => undefined;
  });
}

/** What everybody sees of the unit. */
async function look() {
  return {
    me: (await get('/api/me', {}, school.token)).reason ?? 'success',
    users: (await get('/api/user', {}, user)).reason ?? 'success',
    signIn: (await signIn(school.account)).reason ?? 'success',
    listed: (await get('/api/vender')).body,
    selected: (await get('/api/vender/select', { vendors: school.id })).body,
    isNameFree: (await get('/api/vender/check/name', { name: `${school.account}小学` })).body,
    change:
      (await service.call('POST /api/vender', { venderId: school.id }, { token: admin })).json.reason ?? 'success',
  };
}

const listed = (...content: unknown[]) => ({
  content,
  number: 0,
  size: 20,
  totalElements: content.length,
  totalPages: content.length,
});
const gone = () => ({
  me: 'not_signed_in',
  users: 'not_signed_in',
  signIn: 'bad_credentials',
  listed: listed(),
  selected: [],
  isNameFree: true,
  change: 'unit_not_found',
});
await addVictim();
const { calls } = await service.storeCalls.record(remove);
const commands = calls.map(({ command }) => command);
const firstWrite = commands.findIndex((command) => command.startsWith('TransactWrite'));

describe('a deletion that ran out of time', () => {
  it('answers as done and leaves the unit gone for everyone; going on takes the rest', async () => {
    await deleteUnit(service.deps.db, school.id, () => true);
    expect(await look()).toEqual(gone());
    await finishUnitDeletion(service.deps.db, school.id, () => false);
    expect(await readLasting(service)).toEqual(before);
  });

  it('of 130 users is finished batch by batch, whoever comes next', async () => {
    const { db } = service.deps;
    const roleId = school.id * 1_000_000 + 1;
    const uids = Array.from({ length: 130 }, (_, index) => `many${serial}-${index}`);
    await Promise.all(
      uids.map((uid) => createUsers(db, school.id, [{ uid, name: uid, phone: '', roleId, passwordHash: 'none' }], 0)),
    );
    let checks = 0;
    await deleteUnit(db, school.id, () => checks++ > 0);
    const left = await db.query(`V#${school.id}`, { prefix: 'USER#' });
    expect([left.length > 0, left.length < 132]).toEqual([true, true]);
    expect(await look()).toEqual(gone());
    await sweep();
    expect(await readLasting(service)).toEqual(before);
  });

  it('a sweep without time leaves it to the next one', async () => {
    await deleteUnit(service.deps.db, school.id, () => true);
    const left = await readLasting(service);
    await sweep(1000);
    expect(await readLasting(service)).toEqual(left);
    await sweep();
    expect(await readLasting(service)).toEqual(before);
  });

  it('one sweep finishes several, and a second sweep finds nothing to do', async () => {
    const more = [await addUnit(service, `a${serial}`), await addUnit(service, `b${serial}`)];
    for (const id of [school.id, ...more]) await deleteUnit(service.deps.db, id, () => true);
    await sweep();
    expect(await readLasting(service)).toEqual(before);
    await sweep();
    expect(await readLasting(service)).toEqual(before);
  });

  it('a sweep that fails at it leaves it to the next one, which finishes', async () => {
    for (let position = 1; position < commands.length - firstWrite; position++) {
      await deleteUnit(service.deps.db, school.id, () => true);
      const swept = await withFault(faultAt(position, 'after'), () => continueTasks(service.deps.db, () => false));
      expect(swept, `at call ${position}`).toEqual({ unfinishedCount: 0, failedCount: 1 });
      await sweep();
      expect(await readLasting(service)).toEqual(before);
      await addVictim();
    }
  });

  it('leaves a uid that was freed and taken again to its new owner', async () => {
    const cut: Fault = (command) =>
      command.startsWith('BatchWrite') ? { when: 'before', error: broken() } : undefined;
    expect(await withFault(cut, remove)).toEqual(failure(503, 'unavailable'));
    const heir = await addUnit(service, school.account);
    await sweep();
    expect((await signIn(school.account)).body).toMatchObject({ uid: school.account, vender: heir, isMain: true });
    const { implied, stored } = await readBothSides(service);
    expect(stored).toEqual(implied);
    expect(await get('/api/user/check', { uid: `user${serial}` })).toEqual(success(true));
    await service.call('DELETE /api/vender', { vender: heir }, { token: admin });
  });
});

describe('a deletion among others at work is repeated, not given up', () => {
  const cancelled = (Code: string) => makeTableFault('TransactionCanceledException', { reasons: [{ Code }] });
  const inTransaction = {
    TransactionConflict: cancelled('TransactionConflict'),
    Throttling: cancelled('ThrottlingError'),
  };
  const alone = { TransactionConflict: makeTableFault('TransactionConflictException') };
  const refusals = commands.flatMap((command, position) => {
    if (/^(BatchGet|Query)/.test(command)) return [];
    const errors: Record<string, Error> = command.startsWith('Transact') ? inTransaction : alone;
    return Object.entries(errors).map(([code, error]) => ({ command, position, code, error }));
  });

  it.each(refusals)('$code at its call $position ($command)', async ({ position, error }) => {
    expect(await withFault(faultAt(position, 'before', error), remove)).toEqual(SUCCESS);
    expect(await readLasting(service)).toEqual(before);
  });
});
