import { beforeAll, describe, expect, it } from 'vitest';
import type { FoodFacts } from '../../../lib/domain/ingredient/food.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { loadIngredients } from '../../../scripts/command/load-foods.ts';
import { food } from '../../support/nouns/foods.ts';
import { addSchool } from '../../support/nouns/units.ts';
import { openPlatform } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const { service, admin } = await openPlatform();
let token: string;
let serial = 0;

beforeAll(async () => {
  ({ token } = await addSchool(service, 'school'));
});

const load = (foods: ReturnType<typeof food>[]) => loadIngredients(service.deps.db, foods);
/** Foods of a category of their own, numbered. */
const make = (count: number, prefix = `p${++serial}-`) =>
  Array.from({ length: count }, (_, index) =>
    food(`${prefix}${index}`, `食材${index}`, { protein: `${index}.10` }, { category: prefix, edible: '80' }),
  );
const codesOf = (foods: readonly { code: string }[]) => foods.map(({ code }) => code);
const list = async (parameters: Record<string, string | number>) =>
  (await service.call('GET /api/ingredient', parameters, { token })).json.body;
const select = async (code: string) =>
  (await service.call('GET /api/ingredient/select', { codes: code }, { token })).json.body[0];
const total = async () => (await list({ pageSize: 1 })).totalElements;
const dumpCatalogue = async () => (await dumpTable(service)).filter(({ pk }) => pk === 'INGREDIENT');

/**
 * Expects that every food has one row and every row its food, that the numbers have no gaps, and that the head counts
 * them.
 */
async function requireSound() {
  const items = await dumpCatalogue();
  const named = (prefix: string) => items.filter(({ sk }) => String(sk).startsWith(prefix));
  const foods = named('CODE#').toSorted((a, b) => Number(a['number']) - Number(b['number']));
  const shown = ['number', 'version', 'code', 'name', 'category'];
  const slim = (item: Readonly<Record<string, unknown>>) => shown.map((name) => item[name]);
  expect(named('ROW#').map(slim)).toEqual(foods.map(slim));
  expect(foods.map((item) => item['number'])).toEqual(foods.map((_, index) => index + 1));
  const [head] = items.filter(({ sk }) => sk === 'HEAD');
  expect([head?.['total'], head?.['next']]).toEqual([foods.length, foods.length + 1]);
  const counts: [number, number][] = Object.values(head?.['blocks'] ?? {});
  expect(counts.reduce((sum, [count]) => sum + count, 0)).toBe(foods.length);
}

describe('loadIngredients', () => {
  it('adds what is new, changes what differs, leaves alone what is as it comes, and tells them apart', async () => {
    const [one, two, three, four] = make(4);
    if (!one || !two || !three || !four) throw new Error('four foods');
    expect(await load([one, two, three])).toEqual({
      added: codesOf([one, two, three]),
      changed: [],
      unchanged: [],
      kept: [],
      changes: [],
    });
    const changed = { ...two, nutrients: { ...two.nutrients, iron: '2.0' } };
    expect(await load([three, changed, four])).toEqual({
      added: [four.code],
      changed: [two.code],
      unchanged: [three.code],
      kept: [],
      changes: [],
    });
    expect((await select(two.code)).nutrients).toEqual({ protein: 1.1, iron: 2 });
    const listed = await list({ category: two.category });
    expect(codesOf(listed.content)).toEqual(codesOf([four, three, two, one]));
    await requireSound();
  });

  it('keeps allergens, food category and dark of a food where a table has none, and takes those it has', async () => {
    const [plain] = make(1);
    if (!plain) throw new Error('one food');
    const foodCategory = { name: '蔬菜类', amount: '100', counts: '100' };
    const known: FoodFacts = { ...plain, allergens: ['大豆'], foodCategory, dark: true };
    await load([known]);
    expect(await load([plain])).toEqual({ added: [], changed: [], unchanged: [plain.code], kept: [], changes: [] });
    const renamed = { ...plain, name: '新名' };
    expect(await load([renamed])).toEqual({ added: [], changed: [plain.code], unchanged: [], kept: [], changes: [] });
    const traits = ({ allergens, foodCategory: counts, dark }: Record<string, unknown>) => [allergens, counts, dark];
    const counted = { name: '蔬菜类', amount: 100, counts: 100 };
    expect(traits(await select(plain.code))).toEqual([['大豆'], counted, true]);
    await load([{ ...renamed, allergens: [], foodCategory: { ...foodCategory, counts: '50' }, dark: false }]);
    expect(traits(await select(plain.code))).toEqual([[], { ...counted, counts: 50 }, false]);
    await requireSound();
  });

  it('takes back what an earlier rule promised of prepared foods, and not what a person has said since', async () => {
    const facts = (code: string, name: string): FoodFacts => ({
      ...{ code, name, category: '鱼虾蟹贝类', nutrients: {}, traces: [] },
    });
    const [ball, cod] = [facts('ball', '墨鱼丸'), facts('cod', '鳕鱼（炸）')];
    await load([
      { ...ball, allergens: [] },
      { ...cod, allergens: ['鱼类'] },
    ]);
    await load([ball, cod]);
    expect(await select('ball')).toMatchObject({ allergens: null, mayHaveOthers: false });
    expect(await select('cod')).toMatchObject({ allergens: ['鱼类'], mayHaveOthers: true });
    await service.call('POST /api/ingredient', { code: 'cod', allergens: '鱼类' }, { token: admin });
    await load([cod]);
    expect(await select('cod')).toMatchObject({ allergens: ['鱼类'], mayHaveOthers: false });
  });

  it('does and writes nothing when it is repeated', async () => {
    const foods = make(60);
    await load(foods);
    const before = await dumpCatalogue();
    const { result, calls } = await service.storeCalls.record(() => load(foods));
    expect(result).toEqual({ added: [], changed: [], unchanged: codesOf(foods), kept: [], changes: [] });
    expect(calls.filter(({ command }) => command.startsWith('Transact'))).toEqual([]);
    expect(await dumpCatalogue()).toEqual(before);
  });

  it.each([
    ['name', { name: '新名' }],
    ['category', { category: '新类' }],
    ['edible share', { edible: '79' }],
    ['decimals of the edible share', { edible: '80.0' }],
    ['value', { nutrients: { protein: '0.2' } }],
    ['decimals of a value', { nutrients: { protein: '0.100' } }],
    ['trace', { traces: ['protein'] }],
    ['set of allergens', { allergens: ['乳' as const] }],
    ['set of no allergens', { allergens: [] }],
    ['darkness', { dark: true }],
  ])('takes another %s for a change', async (_, change) => {
    const [one] = make(1);
    if (!one) throw new Error('one food');
    await load([one]);
    expect(await load([{ ...one, ...change }])).toEqual({
      added: [],
      changed: [one.code],
      unchanged: [],
      kept: [],
      changes: [],
    });
    const { nutrients, ...rest } = { ...one, ...change };
    const numbers = Object.fromEntries(Object.entries(nutrients).map(([key, value]) => [key, Number(value)]));
    const traits = { alias: null, own: false, allergens: null, foodCategory: null, dark: false, mayHaveOthers: false };
    const source = { import: ['protein', 'edible'] };
    expect(await select(one.code)).toEqual({
      ...traits,
      source,
      ...rest,
      edible: Number(rest.edible),
      nutrients: numbers,
    });
  });

  it('takes the same values and traces in another order for the same food', async () => {
    const both = food('ordered', '序', { iron: '1', zinc: '2' }, { traces: ['copper', 'iodine'] });
    await load([both]);
    const turned = { ...both, nutrients: { zinc: '2', iron: '1' }, traces: ['iodine', 'copper'] };
    expect(await load([turned])).toEqual({ added: [], changed: [], unchanged: ['ordered'], kept: [], changes: [] });
  });

  it('leaves what a food lacks as it is in the catalogue, and counts it by nutrient', async () => {
    const [one, two] = make(2);
    if (!one || !two) throw new Error('two foods');
    const known = { protein: '1', iron: '2', copper: '0', zinc: '0' };
    await load([
      { ...one, nutrients: known, traces: ['copper', 'zinc'] },
      { ...two, nutrients: { iron: '3' } },
    ]);
    const lacking = { code: one.code, name: one.name, category: one.category };
    const news = { ...lacking, nutrients: { protein: '1.5', zinc: '0.4', selenium: '0' }, traces: ['selenium'] };
    const outcome = await load([news, { ...two, nutrients: {} }]);
    expect({ ...outcome, kept: outcome.kept.toSorted() }).toEqual({
      added: [],
      changed: [one.code],
      unchanged: [two.code],
      kept: ['copper', 'iron', 'iron'],
      changes: [{ code: one.code, key: 'zinc', before: '0', after: '0.4' }],
    });
    expect(await select(one.code)).toEqual({
      ...lacking,
      edible: 80,
      nutrients: { protein: 1.5, iron: 2, copper: 0, zinc: 0.4, selenium: 0 },
      traces: ['selenium', 'copper'],
      allergens: null,
      foodCategory: null,
      dark: false,
      mayHaveOthers: false,
      ...{ alias: null, own: false, source: { import: ['protein', 'iron', 'zinc', 'selenium', 'copper', 'edible'] } },
    });
    expect((await list({ category: one.category })).content.map((food: { edible: number }) => food.edible)).toEqual([
      80, 80,
    ]);
    await requireSound();
  });

  it('can be asked what it would do, without doing it', async () => {
    const [one, two, three] = make(3);
    if (!one || !two || !three) throw new Error('three foods');
    await load([one, two]);
    const before = await dumpCatalogue();
    const outcome = await loadIngredients(service.deps.db, [one, { ...two, name: '新名' }, three], { isDry: true });
    expect(outcome).toEqual({ added: [three.code], changed: [two.code], unchanged: [one.code], kept: [], changes: [] });
    expect(await dumpCatalogue()).toEqual(before);
  });

  it('loads nothing out of nothing', async () => {
    expect(await load([])).toEqual({ added: [], changed: [], unchanged: [], kept: [], changes: [] });
  });

  it('keeps all foods of two loads at once, from two processes', async () => {
    const [left, right] = [make(70), make(70)];
    const before = await total();
    const elsewhere = createDeps(service.deps.env).db;
    const [one, two] = await Promise.all([load(left), loadIngredients(elsewhere, right)]);
    expect([one.added, two.added]).toEqual([codesOf(left), codesOf(right)]);
    expect(await total()).toBe(before + 140);
    await requireSound();
  });

  it('adds each food once when the same foods are loaded twice at once', async () => {
    const foods = make(70);
    const before = await total();
    const both = await Promise.all([load(foods), load(foods)]);
    expect(await total()).toBe(before + 70);
    expect(both.flatMap(({ added }) => added).toSorted()).toEqual(codesOf(foods).toSorted());
    expect(both.flatMap(({ unchanged }) => unchanged).toSorted()).toEqual(codesOf(foods).toSorted());
    await requireSound();
  });

  it('loads 1,100 foods across the border of a block of 1,000, telling its progress, and pages over the border', async () => {
    const foods = make(1100);
    const before = await total();
    const progress: number[] = [];
    await loadIngredients(service.deps.db, foods, { onProgress: (done) => progress.push(done) });
    expect([progress[0], progress.at(-1), progress.length]).toEqual([49, 1100, 23]);
    expect(await total()).toBe(before + 1100);
    await requireSound();
    const newestFirst = codesOf(foods).reverse();
    const seen: string[] = [];
    for (let pageNo = 0; pageNo < 6; pageNo++) {
      const { content, ...rest } = await list({ pageSize: 200, pageNo, category: foods[0]?.category ?? '' });
      expect(rest).toEqual({ number: pageNo, size: 200, totalElements: 1100, totalPages: 6 });
      seen.push(...codesOf(content));
    }
    expect(seen).toEqual(newestFirst);
    const unfiltered = await Promise.all([0, 1, 2, 3, 4, 5].map((pageNo) => list({ pageSize: 200, pageNo })));
    expect(unfiltered.flatMap(({ content }) => codesOf(content)).slice(0, 1100)).toEqual(newestFirst);
    const last = foods.at(-1);
    expect((await list({ keyword: last?.code ?? '' })).content).toMatchObject([
      { code: last?.code, name: '食材1099', category: last?.category, edible: 80, mark: null },
    ]);
  });
});
