import { afterEach, describe, expect, it } from 'vitest';
import type { Sendable } from '../../support/files/attachment.ts';
import { openExamples } from '../../support/service/examples.ts';
import { type Answer, loadEndpoints } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const creates = (await loadEndpoints()).filter(({ route }) => route.startsWith('PUT '));
const DAY_MS = 24 * 3600 * 1000;

const examples = await openExamples();
const { service, setup } = examples;

afterEach(async () => {
  await examples.rewind();
  service.storeCalls.fault = () => undefined;
});

const send = (route: string, parameters: Sendable, key: string, token = setup.school.token) =>
  service.call(route, parameters, { token, headers: { 'Idempotency-Key': key } });
const put = async (...request: Parameters<typeof send>) => (await send(...request)).json;
const AT_ONCE = 12;
const sendAtOnce = (...request: Parameters<typeof send>) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => send(...request)));
/** The envelope and the headers of an answer, without what is told only once. */
const lasting = ({ json: { body: _, ...envelope }, headers }: Answer) => ({ envelope, headers });
const newKey = () => setup.unique('key-').replace(/[^!-~]/g, '');
const dish = (name: string) => ({ name, mark: '素菜' });
const find = async (keyword: string, token = setup.school.token) =>
  (await service.call('GET /api/dish', { keyword }, { token })).json.body.totalElements;
const REUSED = { code: 400, success: false, reason: 'repeated_request', desc: expect.any(String) };

describe('a request repeated under its Idempotency-Key', () => {
  it.each(creates.map(({ route }) => route))('%s is answered as the first time, and nothing is done', async (route) => {
    const { parameters, token } = examples.getCall(route);
    const key = newKey();
    const first = await send(route, parameters, key, token);
    expect(first.json).toMatchObject({ code: 200 });
    const before = await dumpTable(service);
    const again = await send(route, parameters, key, token);
    expect(lasting(again)).toEqual(lasting(first));
    // What is told only once is not repeated.
    expect(again.json.body).toBeUndefined();
    expect(await dumpTable(service)).toEqual(before);
  });

  it.each(creates.map(({ route }) => route))(
    '%s is done once, and answered alike, all at the same moment',
    async (route) => {
      const { parameters, token } = examples.getCall(route);
      const answers = await sendAtOnce(route, parameters, newKey(), token);
      const [one] = answers.map(lasting);
      expect(one?.envelope).toMatchObject({ code: 200 });
      expect(answers.map(lasting)).toEqual(answers.map(() => one));
      const creating = service.endpoints.get(route)?.answersNewIds;
      expect(typeof one?.headers['catering-ids']).toBe(creating ? 'string' : 'undefined');
      const { output } = service.endpoints.get(route) ?? {};
      // A workbook that is stored, and not only previewed, has no body.
      const hasBody = output && !('preview' in parameters);
      expect(answers.filter(({ json }) => json.body !== undefined)).toHaveLength(hasBody ? 1 : 0);
    },
  );

  it('has the version of the one thing that it made or changed', async () => {
    const created = await sendAtOnce('PUT /api/dish', dish(setup.unique('菜')), newKey());
    expect(created.map(({ headers }) => headers['etag'])).toEqual(created.map(() => '"1"'));
    const { parameters } = examples.getCall('PUT /api/menu/dish');
    const changed = await sendAtOnce('PUT /api/menu/dish', parameters, newKey());
    const [tag, ...others] = changed.map(({ headers }) => headers['etag']);
    expect(tag).toMatch(/^"\d+"$/);
    expect(others).toEqual(others.map(() => tag));
  });

  it('has the ids of all dishes, those of later transactions too, at the same moment', async () => {
    const units: number[] = [];
    for (let count = 0; count < 18; count++) units.push((await setup.createSchool()).id);
    const facts = { ...dish('共用'), vendors: units.join(',') };
    const answers = await sendAtOnce('PUT /api/dish', facts, newKey(), setup.admin);
    const ids = units.map((unit) => unit * 1_000_000 + 1).join(',');
    expect(answers.map(({ headers }) => headers['catering-ids'])).toEqual(answers.map(() => ids));
  });

  it('is not waited for without end where the first call was cut off after its write', async () => {
    const key = newKey();
    service.storeCalls.fault = (command) =>
      command === 'UpdateItem'
        ? { when: 'before', error: Object.assign(new Error('cut'), { code: 'EPIPE' }) }
        : undefined;
    const first = await send('PUT /api/role', { roleName: '断', items: '' }, key);
    service.storeCalls.fault = () => undefined;
    expect(first.headers).toMatchObject({ 'catering-ids': expect.any(String) });
    const late = await send('PUT /api/role', { roleName: '断', items: '' }, key);
    expect([late.json, late.headers['catering-ids']]).toEqual([{ code: 200, desc: '成功', success: true }, undefined]);
  });

  it('may have its parameters in another order', async () => {
    const name = setup.unique('菜');
    await put('PUT /api/dish', { name, mark: '素菜' }, 'order');
    expect(await put('PUT /api/dish', { mark: '素菜', name }, 'order')).toMatchObject({ code: 200 });
    expect(await find(name)).toBe(1);
  });

  it('is refused where it asks for something else', async () => {
    const [name, other] = [setup.unique('菜'), setup.unique('菜')];
    await put('PUT /api/dish', dish(name), 'else');
    expect(await put('PUT /api/dish', dish(other), 'else')).toEqual(REUSED);
    expect(await find(other)).toBe(0);
  });

  it('is another request where another address is asked for the same: each does its own', async () => {
    const parameters = { nutrient: setup.unique('码'), mark: '常用', price: 1 };
    for (let times = 0; times < 2; times++) {
      expect(await put('PUT /api/ingredient/mark', parameters, 'address')).toMatchObject({ code: 200 });
      expect(await put('PUT /api/ingredient/price', parameters, 'address')).toMatchObject({ code: 200 });
    }
    for (const route of ['GET /api/ingredient/mark', 'GET /api/ingredient/price']) {
      const { json } = await service.call(route, {}, { token: setup.school.token });
      expect(json.body).toContainEqual(expect.objectContaining({ nutrient: parameters.nutrient }));
    }
  });

  it('is carried out again after a day, and under another key, and without one', async () => {
    const name = setup.unique('菜');
    for (const key of ['day', 'day', 'another']) await put('PUT /api/dish', dish(name), key);
    expect(await find(name)).toBe(2);
    await service.call('PUT /api/dish', dish(name), { token: setup.school.token });
    expect(await find(name)).toBe(3);
    // A session lasts for only half a day.
    service.stoppedAt = service.deps.now() + DAY_MS + 1000;
    const { account, password } = setup.school;
    await put('PUT /api/dish', dish(name), 'day', await service.signIn(account, password));
    expect(await find(name, await service.signIn(account, password))).toBe(4);
  });

  it('of another user or unit has nothing to do with it', async () => {
    const name = setup.unique('菜');
    const colleague = await setup.createUser(await setup.createRole([25, 26]));
    const token = await service.signIn(colleague.uid, colleague.password);
    const school = await setup.createSchool();
    await put('PUT /api/dish', dish(name), 'shared');
    expect(await put('PUT /api/dish', dish(setup.unique('菜')), 'shared', token)).toMatchObject({ code: 200 });
    expect(await put('PUT /api/dish', dish(name), 'shared', school.token)).toMatchObject({ code: 200 });
    expect(await find(name, school.token)).toBe(1);
  });

  it('is carried out where the first one failed', async () => {
    const roleId = await setup.createRole();
    const first = await put('PUT /api/user', { ...newUser('once'), roleId: 999 }, 'failed');
    expect(first).toMatchObject({ code: 400, reason: 'unknown_role' });
    expect(await put('PUT /api/user', { ...newUser('once'), roleId }, 'failed')).toMatchObject({ code: 200 });
  });

  it('is done once where the answer of the table was lost: the call finds its own key', async () => {
    const name = setup.unique('菜');
    service.storeCalls.fault = (command) =>
      command === 'TransactWriteItems'
        ? { when: 'after', error: Object.assign(new Error('lost'), { name: 'TimeoutError' }) }
        : undefined;
    expect(await put('PUT /api/dish', dish(name), 'lost')).toMatchObject({ code: 200 });
    service.storeCalls.fault = () => undefined;
    const { calls } = await service.storeCalls.record(() => put('PUT /api/dish', dish(name), 'lost'));
    // Nobody waits for a call that has ended.
    expect(calls.filter(({ command }) => command === 'TransactGetItems')).toHaveLength(1);
    expect(await put('PUT /api/dish', dish(name), 'lost')).toMatchObject({ code: 200 });
    expect(await find(name)).toBe(1);
  });

  it('tells what an upload did, as the first answer', async () => {
    const boundary = (mark: string) =>
      `--${mark}\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n编码,标记\r\n012001x,常用\r\n\r\n--${mark}--\r\n`;
    const upload = async (mark: string) =>
      (
        await service.call(
          'PUT /api/ingredient/mark',
          {},
          {
            token: setup.school.token,
            rawBody: boundary(mark),
            headers: { 'content-type': `multipart/form-data; boundary=${mark}`, 'Idempotency-Key': 'upload' },
          },
        )
      ).json;
    const first = await upload('one');
    expect(first.desc).not.toBe('成功');
    expect(await upload('two')).toEqual(first);
  });

  describe('that changes nothing', () => {
    const mark = { nutrient: 'idle', mark: '常用' };
    const set = (key: string, parameters: Sendable = mark) => put('PUT /api/ingredient/mark', parameters, key);
    const uploadOf = (text: string) => ({
      token: setup.school.token,
      rawBody: `--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n编码,标记\r\n${text}\r\n--x--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'Idempotency-Key': 'idle-upload' },
    });
    const upload = async (text: string) => (await service.call('PUT /api/ingredient/mark', {}, uploadOf(text))).json;

    it('takes its key: another request under it is refused, and the same one answered and not carried out', async () => {
      await set('idle-before');
      const first = await set('idle');
      expect(await set('idle', { ...mark, mark: '忌用' })).toEqual(REUSED);
      await setup.succeed('DELETE /api/ingredient/mark', { nutrient: 'idle' }, setup.school.token);
      const before = await dumpTable(service);
      expect(await set('idle')).toEqual(first);
      expect(await dumpTable(service)).toEqual(before);
    });

    it('makes one write, of the claim alone, and none in the log of operations', async () => {
      await set('idle-cost-before');
      const log = () => setup.succeed('GET /api/log', {}, setup.school.token);
      const before = await log();
      const { calls } = await service.storeCalls.record(() => set('idle-cost'));
      expect(calls.map(({ command }) => command).filter((one) => !/^(BatchGet|Query)/.test(one))).toEqual([
        'TransactWriteItems',
      ]);
      expect(await log()).toEqual(before);
    });

    it('is told as the first time where it was an upload', async () => {
      await set('idle-upload-before', { nutrient: 'same', mark: '常用' });
      const first = await upload('same,常用');
      expect(first.desc).toContain('0');
      await setup.succeed('DELETE /api/ingredient/mark', { nutrient: 'same' }, setup.school.token);
      expect(await upload('same,常用')).toEqual(first);
      expect(await upload('same,忌用')).toEqual(REUSED);
    });

    it('is answered once where others come at the same moment, and only one of two that ask for different things', async () => {
      await set('idle-moment-before');
      const answers = await Promise.all(Array.from({ length: 6 }, () => set('idle-moment')));
      expect(answers).toEqual(Array.from({ length: 6 }, () => answers[0]));
      await set('idle-two-before', { nutrient: 'two', mark: '忌用' });
      const both = await Promise.all([set('idle-two'), set('idle-two', { nutrient: 'two', mark: '忌用' })]);
      expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400]);
    });

    it('takes no key where it fails', async () => {
      expect(await set('idle-failed', { nutrient: 'x', mark: '?' })).toMatchObject({ code: 400 });
      expect(await set('idle-failed')).toMatchObject({ code: 200 });
    });
  });

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(65), 'a\tb'])('is refused where the key is %j', async (key) => {
    const name = setup.unique('菜');
    const answer = await put('PUT /api/dish', dish(name), key);
    expect(answer).toMatchObject({ code: 400, errors: [{ field: 'Idempotency-Key' }] });
    expect(await find(name)).toBe(0);
  });

  it('still needs a session and the permission', async () => {
    const name = setup.unique('菜');
    await put('PUT /api/dish', dish(name), 'rights');
    const colleague = await setup.createUser(await setup.createRole([25]));
    const token = await service.signIn(colleague.uid, colleague.password);
    expect(await put('PUT /api/dish', dish(name), 'rights', token)).toMatchObject({ code: 403 });
    expect(await put('PUT /api/dish', dish(name), 'rights', 'a.b.c')).toMatchObject({ code: 401 });
  });
});

const newUser = (uid: string) => ({ uid: setup.unique(uid), name: '甲', password: 'BE56E057F20F883E' });
