import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { createFirstStandards } from '../../../lib/store/standard.ts';
import { starterStandards } from '../../../scripts/command/starter.ts';
import { openPlatform } from '../../support/service/open.ts';

const { service, admin } = await openPlatform();
const PASSWORD = 'correct horse';
const addSchool = async (account: string, category: string) => {
  const form = { account, password: digestPassword(PASSWORD), name: `${account}单位`, category, expire: '2099-12-31' };
  const { headers } = await service.call('PUT /api/vender', form, { token: admin });
  return { id: Number(headers['catering-ids']), token: await service.signIn(account, PASSWORD) };
};
const read = async (id: number) =>
  (await service.call('GET /api/nutrition/select', { id }, { token: admin })).json.body;
const listOf = async (token: string) =>
  (await service.call('GET /api/nutrition', {}, { token })).json.body.content.map(({ name }: { name: string }) => name);

expect(await createFirstStandards(service.deps.db, starterStandards)).toBe(starterStandards.length);

describe('the first standards', () => {
  it('come once: a platform that has ever had a standard keeps its own', async () => {
    await service.call('DELETE /api/nutrition', { id: 2 }, { token: admin });
    expect(await createFirstStandards(service.deps.db, starterStandards)).toBe(0);
    expect(await listOf(admin)).toHaveLength(starterStandards.length - 1);
  });

  it('are assigned to nobody', async () => {
    const { content } = (await service.call('GET /api/nutrition', {}, { token: admin })).json.body;
    expect(content.flatMap(({ vendors }: { vendors: number[] }) => vendors)).toEqual([]);
  });

  it('a new unit gets that of its category, and no other', async () => {
    const primary = await addSchool('yixiao', '小学');
    expect(await listOf(primary.token)).toEqual([starterStandards[2]?.name]);
    const high = await addSchool('gaozhong', '高中');
    expect(await listOf(high.token)).toEqual([starterStandards[4]?.name]);
  });

  it('a unit of another category is told whom to ask', async () => {
    const { token } = await addSchool('shitang', '企业食堂');
    expect(await listOf(token)).toEqual([]);
    const guide = (await service.call('GET /api/guide', {}, { token })).json.body;
    expect(guide.find(({ step }: { step: string }) => step === 'standard')).toEqual({
      step: 'standard',
      name: '确认营养标准',
      count: 0,
      done: false,
      hint: '还没有营养标准，请联系平台分配',
    });
  });
});

describe('a copy', () => {
  it('has all of its source, but name, units, tolerance and the categories of units', async () => {
    const { id: unit } = await addSchool('erxiao', '其他');
    const copied = { name: '本省小学标准', vendors: unit, overflow: '0.05', from: 3 };
    const made = await service.call('PUT /api/nutrition', copied, { token: admin });
    const id = Number(made.headers['catering-ids']);
    const { unitCategories, ...source } = await read(3);
    expect(unitCategories).toEqual(['小学']);
    expect(await read(id)).toEqual({ ...source, id, name: '本省小学标准', vendors: [unit], overflow: 0.05 });
  });

  it('is the platform’s to change, and leaves its source as it is', async () => {
    const before = await read(3);
    const { id: unit } = await addSchool('sanxiao', '其他');
    const made = await service.call(
      'PUT /api/nutrition',
      { name: '改', vendors: unit, overflow: '0.1', from: 3 },
      { token: admin },
    );
    const id = Number(made.headers['catering-ids']);
    const change = { id, forbidden: '042110,042104', forbiddenMarks: '凉菜', unitCategories: '小学' };
    await service.call('POST /api/nutrition', change, { token: admin });
    expect(await read(id)).toMatchObject({ forbidden: ['042110', '042104'], forbiddenMarks: ['凉菜'] });
    expect(await read(3)).toEqual(before);
    // Of two standards for a category a new unit gets the newest.
    const { token } = await addSchool('sixiao', '小学');
    expect(await listOf(token)).toEqual(['改']);
  });

  it('of what does not exist is 404, and nothing is made', async () => {
    const { id: unit } = await addSchool('wuxiao', '其他');
    const before = await listOf(admin);
    const answer = await service.call(
      'PUT /api/nutrition',
      { name: '空', vendors: unit, overflow: '0', from: 99 },
      { token: admin },
    );
    expect([answer.status, answer.json.reason]).toEqual([404, 'standard_not_found']);
    expect(await listOf(admin)).toEqual(before);
  });
});
