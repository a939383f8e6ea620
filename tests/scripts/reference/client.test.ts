import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CateringClient, CateringError } from '../../../functions/catering.generated.ts';
import { paintPixels, toPng } from '../../support/files/photos.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { type Bridge, openBridge } from '../../support/service/bridge.ts';
import { ADMIN, startService, type TestService } from '../../support/service/service.ts';
import { readTour } from './tour.ts';

describe('the client and the service', () => {
  let service: TestService;
  let bridge: Bridge;
  let admin: CateringClient;
  let school: CateringClient;
  let vender: number;
  const unit = { account: 'hongqi', password: 'hongqi-2026', name: '红旗小学', category: '小学', expire: '2030-07-31' };

  beforeAll(async () => {
    service = await startService();
    await stock(service, [food('012001x', '稻米', {}), food('043119', '番茄', {}), food('072004', '花生仁', {})]);
    bridge = await openBridge(service);
    admin = new CateringClient({ baseUrl: `${bridge.baseUrl}/` });
    await admin.signIn(ADMIN.uid, ADMIN.password);
    await admin.createUnit(unit);
    school = new CateringClient({ baseUrl: bridge.baseUrl });
    ({ vender } = await school.signIn(unit.account, unit.password));
  });
  afterAll(async () => {
    await bridge.stop();
    await service.stop();
  });

  async function failureOf(call: Promise<unknown>): Promise<CateringError> {
    const outcome = await call.catch((error: unknown) => error);
    if (outcome instanceof CateringError) return outcome;
    throw new Error(`not refused but ${String(outcome)}`);
  }

  async function makeDish(name: string) {
    const ingredient = [{ key: '012001x', value: 100.5, isMain: true }];
    await school.createDish({ name, mark: '主食', poly: '蒸', month: [1, 12], ingredient, vendors: [vender] });
    const [found] = await school.selectDishes({ keyword: name });
    return school.findDishes({ id: found?.id ?? 0 });
  }

  it('go the tour of the README together', async () => {
    const tour = await readTour();
    const folder = await mkdtemp(join(tmpdir(), 'catering-tour-'));
    try {
      const file = join(folder, 'tour.ts');
      const code = tour
        .replace('./functions/', `${pathToFileURL('functions').href}/`)
        .replace('http://localhost:3000', bridge.baseUrl)
        .replace("('admin', 'catering')", `('${ADMIN.uid}', '${ADMIN.password}')`);
      await writeFile(file, `${code}\nexport {};\n`);
      const { stdout } = await promisify(execFile)(process.execPath, [file]);
      expect(stdout).toContain('OK: 2 marked, 0 unmarked\n清炒番茄');
      expect(stdout).toContain(/^ {2}\/\/ (409 .*)$/m.exec(tour)?.[1]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('write numbers, booleans, lists and objects as the service reads them', async () => {
    expect(await makeDish('白米饭')).toMatchObject({
      name: '白米饭',
      vender,
      month: [1, 12],
      ingredient: [{ key: '012001x', value: 100.5, isMain: true }],
    });
    await admin.updateUnit({ venderId: vender, status: true, address: '人民路 1 号 & 2 号' });
    const [listed] = (await admin.listUnits({ keyword: '红旗', pageSize: 1 })).content;
    expect(listed).toMatchObject({ id: vender, status: true, address: '人民路 1 号 & 2 号' });
    await school.updateConfig({ vender, breakfast: 25, lunch: 40.5, dinner: 34.5 });
    expect(await school.getConfig()).toEqual({ breakfast: 25, lunch: 40.5, dinner: 34.5 });
    expect(await admin.checkName({ name: unit.name })).toBe(false);
  });

  it('delete by the query, more than one', async () => {
    const ids = [(await makeDish('甲')).id, (await makeDish('乙')).id];
    expect(await school.deleteDishes({ ids })).toEqual({ desc: '成功' });
    expect((await failureOf(school.findDishes({ id: ids[0] ?? 0 }))).reason).toBe('dish_not_found');
  });

  it('mark one ingredient, and many by files', async () => {
    await school.setMark({ nutrient: '072004', mark: '忌用' });
    const files = [
      new File(['编码,标记\n012001x,常用\n'], '一.csv'),
      new File(['code,mark\n043119,常用\n072004,\n'], '二.csv'),
    ];
    expect(await school.setMark({ files })).toEqual({ desc: '成功：标记 2 个，取消标记 1 个' });
    expect(await school.listMarks()).toHaveLength(2);
    await school.removeMark({ nutrient: '043119' });
    expect(await school.listMarks()).toEqual([{ nutrient: '012001x', mark: '常用' }]);
    const wrong = await failureOf(school.setMark({ files: [new File(['x'], 'wrong.csv')] }));
    expect(wrong).toMatchObject({ status: 400, reason: 'invalid_input', errors: [{ field: 'files' }] });
  });

  it('send a picture with what it is for, and workbooks down and up', async () => {
    const { id } = await makeDish('照片');
    const picture = new File([toPng(paintPixels(40, 40, () => [200, 90, 40]))], 'photo.png');
    expect(await school.setDishIcon({ id, files: [picture] })).toEqual({ desc: '成功' });
    expect((await school.findDishes({ id })).icon).toMatch(/^data:image\/webp;base64,/);
    const dishes = new File([await school.getDishSheet()], 'dishes.xlsx');
    const { desc } = await school.setDishSheet({ files: [dishes] });
    expect(desc).toMatch(/^成功：新建 0 个，修改 0 个，未变 \d+ 个$/);
    const users = new File([await school.getUserSheet()], 'users.xlsx');
    expect(await school.setUserSheet({ files: [users] })).toMatchObject({ created: 0, changed: 0, passwords: [] });
  });

  it('create once under one key', async () => {
    const role = { roleName: '营养师', items: [21, 22] };
    const options = { idempotencyKey: 'role-1' };
    await school.createRole(role, options);
    await school.createRole(role, options);
    expect((await school.listRoles()).filter(({ roleName }) => roleName === '营养师')).toHaveLength(1);
    expect((await failureOf(school.createRole(role))).reason).toBe('duplicate_role_name');
    const other = await failureOf(school.createRole({ roleName: '厨师' }, options));
    expect(other).toMatchObject({ status: 409, reason: 'repeated_request' });
  });

  it('change a thing only if it has not changed since', async () => {
    const dish = await makeDish('小米粥');
    const ifMatch = school.etagOf(dish);
    await school.updateDish({ id: dish.id, mark: '粥' }, { ifMatch });
    const stale = await failureOf(school.updateDish({ id: dish.id, mark: '点心' }, { ifMatch }));
    expect(stale).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(await school.findDishes({ id: dish.id })).toMatchObject({ marks: '粥' });
    expect(() => school.etagOf({ ...dish })).toThrow(TypeError);
  });

  it('name every wrong field, in the language of the client', async () => {
    const english = new CateringClient({ baseUrl: bridge.baseUrl, token: school.token, language: 'en' });
    const failure = await failureOf(english.createDish({ name: '', mark: '主食', month: [13] }));
    expect(failure).toMatchObject({
      name: 'CateringError',
      status: 400,
      reason: 'invalid_input',
      desc: 'Some parameters are not valid',
      retryAfter: undefined,
    });
    expect(failure.errors.map(({ field }) => field).toSorted()).toEqual(['month', 'name']);
    expect(failure.message).toBe('400 invalid_input: Some parameters are not valid');
  });

  it('end the session when the user signs out', async () => {
    const client = new CateringClient({ baseUrl: bridge.baseUrl });
    expect((await failureOf(client.getMe())).reason).toBe('not_signed_in');
    const { token } = await client.signIn(unit.account, unit.password);
    expect(client.token).toBe(token);
    const resumed = new CateringClient({ baseUrl: bridge.baseUrl, token });
    expect((await resumed.getMe()).uid).toBe(unit.account);
    await client.signOut();
    expect(client.token).toBeUndefined();
    expect((await failureOf(resumed.getMe())).reason).toBe('not_signed_in');
    // An ended session does not prevent the next one.
    await resumed.signIn(unit.account, unit.password);
    expect((await resumed.getMe()).uid).toBe(unit.account);
  });

  it('stop where the caller no longer waits', async () => {
    const call = school.getMe({ signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('say when to try again', async () => {
    const client = new CateringClient({ baseUrl: bridge.baseUrl });
    const attempt = () => failureOf(client.signIn('nobody', 'wrong'));
    for (let count = 0; count < 5; count++) expect((await attempt()).reason).toBe('bad_credentials');
    const locked = await attempt();
    expect(locked).toMatchObject({ status: 429, reason: 'too_many_failures' });
    expect(locked.retryAfter).toBeGreaterThan(0);
  });
});

describe('the client without the service', () => {
  const answering = (response: Response) => new CateringClient({ fetch: async () => response });

  it('passes on what fetch throws', async () => {
    const fault = new TypeError('no network');
    const client = new CateringClient({ fetch: () => Promise.reject(fault) });
    await expect(client.getMe()).rejects.toBe(fault);
  });

  it('calls where the page comes from, unless told otherwise', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ success: true, desc: '成功' }));
    expect(await new CateringClient({ fetch }).signOut()).toEqual({ desc: '成功' });
    expect(fetch).toHaveBeenCalledWith('/api/logout', expect.objectContaining({ method: 'POST' }));
  });

  it('sends no body with a DELETE, which some proxies would drop', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ success: true, desc: '成功' }));
    await new CateringClient({ baseUrl: 'https://catering.example', fetch }).deleteDishes({ ids: [1, 2] });
    const address = 'https://catering.example/api/dish?ids=1%2C2';
    expect(fetch).toHaveBeenCalledWith(address, { method: 'DELETE', headers: {} });
  });

  it.each([
    ['a page of a proxy', new Response('<html>', { status: 502 }), 502],
    ['the throttle of the gateway', Response.json({ message: 'Too Many Requests' }, { status: 429 }), 429],
    ['a reason of a later version', Response.json({ reason: 'brand_new', desc: '' }, { status: 400 }), 400],
    ['a page that is no answer', new Response('<html>'), 200],
  ])('refuses %s', async (_, response, status) => {
    await expect(answering(response).getMe()).rejects.toMatchObject({
      name: 'CateringError',
      status,
      reason: 'unknown',
      errors: [],
    });
  });
});
