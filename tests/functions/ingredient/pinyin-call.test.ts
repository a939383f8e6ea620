import { describe, expect, it } from 'vitest';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { placeDish } from '../../../lib/store/dish/dish-placement.ts';
import { continueTasks } from '../../../lib/store/sweep.ts';
import { selectUnits } from '../../../lib/store/unit/unit-list.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { rowKey, unitsPartition } from '../../../tables/keys.ts';
import { dishContent } from '../../support/nouns/dish-content.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const { service, setup } = await openSetup();

/** The names in an answer, which is a page or a list. */
async function namesIn(route: string, keyword: string, token: string, more: Record<string, string> = {}) {
  const body = await setup.succeed(route, { keyword, ...more }, token);
  const found: { name: string }[] = body.content ?? body;
  if (body.content) expect(body.totalElements).toBe(found.length);
  return found.map(({ name }) => name);
}

const onlySchool = ['重庆市第八中学'];
const bySide = () => ({ admin: setup.admin, school: school.token, other: other.token });

const school = await setup.createSchool({ name: '重庆市第八中学' });
const other = await setup.createSchool({ name: 'A栋食堂' });
await setup.createDish({ name: '番茄炒蛋', mark: '半荤', poly: '炒' }, school);
await setup.createDish({ name: '绿豆汤', mark: '汤羹' }, school);
await setup.createDish({ name: '番茄炖牛腩', mark: '荤菜', poly: '炖' }, other);
await stock(service, [food('043119', '番茄'), food('111101x', '鸡蛋'), food('AN-1', '长茄子')]);
for (const name of ['中学生指南', '幼儿标准']) {
  const standard = { name, vendors: school.id, overflow: '0' };
  await setup.succeed('PUT /api/nutrition', standard, setup.admin);
}

describe.each(['GET /api/vender', 'GET /api/vender/select'])('%s', (route) => {
  it.each([
    ['cqsdbzx', onlySchool],
    ['DBZX', onlySchool],
    ['chongqing', onlySchool],
    ['bazhong', onlySchool],
    ['bazh', onlySchool],
    ['chong qing', onlySchool],
    ['重庆', onlySchool],
    ['ad', ['A栋食堂']],
    ['adongshit', ['A栋食堂']],
    ['xx', ['红旗小学']],
    ['zhongqing', []],
    ['ong', []],
    ['gq', []],
    ['cqdbzx', []],
  ])('finds by %s', async (keyword, names) => {
    expect(await namesIn(route, keyword, setup.admin)).toEqual(names);
  });
});

describe.each(['GET /api/dish', 'GET /api/dish/select'])('%s', (route) => {
  it.each([
    ['fqcd', 'school', ['番茄炒蛋']],
    ['fanqie', 'school', ['番茄炒蛋']],
    ['fanqiechaodan', 'school', ['番茄炒蛋']],
    ['qiechao', 'school', ['番茄炒蛋']],
    ['lvd', 'school', ['绿豆汤']],
    ['ldt', 'school', ['绿豆汤']],
    ['an', 'school', []],
    ['nq', 'school', []],
    ['fqdnn', 'school', []],
    ['fanqie', 'other', ['番茄炖牛腩']],
    ['fanqie', 'admin', []],
  ] as const)('finds by %s as %s', async (keyword, side, names) => {
    expect(await namesIn(route, keyword, bySide()[side])).toEqual(names);
  });
});

describe('GET /api/dish', () => {
  it('finds by pinyin together with mark and poly', async () => {
    expect(await namesIn('GET /api/dish', 'fq', school.token, { mark: '半荤', poly: '炒' })).toEqual(['番茄炒蛋']);
    expect(await namesIn('GET /api/dish', 'fq', school.token, { mark: '汤羹' })).toEqual([]);
  });

  it('answers records without the pinyin', async () => {
    const [dish] = (await setup.succeed('GET /api/dish', { keyword: 'fqcd' }, school.token)).content;
    expect(Object.keys(dish)).not.toContain('pinyin');
  });
});

describe('GET /api/ingredient', () => {
  it.each([
    ['fq', ['番茄']],
    ['jidan', ['鸡蛋']],
    ['dan', ['鸡蛋']],
    ['changq', ['长茄子']],
    ['cqz', ['长茄子']],
    ['an-1', ['长茄子']],
    ['an', ['长茄子']],
    ['043', ['番茄']],
    ['ie', []],
  ])('finds by %s in the name, its pinyin or the code', async (keyword, names) => {
    expect(await namesIn('GET /api/ingredient', keyword, school.token)).toEqual(names);
  });

  it('answers records without the pinyin', async () => {
    const [egg, ...others] = (await setup.succeed('GET /api/ingredient', { keyword: 'jd' }, school.token)).content;
    expect([egg.name, Object.keys(egg).includes('pinyin'), others]).toEqual(['鸡蛋', false, []]);
  });

  it('finds a food by the name that another load gives it', async () => {
    await stock(service, [food('RENAMED', '土豆')]);
    await stock(service, [food('RENAMED', '马铃薯')]);
    expect(await namesIn('GET /api/ingredient', 'mls', school.token)).toEqual(['马铃薯']);
    expect(await namesIn('GET /api/ingredient', 'td', school.token)).toEqual([]);
  });
});

describe('GET /api/nutrition', () => {
  it.each(['zxszn', 'zhinan', 'xuesh'])('finds by %s, as select does', async (keyword) => {
    expect(await namesIn('GET /api/nutrition', keyword, setup.admin)).toEqual(['中学生指南']);
    expect(await namesIn('GET /api/nutrition/select', keyword, school.token)).toEqual(['中学生指南']);
    expect(await namesIn('GET /api/nutrition/select', keyword, other.token)).toEqual([]);
  });
});

describe('after a change of name', () => {
  it('a unit is found by the new one', async () => {
    const { id } = await setup.createSchool({ name: '旧名学校' });
    expect(await namesIn('GET /api/vender', 'jiuming', setup.admin)).toEqual(['旧名学校']);
    await setup.succeed('POST /api/vender', { venderId: id, name: '新名学校' }, setup.admin);
    expect(await namesIn('GET /api/vender', 'jmxx', setup.admin)).toEqual([]);
    expect(await namesIn('GET /api/vender/select', 'xmxx', setup.admin)).toEqual(['新名学校']);
  });

  it('a dish is found by the new one, and after another change still', async () => {
    const id = await setup.createDish({ name: '麻婆豆腐' }, school);
    await setup.succeed('POST /api/dish', { id, name: '麻辣豆腐' }, school.token);
    await setup.succeed('POST /api/dish', { id, poly: '烧' }, school.token);
    expect(await namesIn('GET /api/dish', 'mapo', school.token)).toEqual([]);
    expect(await namesIn('GET /api/dish', 'mldf', school.token)).toEqual(['麻辣豆腐']);
  });

  it('a standard is found by the new one', async () => {
    await setup.succeed('PUT /api/nutrition', { name: '旧规', vendors: school.id, overflow: '0' }, setup.admin);
    const { content } = await setup.succeed('GET /api/nutrition', { keyword: 'jiugui' }, setup.admin);
    await setup.succeed('POST /api/nutrition', { id: content[0].id, name: '新规' }, setup.admin);
    expect(await namesIn('GET /api/nutrition', 'jiugui', setup.admin)).toEqual([]);
    expect(await namesIn('GET /api/nutrition', 'xingui', setup.admin)).toEqual(['新规']);
  });
});

describe('in the other unit', () => {
  it('a copy of a dish is found, and one that another unit is given by a change', async () => {
    const id = await setup.createDish({ name: '宫保鸡丁' }, school);
    await setup.succeed('PUT /api/dish/copy', { id, vendors: other.id }, setup.admin);
    expect(await namesIn('GET /api/dish', 'gbjd', other.token)).toEqual(['宫保鸡丁']);
    await setup.succeed('POST /api/dish', { id, name: '酱爆鸡丁', vendors: `${school.id},${other.id}` }, setup.admin);
    expect(await namesIn('GET /api/dish', 'jbjd', other.token)).toEqual(['酱爆鸡丁']);
    expect(await namesIn('GET /api/dish', 'gbjd', school.token)).toEqual([]);
  });

  it('a dish for more units than one transaction holds is found in the last of them', async () => {
    const { db } = service.deps;
    const schools: School[] = [];
    for (let count = 0; count < 17; count++) schools.push(await setup.createSchool());
    const content = dishContent('清炒时蔬');
    await placeDish(db, { content, icon: '', units: schools.map(({ id }) => id) }, () => false);
    await continueTasks(db, () => false);
    expect(await namesIn('GET /api/dish', 'qcss', schools.at(-1)?.token ?? '')).toEqual(['清炒时蔬']);
  });
});

it('a row of an earlier release, without pinyin is found by its name and not by pinyin, by an instance that has just started', async () => {
  const { db, env } = service.deps;
  const { id } = await setup.createSchool({ name: '无音学校' });
  const [item] = await db.query(unitsPartition, { prefix: rowKey(unitsPartition, id).sk });
  expect(item?.['pinyin']).toBe('WuYinXueXiao');
  await db.write([putStep({ ...rowKey(unitsPartition, id), ...item, pinyin: undefined })]);
  const fresh = createDeps(env).db;
  const idsOf = async (keyword: string) => (await selectUnits(fresh, { keyword })).map((unit) => unit.id);
  expect(await idsOf('无音')).toEqual([id]);
  expect(await idsOf('wuyin')).toEqual([]);
});
