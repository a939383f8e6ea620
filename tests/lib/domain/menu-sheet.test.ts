import { describe, expect, it } from 'vitest';
import { analyse } from '../../../lib/domain/analysis/analyse.ts';
import { freezeDays } from '../../../lib/domain/analysis/frozen-days.ts';
import { makeMenuSheet } from '../../../lib/domain/menu-sheet/sheet.ts';
import { freeze, type ResolvedMenu, thaw } from '../../../lib/domain/revision.ts';
import { describeServedDays } from '../../../lib/domain/screen/served-day.ts';
import { describeAllergens, describeRange, listNotes } from '../../../lib/sheets/menu-words.ts';
import { type Made, make } from './analysis/made.ts';

/** A submitted menu, frozen and read again. */
function submit(made: Made, rulesVersion?: number): ResolvedMenu {
  const { foods, dishes, standard, standards: _, ...input } = make(made);
  const facts: ResolvedMenu = {
    ...{ ...input, rulesVersion },
    dishes: new Map([...dishes].map(([id, dish]) => [id, { poly: '', ...dish }])),
    foods: new Map([...foods].map(([code, food]) => [code, { code, ...food }])),
    ...(standard ? { standard: { id: 1, name: '标准', ...standard } } : {}),
  };
  return thaw(freeze(facts));
}

function makeSheet(menu: ResolvedMenu) {
  const status = { state: '已发布', shown: 1, liveRevision: 1 } as const;
  return makeMenuSheet({
    unit: { name: '学校', contacts: '', phone: '' },
    menu,
    nameByDish: new Map(),
    status,
    timeZone: 'Asia/Shanghai',
  });
}

describe('the shares of the energy', () => {
  // 10 g of protein, 20 g of fat, 50 g of carbohydrate, 5 g of it fibre: 170, 740 and 765 + 40 kJ of 1,715
  const eaten = { has: { energy: 1715, protein: 10, fat: 20, carbohydrate: 50, fibre: 5 } };
  const made = (shares?: NonNullable<Made['standard']>['shares'], food = eaten): Made => ({
    foods: { a: food },
    dishes: { 1: { of: { a: 100 } } },
    standard: { ...(shares ? { shares } : {}), levels: { 小学: {} } },
    groups: [['小学'], ['教师'], ['小学', '1', ['dinner'], { name: '晚餐' }]],
  });
  const show = (of: Made) => {
    const sheet = makeSheet(submit(of));
    const shares = sheet.nutrition.filter(({ unit }) => unit === '%');
    return {
      names: shares.map(({ name }) => name),
      rows: sheet.groups.map((_, groupIndex) =>
        shares.map(({ amounts }) => {
          const amount = amounts[groupIndex];
          return amount && [amount.value, describeRange(amount), amount.judgement];
        }),
      ),
      note: listNotes(sheet).find((text) => text.startsWith('供能比')),
    };
  };

  it('are on the sheet with their ranges and judgements where the standard has them; a level without figures is not judged', () => {
    const shares = { fat: { min: 0.2, max: 0.3 }, carbohydrate: { min: 0.5 } };
    expect(show(made(shares))).toEqual({
      names: ['脂肪供能比', '碳水化合物供能比'],
      rows: [
        [
          ['43.15', '20–30', '过量'],
          ['46.94', '≥50', '不足'],
        ],
        [
          ['43', undefined, undefined],
          ['47', undefined, undefined],
        ],
        [undefined, undefined],
      ],
      note: '供能比不按餐次折算，判定时不允许偏差；三种供能营养素有一种数据不足时都不判定。',
    });
  });

  it('are 数据不足 where one of the three is unknown, and not there where the standard has none', () => {
    const { fat: _, ...rest } = eaten.has;
    const unknown = { has: rest } as typeof eaten;
    expect(show(made({ protein: { max: 0.15 } }, unknown)).rows[0]).toEqual([['17.44', '≤15', '数据不足']]);
    expect(show(made())).toEqual({ names: [], rows: [[], [], []], note: undefined });
  });
});

describe('the allergens of a revision from before version 3 of the rules, which did not freeze what is unknown', () => {
  const category = '鱼虾蟹贝类';
  const made = (...names: readonly [name: string, allergens: ('鱼类' | '甲壳类')[], has?: object][]): Made => ({
    foods: Object.fromEntries(
      names.map(([name, allergens, has = {}], index) => [`f${index}`, { name, category, allergens, has: { ...has } }]),
    ),
    dishes: Object.fromEntries(names.map(([name], index) => [index + 1, { name, of: { [`f${index}`]: 50 } }])),
    items: names.map((_, index) => [1, 'lunch', index + 1]),
  });
  const show = (of: Made, rules?: number) => {
    const sheet = makeSheet(submit(of, rules));
    const dishes = sheet.meals
      .flatMap(({ dishesByDay }) => dishesByDay.flat())
      .map((dish) => [dish.name, describeAllergens(dish)]);
    return { dishes, note: listNotes(sheet)[1]?.replace('致敏原按 GB 7718—2025 的八类注明', '') };
  };
  const unclear = '；“不明”指有的食材无从得知，过敏者请先询问食堂';

  it('are unknown where names, classes or carbohydrate say that a food is prepared', () => {
    const menu = made(
      ['墨鱼丸', []],
      ['鱼丸 [鱼圆]', ['鱼类']],
      ['虾仁', ['甲壳类'], { carbohydrate: 27.7 }],
      ['鲜贝', []],
    );
    expect(show(menu, 2)).toEqual({
      dishes: [
        ['墨鱼丸', '致敏原：不明'],
        ['鱼丸 [鱼圆]', '致敏原：鱼类，另有不明'],
        ['虾仁', '致敏原：甲壳类，另有不明'],
        ['鲜贝', ''],
      ],
      note: `；未注明的菜品不含这八类${unclear}。`,
    });
  });

  it('are not said to be none over dishes of which nobody knows it', () => {
    expect(show(made(['墨鱼丸', []]), 2).note).toBe(`${unclear}。`);
    // By the present rules the catalogue has said what it knows.
    expect(show(made(['墨鱼丸', []]), 3)).toEqual({ dishes: [['墨鱼丸', '']], note: '；未注明的菜品不含这八类。' });
  });

  it('are the same on screens, and the analysis stays what it was', () => {
    const facts = submit(made(['墨鱼丸', []]), 2);
    const day = describeServedDays(
      { revision: freeze(facts), frozenDays: freezeDays(analyse(facts)) },
      ['2026-11-23'],
      () => true,
    );
    const dishes = day.get('2026-11-23')?.meals[0]?.dishes;
    expect(dishes).toMatchObject([{ name: '墨鱼丸', allergens: [], hasUnknownAllergens: true }]);
    expect(facts.foods.get('f0')).toMatchObject({ allergens: [] });
    expect(facts.foods.get('f0')?.mayHaveOthers).toBe(undefined);
  });
});
