import { describe, expect, it } from 'vitest';
import { nutrients } from '../../../../../lib/domain/nutrient/nutrient.ts';
import { setUp } from '../../../../../lib/domain/planner/board.ts';
import { answerWith, planMenu } from '../../../../../lib/domain/planner/plan.ts';
import { makeProblem } from '../../../../bench/planner/instances.ts';
import { type MadeProblem, pose } from '../made.ts';

/** What a plan tells of what it could not meet. */
function unmetOf(made: MadeProblem, language: 'zh' | 'en' = 'zh') {
  return JSON.parse(JSON.stringify(planMenu({ ...pose(made), language }).unmet));
}

/** The texts, of days where the menu has several, else of the mean. */
function textsOf(made: MadeProblem, language?: 'en'): string[] {
  const told: { text: string; day?: number }[] = unmetOf(made, language);
  return told.flatMap(({ text, day }) => (made.days === undefined && day !== undefined ? [] : [text]));
}

const row = (mark: string) => ({ marks: [mark], min: 1, max: 1 });
const lunch = (...marks: string[]) => ({ lunch: marks.map(row) });
const rice = { mark: '主食', of: { rice: 100 } };

/** Kale has the calcium, leek the iron; lunch is 40 % of the day. */
const greens = {
  dishes: {
    1: rice,
    2: { mark: '素菜', of: { kale: 100 } },
    3: { mark: '素菜', of: { leek: 100 } },
  },
  foods: {
    rice: { name: '大米', has: { calcium: 10, iron: 1 } },
    kale: { name: '芥蓝', has: { calcium: 200, iron: 0 } },
    leek: { name: '韭菜', has: { calcium: 0, iron: 9 } },
  },
  template: lunch('主食', '素菜'),
};
const asking = (calcium: object, rest: object = {}) => ({ standard: { levels: { 小学: { 钙: calcium, ...rest } } } });
const SHORT = '小学日均钙 10.00 mg，不足（至少 200.00）';

describe('why a figure is out of its range is told', () => {
  it('by what dishes for it would bring out of range, in texts and for programs', () => {
    const told = { rule: 'nutrient', level: '小学', of: 'iron', by: 3 };
    const against = [{ rule: 'nutrient', text: '钙不足', level: '小学', of: 'calcium' }];
    const made = { ...greens, ...asking({ min: 500 }, { 铁: { min: 10 } }) };
    expect(unmetOf(made)).toEqual([
      { ...told, text: '小学日均铁 1.00 mg，不足（至少 4.00）：若换菜改善，会使钙不足', against },
      { ...told, day: 1, text: '小学第 1 天铁 1.00 mg，不足（至少 4.00）：若换菜改善，会使钙不足', against },
    ]);
    expect(textsOf(made, 'en')).toEqual([
      '铁 for "小学" in the mean of the days: 1.00 mg, too little (at least 4.00): another dish instead would mean too little 钙',
    ]);
  });

  it('by how far the dishes go, and by what leaves no others', () => {
    const high = { ...greens, ...asking({ min: 900 }) };
    expect(textsOf(high)).toEqual(['小学日均钙 210.00 mg，不足（至少 360.00）：可选菜品最多只能达到 210.00 mg']);
    expect(textsOf({ ...greens, ...asking({ max: 2 }) })).toEqual([
      '小学日均钙 10.00 mg，过量（至多 0.80）：可选菜品最少也有 10.00 mg',
    ]);
    const kale = asking({ min: 500 });
    const [avoided] = unmetOf({ ...greens, ...kale, marks: { kale: '忌用' } });
    expect(avoided).toMatchObject({
      text: `${SHORT}：因忌用“芥蓝”，可选菜品最多只能达到 10.00 mg`,
      against: [{ rule: 'avoided', text: '忌用“芥蓝”', of: 'kale' }],
    });
    const [locked] = unmetOf({ ...greens, ...kale, locked: [{ day: 1, meal: 'lunch', dish: 3, portion: '1' }] });
    expect(locked).toMatchObject({
      text: `${SHORT}：因部分菜品已锁定，可选菜品最多只能达到 10.00 mg`,
      against: [{ rule: 'locked', text: '部分菜品已锁定' }],
    });
    const none = { ...greens, ...asking({}, { 碘: { min: 50 } }) };
    const foods = { rice: { has: { iodine: 0 } }, kale: { has: { iodine: 0 } }, leek: { has: { iodine: 0 } } };
    expect(textsOf({ ...none, foods })).toEqual(['小学日均碘 0.00 μg，不足（至少 20.00）：可选菜品中都没有']);
    expect(textsOf({ ...none, foods, marks: { kale: '忌用' } }, 'en')).toEqual([
      '碘 for "小学" in the mean of the days: 0.00 μg, too little (at least 20.00): none of the dishes that may be served has any',
    ]);
  });

  it('by dishes that would come again too soon, or take from another day', () => {
    expect(textsOf({ ...greens, days: 2, ...asking({ min: 500 }) })).toEqual([
      '小学日均钙 110.00 mg，不足（至少 200.00）：若换菜改善，会使“菜2” 3 天内重复',
      '小学第 1 天钙 10.00 mg，不足（至少 200.00）：若换菜改善，会使“菜2” 3 天内重复或第 2 天钙不足',
    ]);
  });

  it('by whose figure it would be, where groups are of several levels', () => {
    const groups = [['小学'], ['中学', '1.5']] as const;
    const levels = { 小学: { 钙: { max: 300 } }, 中学: { 钙: { min: 600 } } };
    expect(textsOf({ ...greens, groups, standard: { levels } })).toEqual([
      '小学日均钙 210.00 mg，过量（至多 120.00）：若换菜改善，会使中学钙不足',
    ]);
  });

  it('by the budget, and is no conflict where it is but a matter of money', () => {
    const made = {
      dishes: { 1: { mark: '素菜', of: { leek: 100 } }, 2: { mark: '素菜', of: { kale: 100 } } },
      foods: { leek: { has: { calcium: 178 } }, kale: { has: { calcium: 200 } } },
      // One of ten groups has so little weight that it is not worth that.
      groups: [['小学'], ...Array.from({ length: 9 }, () => ['教职工'] as const)] as const,
      template: lunch('素菜'),
      prices: { leek: '1', kale: '400' },
      standard: { overflow: '0.1', levels: { 小学: { 钙: { min: 500 } } } },
    };
    const short = '小学日均钙 178.00 mg，不足（至少 200.00）';
    const unjudged = '标准中没有“教职工”，其营养素和食物类别未评判';
    expect(textsOf(made)).toEqual([`${short}：第 1 天午餐“菜1”换成“菜2”即可改善，但每人每日贵 39.90 元`, unjudged]);
    expect(textsOf({ ...made, rules: { budget: '1' } })).toEqual([`${short}：若换菜改善，会使费用超出预算`, unjudged]);
    expect(textsOf(made, 'en')[0]).toBe(
      '钙 for "小学" in the mean of the days: 178.00 mg, too little (at least 200.00): better with "菜2" instead of "菜1" for lunch on day 1, at 39.90 yuan more a head and day',
    );
  });
});

/** What is told where these dishes stand, of one place after the other; 0: none. */
function toldOf(made: MadeProblem, dishes: readonly number[], language: 'zh' | 'en' = 'zh'): string[] {
  const problem = { ...pose(made), language };
  const board = setUp(problem);
  const stand = Int32Array.from(dishes, (id) => board.courses.findIndex(({ dish }) => dish === id));
  return answerWith(problem, board, stand).unmet.flatMap(({ text, day }) => (day === undefined ? [] : [text]));
}

describe('why a plan could be better that was not searched for is told', () => {
  const kale = asking({ min: 500 });
  const optional = { lunch: [...lunch('主食').lunch, { marks: ['素菜'], min: 0, max: 1 }] };
  const onFirst = (figure: string) => `小学第 1 天${figure}`;

  it('by the dish instead, or more, or less', () => {
    const short = onFirst('钙 10.00 mg，不足（至少 200.00）');
    expect(toldOf({ ...greens, ...kale }, [1, 3])).toEqual([
      `${short}：第 1 天午餐“菜3”换成“菜2”即可改善，不违反其他规则`,
    ]);
    expect(toldOf({ ...greens, ...kale, template: optional }, [1, 0])).toEqual([
      `${short}：第 1 天午餐加上“菜2”即可改善，不违反其他规则`,
    ]);
    const high = { ...greens, template: optional, ...asking({ max: 50 }), dishes: { ...greens.dishes, 3: rice } };
    expect(toldOf(high, [1, 2])).toEqual([
      `${onFirst('钙 210.00 mg，过量（至多 20.00）')}：第 1 天午餐去掉“菜2”即可改善，不违反其他规则`,
    ]);
    const told = '钙 for "小学" on day 1: 10.00 mg, too little (at least 200.00): better with';
    const free = 'for lunch on day 1, which breaks no other rule';
    expect(toldOf({ ...greens, ...kale, template: optional }, [1, 0], 'en')).toEqual([`${told} "菜2" added ${free}`]);
  });

  it('by what changes places, where anything else would be served too often', () => {
    const dishes = {
      1: { mark: '素菜', of: { kale: 100 } },
      2: { mark: '素菜', of: { kale: 90 } },
      3: greens.dishes[3],
    };
    const made = { ...greens, dishes: { ...dishes, 4: { mark: '素菜', of: { leek: 90 } } }, days: 2 };
    const rules = { repeatDays: 2, mainPerDay: 9, mainPerWeek: 9 };
    const both = { lunch: [row('素菜')], dinner: [row('素菜')] };
    const asked = { ...made, meals: ['lunch', 'dinner'] as const, template: both, rules, ...asking({ min: 200 }) };
    const short = '小学第 2 天钙 0.00 mg，不足（至少 140.00）：第 2 天午餐“菜3”与第 1 天午餐“菜1”对调即可改善';
    expect(toldOf(asked, [1, 2, 3, 4])).toEqual([`${short}，不违反其他规则`]);
    expect(toldOf(asked, [1, 2, 3, 4], 'en')).toEqual([
      '钙 for "小学" on day 2: 0.00 mg, too little (at least 140.00): better with "菜3" for lunch on day 2 exchanged for "菜1" for lunch on day 1, which breaks no other rule',
    ]);
  });

  it('by what would leave its range, and be tolerated', () => {
    const foods = { ...greens.foods, kale: { has: { calcium: 200, iron: 2.8 } } };
    const standard = { overflow: '0.1', levels: { 小学: { 钙: { min: 500 }, 铁: { min: 10 } } } };
    expect(toldOf({ ...greens, foods, standard }, [1, 3])).toEqual([
      onFirst('钙 10.00 mg，不足（至少 200.00）：若换菜改善，会使铁偏低'),
    ]);
  });

  it('by foods that are not eaten yet, where kinds are too few', () => {
    const dishes = {
      ...greens.dishes,
      3: { mark: '素菜', of: { leek: 90, rice: 10 } },
      4: { mark: '素菜', of: { kale: 4, leek: 9 } },
    };
    const levels = { 小学: { 钙: { min: 25 } } };
    const made = { ...greens, dishes, standard: { levels }, rules: { kindsPerDay: 7 } };
    const few = onFirst('食物 2 种，少于 3 种');
    expect(toldOf({ ...made, rules: { kindsPerDay: 8 } }, [1, 2])).toEqual([
      `${onFirst('食物 2 种，少于 4 种')}：可选菜品最多只能达到 3 种`,
    ]);
    expect(toldOf(made, [1, 2])).toEqual([`${few}：没有其他菜品可换`]);
    const rich = { mark: '素菜', of: { kale: 50, leek: 50 } };
    expect(toldOf({ ...made, dishes: { ...dishes, 5: rich } }, [1, 2])).toEqual([
      `${few}：第 1 天午餐“菜2”换成“菜5”即可改善，不违反其他规则`,
    ]);
  });
});

describe('why something comes too often is told', () => {
  it('by what other dishes would bring about', () => {
    const dishes = { ...greens.dishes, 4: { mark: '素菜', of: { kale: 90 } } };
    const standard = { overflow: '0.5', levels: { 小学: { 钙: { min: 250 } } } };
    expect(textsOf({ ...greens, dishes, days: 2, rules: { mainPerWeek: 1 }, standard })).toEqual([
      '“芥蓝”作主料共 2 次，超过 1 次：若换菜改善，会使钙不足',
    ]);
  });
});

describe('what could not be judged is told', () => {
  const foods = {
    rice: { name: '大米', has: { calcium: 10 } },
    kale: { name: '芥蓝', has: { calcium: 200, iodine: 3 } },
    leek: { name: '韭菜', has: { calcium: 200 } },
  };

  it('once for all levels and days, with foods of which nobody knows', () => {
    const groups = [['小学'], ['中学', '1.5']] as const;
    const levels = { 小学: { 碘: { min: 100 } }, 中学: { 碘: { min: 100 } } };
    const made = { ...greens, foods, groups, days: 2, standard: { levels } };
    expect(unmetOf(made)).toEqual([
      {
        rule: 'nutrient',
        text: '小学、中学日均碘数据不足，不能判断是否达标：“大米”、“韭菜”没有数据',
        of: 'iodine',
        missing: ['大米', '韭菜'],
      },
    ]);
    expect(textsOf(made, 'en')).toEqual([
      'Too little is known of 碘 for "小学", "中学" in the mean of the days to judge it: there is no value of "大米", "韭菜"',
    ]);
  });

  it('of single days only where there is enough in the mean', () => {
    const dishes = { 1: { mark: '主食', of: { kale: 900 } }, 2: { mark: '主食', of: { leek: 30 } } };
    const levels = { 小学: { 碘: { min: 1 } } };
    const locked = [1, 2].map((day) => ({ day, meal: 'lunch' as const, dish: day, portion: '1' }));
    const made = { ...greens, dishes, foods, days: 2, locked, template: lunch('主食'), standard: { levels } };
    expect(unmetOf(made)).toEqual([
      {
        rule: 'nutrient',
        text: '小学第 2 天碘数据不足，不能判断是否达标：“韭菜”没有数据',
        level: '小学',
        day: 2,
        of: 'iodine',
        missing: ['韭菜'],
      },
    ]);
  });

  it('for salt, where nobody knows how much is in a condiment, and names three of many', () => {
    const sauces = ['205001', '205002', '205003', '205004'];
    const dishes = { 1: { mark: '主食', of: { rice: 100, ...Object.fromEntries(sauces.map((code) => [code, 5])) } } };
    const standard = { day: { 盐: 5 }, levels: { 小学: { 钠: { max: 2000 } } } };
    const made = { dishes, foods: { rice: { has: { sodium: 2 } } }, template: lunch('主食'), standard };
    const missing = ['205001', '205002', '205003'];
    const why = '“205001”、“205002”、“205003”等 4 种食材没有数据';
    expect(unmetOf(made)).toEqual([
      { rule: 'nutrient', text: `小学日均钠数据不足，不能判断是否达标：${why}`, level: '小学', of: 'sodium', missing },
      { rule: 'category', text: `小学日均盐数据不足，不能判断是否达标：${why}`, level: '小学', of: '盐', missing },
    ]);
  });
});

describe('of a plan that breaks hundreds of rules', () => {
  it('a hundred are told why, means before days', () => {
    const problem = makeProblem({ dishes: 40, days: 2, groups: ['1', '1.1', '1.2', '1.3', '1.4', '1.5'] }, 1);
    const names = nutrients.map(({ value }) => value);
    const levels = problem.content.groups.map(({ level }, index) => {
      return [level, Object.fromEntries(names.map((name) => [name, { min: 20 + index, max: 20 + index }]))] as const;
    });
    const standard = { ...problem.standard, overflow: '0', foodCategoryDay: '{}', foodCategoryWeek: '{}' };
    const asked = { ...problem, standard: { ...standard, ingredient: JSON.stringify(Object.fromEntries(levels)) } };
    const board = setUp(asked);
    const { unmet } = answerWith(
      asked,
      board,
      Int32Array.from(board.optionsOf, ([first = 0]) => first),
    );
    const explained = unmet.filter(({ text }) => text.includes('：若换菜'));
    expect(unmet.length).toBeGreaterThan(300);
    expect(explained).toHaveLength(100);
    const means = unmet.filter(({ rule, day, missing }) => rule === 'nutrient' && day === undefined && !missing);
    expect(means.filter(({ text }) => !/：(若换菜|可选菜品)/.test(text))).toEqual([]);
  });
});
