import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { finishAll } from '../../../lib/store/sweep.ts';
import { conclude, examine } from '../../../scripts/doctor/examine.ts';
import { examineTable } from '../../../scripts/doctor/examine-table.ts';
import { invariants, nameOf } from '../../../scripts/doctor/finding.ts';
import { Survey } from '../../../scripts/doctor/survey.ts';
import { idempotencyKey, ingredientKey, operationKey, packKey } from '../../../tables/keys.ts';
import { CHINESE, expectChinese } from '../../support/commands/chinese.ts';
import { Items, readItems } from './damage.ts';
import { damages } from './damages.ts';
import { callAll, makeLivelyTable } from './lively-table.ts';

const table = await makeLivelyTable();
const { service } = table;
/** What is damaged has nothing of other calls: each damage takes an examination of all. */
const few = await readItems(service);
await callAll(table.setup);
const dump = await readItems(service);
const newItems = () => new Items(few);

afterEach(() => vi.unstubAllEnvs());
afterAll(() => service.stop());

describe('a table that the service has made', () => {
  it('is healthy, also with tasks that were cut short', async () => {
    const { findings, unfinished, counts } = await examineTable(service.deps.env);
    expect(findings).toEqual([]);
    expect(unfinished.toSorted()).toEqual([
      'a dish for 2 more units',
      expect.stringMatching(/^deletion of role \d+$/),
      `deletion of unit ${table.dying}`,
      'removal of 2 more dishes',
    ]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(dump.length);
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining(
        ['copy', 'dish', 'dish icon', 'figures', 'head', 'ingredient', 'marks', 'name claim'].concat([
          'prices',
          'price count',
          'roles',
          'row',
          'session',
          'standard',
          'uid claim',
          'task',
          'tries to sign in',
          'unit',
          'unit icon',
          'user',
        ]),
      ),
    );
  });

  it('may hold what users did and the keys under which they repeat a request, of units that exist', async () => {
    const ttl = Math.floor(Date.now() / 1000) + 60;
    const of = (unit: number) => [
      {
        ...operationKey(unit, 5, 'r'),
        time: 5,
        uid: 'a',
        operation: 'x',
        requestId: 'r',
        changed: {},
        given: {},
        more: 0,
      },
      { ...idempotencyKey(unit, 'a#b', 'h'), hash: 'h' },
    ];
    expect(await examine([...dump, ...of(1).map((item) => ({ ...item, ttl }))])).toEqual([]);
    const findings = await examine([...dump, ...of(777).map((item) => ({ ...item, ttl }))]);
    expect(findings.map(({ invariant, repair }) => `${invariant} ${repair}`)).toEqual([
      'leftover safe',
      'leftover safe',
    ]);
  });

  it('may hold expired items, whoever had them', async () => {
    const expired = { id: 'x', uid: 'x', epoch: 'x', ttl: 1000 };
    const session = { pk: 'V#777', sk: 'SESSION#x', ...expired };
    expect(await examine([...dump, session], 1000)).toEqual([]);
    expect(await examine([...dump, session], 999)).toMatchObject([{ invariant: 'leftover' }]);
  });

  it('is read as a stream, too', async () => {
    async function* stream() {
      yield* dump;
    }
    expect(await examine(stream())).toEqual([]);
  });
});

describe('a damage is told by one finding, which names it, in Chinese on a Chinese terminal:', () => {
  it.each(damages)('$invariant: $title', async ({ invariant, repair, inflict }) => {
    vi.stubEnv('LC_ALL', CHINESE.LC_ALL);
    const items = newItems();
    const { pk, sk } = inflict(items, table);
    const findings = await examine(items.all());
    const told = findings.map((finding) => `${finding.invariant}: ${nameOf(finding.keys[0])}`);
    expect(told).toEqual([`${invariant}: ${nameOf({ pk, sk })}`]);
    expect(findings[0]?.repair).toBe(repair === 'left' ? undefined : 'safe');
    expectChinese(findings.map(({ message }) => message));
  });

  it('there is one for every invariant', () => {
    expect([...new Set(damages.map(({ invariant }) => invariant))].sort()).toEqual(Object.keys(invariants).sort());
  });
});

describe('figures of foods that are doubtful', () => {
  const food = (values: Readonly<Record<string, string>>) => {
    const items = newItems();
    items.remove(packKey(0));
    const item = items.first('INGREDIENT', 'CODE#');
    items.change(item, { name: '稻米', category: '谷类及其制品', nutrients: values });
    const survey = new Survey(0);
    for (const one of items.all()) survey.add(one);
    return { code: item['code'], ...conclude(survey) };
  };

  it('are told by the rules of imports, and are no findings', () => {
    const values = { energy: '3000', protein: '7.9', fat: '0.9', carbohydrate: '77.2', fibre: '80', retinol: '3' };
    const { code, doubts, findings } = food(values);
    expect(findings.filter(({ invariant }) => invariant === 'food')).toEqual([]);
    expect(doubts).toEqual([
      `${code} 稻米: fibre 80: is more than all carbohydrate, 77.2 g; ` +
        'energy 3000: protein, fat, carbohydrate and fibre make 760 kJ; retinol 3: is in no food of plants',
    ]);
  });

  it('are told in Chinese on a Chinese terminal', () => {
    vi.stubEnv('LC_ALL', CHINESE.LC_ALL);
    const { doubts } = food({ protein: '7.9', carbohydrate: '77.2', fibre: '80', retinol: '3' });
    expect(doubts).toEqual([
      expect.stringMatching(/ 稻米: 膳食纤维 80: 多于全部碳水化合物（77\.2 g）; 视黄醇 3: 植物性食物中没有$/),
    ]);
  });

  it('are judged without what cannot be, which is a finding', () => {
    const { code, doubts, findings } = food({ energy: '1453', protein: '790', fat: '0.9', carbohydrate: '77.2' });
    expect(doubts).toEqual([]);
    expect(findings.filter(({ invariant }) => invariant === 'food')).toEqual([
      {
        invariant: 'food',
        keys: [ingredientKey(String(code))],
        message: '稻米: protein 790: no food has more than 100 g in 100 g',
      },
    ]);
  });
});

describe('a unit whose item is lost', () => {
  it('is not removed: nothing of it can be mended', async () => {
    const items = newItems();
    const { id } = table.school;
    items.remove({ pk: `V#${id}`, sk: 'UNIT' });
    const findings = await examine(items.all());
    expect(new Set(findings.map(({ invariant }) => invariant))).toEqual(
      new Set(['name-claim-without-unit', 'head', 'row', 'standard-units', 'leftover']),
    );
    expect(findings.filter(({ repair }) => repair === 'safe').map(({ invariant }) => invariant)).toEqual(['head']);
  });
});

describe('once the sweep has finished what was cut short', () => {
  it('nothing is unfinished and nothing is wrong', async () => {
    await finishAll(service.deps.db, () => false);
    const { findings, unfinished } = await examineTable(service.deps.env);
    expect({ findings, unfinished }).toEqual({ findings: [], unfinished: [] });
  });
});
