import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../../lib/domain/analysis/analyse.ts';
import { analysed, type Made, make } from '../made.ts';

/** The warnings of a menu without those about meals without items, which most menus here have. */
function warned(made: Made) {
  return analysed(made).warnings.filter(({ kind }) => kind !== 'empty_meal');
}

const plain: Made = {
  foods: { a: { name: '甲' } },
  dishes: { 1: { of: { a: 1 } } },
  standard: { levels: { 小学: {} } },
};

describe('an analysis warns', () => {
  it('of nothing where all is well', () => {
    expect(analysed({ ...plain, meals: ['lunch'] }).warnings).toEqual([]);
  });

  it('of a menu without a standard, once', () => {
    expect(warned({ ...plain, standard: null, groups: [['小学'], ['教师']] })).toEqual([
      { kind: 'no_standard', text: '没有可用的营养标准，不作评价；请联系平台分配' },
    ]);
  });

  it('in English, too', () => {
    const made: Made = {
      foods: { a: { name: 'rice' } },
      dishes: { 1: { name: 'rice', mark: '荤菜', month: [1], of: { a: 1, b: 1 } } },
      marks: { a: '忌用' },
      meals: ['lunch'],
      days: 3,
      standard: { day: { tea: 1 }, levels: { pupils: { 钙: { min: 1 }, calcium: { min: 1 }, tea: { min: 1 } } } },
      groups: [['pupils'], ['teachers']],
      items: [
        [1, 'lunch', 1],
        [2, 'lunch', 1],
        [2, 'lunch', 9],
      ],
    };
    const { warnings } = analyse({ ...make(made), language: 'en' });
    const season = '"rice" is not for month 11';
    const foods = [
      '"rice" has "rice", which is to be avoided',
      '"b" in "rice" is not in the catalogue: nothing is known of it',
    ];
    expect(warnings.map(({ text }) => text)).toEqual([
      'The standard\'s nutrient "tea" of "pupils" is unknown: it is not judged',
      'The standard names the nutrient "calcium" of "pupils" again: the first counts',
      'The standard has no figures for "teachers": it is not judged',
      'The standard\'s food category "tea" is unknown: it is not judged',
      'There is no dish for lunch on day 3',
      ...[...foods, season],
      ...[...foods, season, '"rice" comes again within 3 days: it was for lunch on day 1'],
      'Dish 9 is gone: it is not counted',
    ]);
    const snacks: Made = { ...made, standard: null, days: 2, meals: ['morningSnack'], items: [[1, 'morningSnack', 1]] };
    const unshared = analyse({ ...make(snacks), language: 'en' }).warnings;
    expect(unshared.slice(0, 4).map(({ text }) => text)).toEqual([
      'There is no standard to judge by: ask the platform to assign one',
      'The meals of day 1 have no share in it: "pupils" is not judged',
      'The meals of day 1 have no share in it: "teachers" is not judged',
      'There is no dish for morning snack on day 2',
    ]);
  });

  it('of levels without figures, each once', () => {
    expect(warned({ ...plain, groups: [['教师'], ['小学'], ['教师'], ['__proto__']] })).toEqual([
      { kind: 'unjudged_level', text: '标准中没有“教师”的数据，不作评价', level: '教师' },
      { kind: 'unjudged_level', text: '标准中没有“__proto__”的数据，不作评价', level: '__proto__' },
    ]);
  });

  it('of names in a standard that are of no nutrient, or of one that it has before; only of levels that eat', () => {
    const levels = {
      小学: { 钙: { min: 1 }, 糖醇: { min: 1 }, calcium: { min: 9 }, 维生素b1: { min: 1 } },
      中学: { 未知: { min: 1 } },
    };
    const made: Made = { ...plain, standard: { levels }, groups: [['小学'], ['小学', '2']] };
    expect(warned(made)).toEqual([
      { kind: 'unknown_nutrient', text: '标准中“小学”的营养素“糖醇”未知，不作评价', level: '小学' },
      { kind: 'repeated_nutrient', text: '标准中“小学”的营养素“calcium”重复，以先出现的为准', level: '小学' },
    ]);
    expect(analysed(made).levels[0]?.average.nutrients.map(({ key, min }) => [key, min])).toEqual([
      ['vitamin-b1', 0.4],
      ['calcium', 0.4],
    ]);
  });

  it('of food categories of a standard that nobody knows', () => {
    const { levels, warnings } = analysed({
      ...plain,
      meals: ['lunch'],
      standard: { day: { 谷类: 1, 零食: 2 }, week: { 零食: 7, 蛋类: 7, 虫: 1 }, levels: { 小学: {} } },
    });
    expect(warnings).toEqual([
      { kind: 'unknown_category', text: '标准中的食物类别“零食”未知，不作评价' },
      { kind: 'unknown_category', text: '标准中的食物类别“虫”未知，不作评价' },
    ]);
    expect(levels[0]?.average.categories).toEqual([
      { name: '谷类', value: 0, amount: 0.4, judgement: '不足' },
      { name: '零食', value: 0, amount: 0.8 },
    ]);
  });

  it('of days whose meals have no share in the day', () => {
    const made: Made = {
      ...plain,
      days: 2,
      shares: ['0', '60', '40'],
      items: [
        [1, 'lunch', 1],
        [2, 'breakfast', 1],
      ],
      dishes: { 1: { of: { a: 1 }, mark: '主食' } },
    };
    const text = '第 2 天各餐占比之和为 0，“小学”不作评价';
    expect(warned(made)).toEqual([{ kind: 'no_share', text, level: '小学', group: '小学', day: 2 }]);
    expect(warned({ ...made, shares: ['0', '0', '0'] }).map(({ kind, day }) => [kind, day])).toEqual([
      ['no_share', 1],
      ['no_share', 2],
    ]);
    // A group that takes no breakfast needs no warning about it.
    expect(warned({ ...made, groups: [['小学', '1', ['lunch']]] })).toEqual([]);
  });

  it('of each meal without items, but not of days off on which nothing is served', () => {
    const items: Made['items'] = [[2, 'lunch', 1]];
    const { warnings } = analysed({ ...plain, days: 4, daysOff: [2, 3, 4], meals: ['breakfast', 'lunch'], items });
    expect(warnings).toEqual([
      { kind: 'empty_meal', text: '第 1 天早餐没有菜品', day: 1, meal: 'breakfast' },
      { kind: 'empty_meal', text: '第 1 天午餐没有菜品', day: 1, meal: 'lunch' },
      { kind: 'empty_meal', text: '第 2 天早餐没有菜品', day: 2, meal: 'breakfast' },
    ]);
  });

  it('of what reaches a group that avoids it, or of which nobody knows what it has; and of a group without a dish', () => {
    const made: Made = {
      ...plain,
      meals: ['lunch'],
      days: 2,
      groups: [['小学'], ['小学', '1', ['lunch'], { name: '避坚果', avoid: ['坚果', '乳'] }]],
      foods: {
        a: { name: '甲', allergens: [] },
        b: { name: '核桃酥', allergens: ['坚果', '乳', '蛋类'] },
        c: { name: '卤' },
      },
      dishes: {
        1: { of: { a: 1 }, mark: '粥' },
        2: { of: { a: 1, b: 1, c: 1 }, name: '杂拌', mark: '粥' },
        3: { of: {}, name: '汤', mark: '粥' },
      },
      items: [
        [1, 'lunch', 1],
        [1, 'lunch', 2],
        [1, 'lunch', 3, '1', ['避坚果']],
        [2, 'lunch', 2, '1', ['小学']],
      ],
    };
    const at = { kind: 'allergen', level: '小学', group: '避坚果', day: 1, meal: 'lunch' };
    expect(analysed(made).warnings).toEqual([
      { kind: 'empty_meal', text: '第 2 天午餐没有“避坚果”的菜品', group: '避坚果', day: 2, meal: 'lunch' },
      { ...at, text: '“杂拌”的“核桃酥”含坚果、乳，“避坚果”须忌食', dish: 2, ingredient: 'b' },
      { ...at, text: '“杂拌”的“卤”致敏物不明，“避坚果”须忌食坚果、乳', dish: 2, ingredient: 'c' },
      { ...at, text: '“汤”致敏物不明，“避坚果”须忌食坚果、乳', dish: 3 },
    ]);
    const english = analyse({ ...make(made), language: 'en' }).warnings.map(({ text }) => text);
    expect(english).toEqual([
      'There is no dish for "避坚果" for lunch on day 2',
      '"核桃酥" in "杂拌" has 坚果、乳, which "避坚果" must avoid',
      'Nobody knows the allergens of "卤" in "杂拌": "避坚果" must avoid 坚果、乳',
      'Nobody knows the allergens of "汤": "避坚果" must avoid 坚果、乳',
    ]);
  });

  it('of a standard of a group that is not assigned any more, and of each level of each standard', () => {
    const own = (name: string, standard: number) => ['小学', '1', ['lunch'], { name, standard }] as const;
    const groups = [['小学'], own('甲', 1), own('乙', 1), own('丙', 2)] as const;
    const made: Made = { ...plain, meals: ['lunch'], groups, standards: { 1: { levels: { 中学: {} } } } };
    const gone = { text: '“丙”的营养标准已不可用，不作评价', level: '小学', group: '丙' };
    const unjudged = { kind: 'unjudged_level', text: '标准中没有“小学”的数据，不作评价', level: '小学' };
    expect(analysed(made).warnings).toEqual([{ kind: 'no_standard', ...gone }, unjudged]);
    expect(analysed({ ...made, standard: null }).warnings).toEqual([
      { kind: 'no_standard', text: '没有可用的营养标准，不作评价；请联系平台分配' },
      { kind: 'no_standard', ...gone },
      unjudged,
    ]);
    expect(analysed({ ...made, standard: null, groups: groups.slice(1, 3) }).warnings).toEqual([unjudged]);
  });

  it('of dishes that are gone, foods to avoid and codes outside the catalogue, wherever they are served', () => {
    const of = { a: 1, b: 1, OWN: 1, OUT: 1 };
    const dishes = { 1: { of, name: '汤', mark: '粥' } };
    const at = { day: 1, meal: 'lunch', dish: 1 };
    expect(
      warned({
        ...plain,
        dishes,
        foods: { a: { name: '甲' }, b: { name: '乙' } },
        marks: { a: '忌用', b: '常用', OWN: '忌用', z: '忌用' },
        items: [
          [1, 'lunch', 1],
          [1, 'lunch', 7],
          [1, 'dinner', 1],
        ],
      }),
    ).toEqual([
      { kind: 'avoided', text: '“汤”含有忌用食材“甲”', ...at, ingredient: 'a' },
      { kind: 'avoided', text: '“汤”含有忌用食材“OWN”', ...at, ingredient: 'OWN' },
      { kind: 'unlisted_ingredient', text: '“汤”的食材“OWN”不在食材目录中，营养成分未知', ...at, ingredient: 'OWN' },
      { kind: 'unlisted_ingredient', text: '“汤”的食材“OUT”不在食材目录中，营养成分未知', ...at, ingredient: 'OUT' },
      { kind: 'missing_dish', text: '菜品 7 已不存在，未计入', ...at, dish: 7 },
      { kind: 'avoided', text: '“汤”含有忌用食材“甲”', ...at, meal: 'dinner', ingredient: 'a' },
      { kind: 'avoided', text: '“汤”含有忌用食材“OWN”', ...at, meal: 'dinner', ingredient: 'OWN' },
      expect.objectContaining({ kind: 'unlisted_ingredient', meal: 'dinner', ingredient: 'OWN' }),
      expect.objectContaining({ kind: 'unlisted_ingredient', meal: 'dinner', ingredient: 'OUT' }),
    ]);
  });

  it('of dishes that are not for the month in which they are served', () => {
    const dishes = {
      1: { of: { a: 1 }, name: '冬瓜', month: [6, 7, 11] },
      2: { of: { a: 1 }, name: '年糕', month: [1, 12] },
      3: { of: { a: 1 }, name: '饭', month: [] },
    };
    // The second day is 1 December.
    const items: NonNullable<Made['items']> = [1, 2].flatMap((day) =>
      [1, 2, 3].map((dish) => [day, 'lunch', dish] as const),
    );
    const found = warned({ ...plain, start: '2026-11-30', days: 2, dishes, items });
    expect(found.filter(({ kind }) => kind === 'out_of_season')).toEqual([
      { kind: 'out_of_season', text: '“年糕”不适合 11 月', day: 1, meal: 'lunch', dish: 2 },
      { kind: 'out_of_season', text: '“冬瓜”不适合 12 月', day: 2, meal: 'lunch', dish: 1 },
    ]);
  });

  describe('of a dish again', () => {
    const repeated = (items: NonNullable<Made['items']>, mark = '荤菜') =>
      warned({ ...plain, days: 7, dishes: { 1: { of: { a: 1 }, name: '鱼', mark } }, items });

    it('within three days, at the later place', () => {
      expect(
        repeated([
          [1, 'dinner', 1],
          [3, 'lunch', 1],
          [6, 'lunch', 1],
        ]),
      ).toEqual([{ kind: 'repeated_dish', text: '“鱼”3 天内重复：第 1 天晚餐已有', day: 3, meal: 'lunch', dish: 1 }]);
      expect(
        repeated([
          [1, 'lunch', 1],
          [4, 'lunch', 1],
        ]),
      ).toEqual([]);
    });

    it('on the same day, in whatever order the items are sent', () => {
      expect(
        repeated([
          [2, 'dinner', 1],
          [2, 'breakfast', 1],
          [1, 'dinner', 1],
        ]).map(({ text, day, meal }) => [text, day, meal]),
      ).toEqual([
        ['“鱼”3 天内重复：第 2 天早餐已有', 2, 'dinner'],
        ['“鱼”3 天内重复：第 1 天晚餐已有', 2, 'breakfast'],
      ]);
    });

    it.each(['主食', '粥', '奶类', '饮品'])('but not of %s', (mark) => {
      const daily: NonNullable<Made['items']> = [
        [1, 'lunch', 1],
        [1, 'dinner', 1],
        [2, 'lunch', 1],
      ];
      expect(repeated(daily, mark)).toEqual([]);
    });
  });

  it('of 500 things one by one at the most, and says how many more there are', () => {
    const of = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`OWN-${index}`, 1]));
    const items = [1, 2, 3, 4, 5, 6].map((day) => [day, 'lunch', 1] as const);
    const made: Made = { ...plain, dishes: { 1: { of, mark: '主食' } }, meals: ['lunch'], days: 6, items };
    const { warnings } = analysed(made);
    expect([warnings.length, warnings.at(-1)]).toEqual([501, { kind: 'more', text: '另有 100 条提示未列出' }]);
    const fewer: Made = { ...made, items: items.slice(0, 5) };
    expect(analysed({ ...fewer, days: 5 }).warnings).toHaveLength(500);
    const english = analyse({ ...make(fewer), language: 'en' }).warnings;
    expect(english.at(-1)?.text).toBe('1 more warning is not listed');
  });
});
