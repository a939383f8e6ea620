import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addSchool,
  addSignedIn,
  addUnit,
  DIGEST,
  failure,
  findRecord,
  SUCCESS,
  unitRecord,
} from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
let school: { id: number; account: string; token: string };
let user: string;
let serial = 0;

beforeEach(async () => {
  school = await addSchool(service, `school${++serial}`);
  user = await addSignedIn(service, school.id, `user${serial}`);
});
afterEach(() => {
  service.clockShiftMs = 0;
});

const change = (parameters: Record<string, string>) =>
  service.call('POST /api/vender', { venderId: school.id, ...parameters }, { token: admin });
const me = async (token: string) => (await service.call('GET /api/me', {}, { token })).json;
const signIn = async (uid: string) => (await service.call('POST /api/login', { uid, password: DIGEST })).json;
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const states = [
  { state: 'closed', to: { status: 'false' }, back: { status: 'true' }, reason: 'unit_closed' },
  { state: 'expired', to: { expire: '2020-01-31' }, back: { expire: '2099-12-31' }, reason: 'unit_expired' },
] as const;

const other = await addSchool(service, 'other');

describe.each(states)('a unit that is $state', ({ to, back, reason }) => {
  it('refuses the very next call of every token issued before, with 403', async () => {
    expect((await change(to)).json).toEqual(SUCCESS);
    for (const token of [school.token, user]) {
      for (const route of ['GET /api/me', 'GET /api/vender/config', 'GET /api/user', 'GET /api/basic/enum']) {
        const answer = await service.call(route, {}, { token });
        expect([answer.status, answer.json]).toEqual([403, failure(403, reason)]);
      }
    }
  });

  it('refuses writes, and what they would have written is not there', async () => {
    await change(to);
    const parameters = { venderId: school.id, address: '不应写入' };
    const answer = await service.call('POST /api/vender', parameters, { token: school.token });
    expect(answer.json).toEqual(failure(403, reason));
    expect((await findRecord(service, admin, school.id)).address).toBe('');
  });

  it('lets nobody sign in, and says why only to who knows the password', async () => {
    await change(to);
    expect([await signIn(school.account), await signIn(`user${serial}`)]).toEqual([
      failure(403, reason),
      failure(403, reason),
    ]);
    const wrong = await service.call('POST /api/login', { uid: school.account, password: '0123456789ABCDEF' });
    expect(wrong.json).toEqual(failure(401, 'bad_credentials'));
  });

  it('works again on the very next call with the same tokens once it is taken back', async () => {
    await change(to);
    expect((await change(back)).json).toEqual(SUCCESS);
    expect((await me(school.token)).body).toMatchObject({ uid: school.account, isMain: true });
    expect((await me(user)).body).toMatchObject({ uid: `user${serial}`, isMain: false });
    expect((await signIn(`user${serial}`)).code).toBe(200);
  });

  it('stays in the list, with its names taken, and can be changed by the platform', async () => {
    await change(to);
    expect((await change({ address: '新址' })).json).toEqual(SUCCESS);
    expect(await findRecord(service, admin, school.id)).toMatchObject({ id: school.id, address: '新址' });
    const taken = await service.call('GET /api/vender/check/account', { account: school.account }, { token: admin });
    expect(taken.json.body).toBe(false);
  });

  it('cannot take itself back: nobody of it gets as far as the field', async () => {
    await change(to);
    const parameters = { venderId: school.id, ...back };
    const answer = await service.call('POST /api/vender', parameters, { token: school.token });
    expect(answer.json).toEqual(failure(403, reason));
  });

  it('concerns no other unit and not the platform', async () => {
    await change(to);
    expect([(await me(other.token)).code, (await me(admin)).code]).toEqual([200, 200]);
  });

  it('the same call twice is 200', async () => {
    expect([(await change(to)).json, (await change(to)).json]).toEqual([SUCCESS, SUCCESS]);
    expect([(await change(back)).json, (await change(back)).json]).toEqual([SUCCESS, SUCCESS]);
    expect(await findRecord(service, admin, school.id)).toEqual(unitRecord(school.id, school.account));
  });
});

describe('expire', () => {
  /** From now on the handlers' clock shows this instant. */
  const setClock = (instant: string) => {
    service.clockShiftMs = Date.parse(instant) - Date.now();
  };

  it('the unit works through the end of that day in Asia/Shanghai, and not a minute longer', async () => {
    const day = dayFromNow(400);
    const next = dayFromNow(401);
    await change({ expire: day });
    setClock(`${day}T23:59:00+08:00`);
    const token = await service.signIn(school.account, 'school-password');
    expect((await me(token)).body.uid).toBe(school.account);
    setClock(`${next}T00:01:00+08:00`);
    expect([await me(token), await signIn(school.account)]).toEqual([
      failure(403, 'unit_expired'),
      failure(403, 'unit_expired'),
    ]);
  });

  it('today is a day on which the unit still works, yesterday is not', async () => {
    const shanghaiDay = (days: number) =>
      new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    setClock(`${shanghaiDay(0)}T12:00:00+08:00`);
    const token = await service.signIn(school.account, 'school-password');
    await change({ expire: shanghaiDay(0) });
    expect((await me(token)).code).toBe(200);
    await change({ expire: shanghaiDay(-1) });
    expect(await me(token)).toEqual(failure(403, 'unit_expired'));
  });

  it('a unit may be created with a day in the past; its main account cannot sign in until it is renewed', async () => {
    const id = await addUnit(service, `late${serial}`, { expire: '2020-01-31' });
    expect(await signIn(`late${serial}`)).toEqual(failure(403, 'unit_expired'));
    await service.call('POST /api/vender', { venderId: id, expire: dayFromNow(30) }, { token: admin });
    expect((await signIn(`late${serial}`)).body).toMatchObject({ uid: `late${serial}`, isMain: true });
  });

  it('renewing does not open a unit that is closed too', async () => {
    await change({ status: 'false', expire: '2020-01-31' });
    await change({ expire: '2099-12-31' });
    expect(await me(school.token)).toEqual(failure(403, 'unit_closed'));
    await change({ status: 'true' });
    expect((await me(school.token)).code).toBe(200);
  });
});
