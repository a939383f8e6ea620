import { analyse } from '../../../lib/domain/analysis/analyse.ts';
import { freezeDays } from '../../../lib/domain/analysis/frozen-days.ts';
import type { Dish } from '../../../lib/domain/dish.ts';
import { type Meal, meals } from '../../../lib/domain/meal.ts';
import { toGroups } from '../../../lib/domain/menu/menu-groups.ts';
import { freeze, type Revision, thaw } from '../../../lib/domain/revision.ts';
import type { ScreenShape, TurningForm } from '../../../lib/domain/screen/screen.ts';
import { describeScreen, toShownDays } from '../../../lib/domain/screen/screen-view.ts';
import { INITIAL_CONFIG } from '../../../lib/domain/unit.ts';
import { drawScreen } from '../../../lib/screen/page.ts';
import { toIngredients } from '../../../scripts/command/dish-table.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { demoDishes } from '../../../scripts/start/demo-dishes.ts';
import { plainStandards } from '../planner/standards.ts';

/** A Wednesday at noon and in the evening, in the screens' time zone. */
export const NOON = '2026-09-09T11:00:00+08:00';
export const EVENING = '2026-09-09T19:30:00+08:00';
const MONDAY = '2026-09-07';

const week: Readonly<Partial<Record<Meal, readonly string[]>>> = {
  breakfast: [
    '鲜肉包 水煮蛋 纯牛奶',
    '馒头 蒸蛋羹 纯牛奶',
    '葱油花卷 卤鹌鹑蛋 纯牛奶',
    '鲜肉包 水煮蛋 纯牛奶',
    '玉米面饼 蒸蛋羹 纯牛奶',
  ],
  lunch: [
    '米饭 香菇烧鸡 番茄炒蛋 清炒小白菜 白菜豆腐汤',
    '二米饭 番茄鱼片 家常豆腐 蒜蓉西兰花 番茄蛋花汤',
    '米饭 宫保鸡丁 番茄炒蛋 清炒小白菜 番茄蛋花汤 香蕉',
    '糙米饭 清蒸鲈鱼 麻婆豆腐 醋熘白菜 番茄蛋花汤 酸奶',
    '米饭 粉蒸排骨 蒸蛋羹 蒜蓉西兰花 白菜豆腐汤 香蕉',
  ],
};

/** A week with boarders, who have dinner, too. */
const boarding: typeof week = {
  ...week,
  dinner: [
    '糙米饭 青椒肉丝 清炒小白菜 番茄蛋花汤 香蕉',
    '米饭 麻婆豆腐 紫甘蓝炒番茄 白菜豆腐汤 香蕉',
    '二米饭 家常豆腐 荷兰豆炒藕片 番茄蛋花汤 香蕉',
    '米饭 烤鸡翅 蒜蓉西兰花 白菜豆腐汤 香蕉',
    '二米饭 青椒肉丝 荷兰豆炒藕片 番茄蛋花汤 香蕉',
  ],
};

/** A week of a kindergarten whose children stay until late: all six meals. */
const wholeDay: typeof week = {
  ...boarding,
  morningSnack: ['纯牛奶', '酸奶 苹果', '纯牛奶', '酸奶', '纯牛奶 香蕉'],
  afternoonSnack: ['香蕉', '苹果 玉米面饼', '香蕉', '苹果', '香蕉'],
  supper: ['南瓜黄米粥', '青菜肉末粥 馒头', '南瓜黄米粥', '酸奶', '红豆粥'],
};

export type GroupFacts = readonly (readonly [level: string, factor: string])[];
const PUPILS: GroupFacts = [
  ['一至三年级', '0.85'],
  ['四至六年级', '1'],
];

type ServedDish = Pick<Dish, 'name' | 'mark' | 'poly' | 'month' | 'ingredient'>;

const dishes = new Map(
  [...demoDishes.library, ...demoDishes.yangguang, ...demoDishes.mingde].map((dish, index): [number, ServedDish] => {
    const { name, mark, poly, month } = dish;
    return [index + 1, { name, mark, poly, month: [...month], ingredient: toIngredients(dish) }];
  }),
);
const findDishId = (name: string) => [...dishes].find(([, dish]) => dish.name === name)?.[0] ?? 0;

/** The revision of a menu for the week of a boarding school, for one group of the standard. */
export function boardingWeek(): Revision {
  return submittedWeek([['中体力', '1']], boarding);
}

/** The revision of a menu with all six meals, for two groups. */
export function wholeDayWeek(): Revision {
  return submittedWeek(PUPILS, wholeDay);
}

/** The revision of a menu for a school's week. */
export function submittedWeek(groups: GroupFacts = PUPILS, plan: typeof week = week): Revision {
  const served = meals.filter((meal) => plan[meal]);
  const [standard] = plainStandards;
  const figures = standard?.ingredient['中体力'];
  const items = served.flatMap((meal) =>
    (plan[meal] ?? []).flatMap((row, index) =>
      row.split(' ').map((name) => ({ day: index + 1, meal, dish: findDishId(name), portion: '1' })),
    ),
  );
  return freeze({
    content: {
      name: '秋季第二周食谱',
      start: MONDAY,
      days: 5,
      meals: served,
      groups: toGroups(
        groups.map(([level, factor]) => ({ level, people: 200, factor })),
        () => served,
      ),
      standard: 1,
      items,
    },
    dishes,
    foods: new Map(starterFoods.map((food) => [food.code, { ...food, number: 1, version: 1 }])),
    marks: new Map(),
    shares: INITIAL_CONFIG,
    standard: {
      id: 1,
      name: standard?.name ?? '',
      overflow: standard?.overflow ?? '0',
      foodCategoryDay: '{"盐":5}',
      foodCategoryWeek: '{}',
      ingredient: JSON.stringify(Object.fromEntries(groups.map(([level]) => [level, figures]))),
    },
  });
}

const MAX_NAME_LENGTH = 100;
const MAX_LEVEL_LENGTH = 50;

/** The same with names, levels and amounts as long as possible, for ten groups. */
export function hardestWeek(filling = '长名'): Revision {
  const lengthen = (text: string, length: number) => text.padEnd(length, filling).slice(0, length);
  const groups = Array.from({ length: 10 }, (_, index): [string, string] => {
    return [lengthen(`级别${index}`, MAX_LEVEL_LENGTH), String(0.5 + 0.3 * index)];
  });
  const revision = submittedWeek(groups);
  return {
    ...revision,
    content: { ...revision.content, name: lengthen('食谱', MAX_NAME_LENGTH) },
    standard: revision.standard && { ...revision.standard, name: lengthen('标准', MAX_NAME_LENGTH) },
    dishes: revision.dishes.map((dish) => ({
      ...dish,
      name: lengthen(dish.name, MAX_NAME_LENGTH),
      ingredient: dish.ingredient.map((entry) => ({ ...entry, value: '99999.9' })),
    })),
  };
}

/** A screen's drawing of these menus at a moment. */
export function drawAt(
  form: TurningForm,
  unit: string,
  revisions: readonly Revision[],
  time: string,
  shape: ScreenShape = 'wide',
) {
  const days = toShownDays(Date.parse(time), { timeZone: 'Asia/Shanghai', tomorrowFrom: '19:00' });
  const menus = revisions.map((revision) => ({ revision, frozenDays: freezeDays(analyse(thaw(revision))) }));
  const view = describeScreen({ unit: { name: unit }, screen: { form, levels: [] }, days }, { menus, omittedCount: 0 });
  return drawScreen({ form, shape, etag: '"picture"' }, view);
}
