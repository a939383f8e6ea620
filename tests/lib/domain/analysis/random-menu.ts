import fc from 'fast-check';
import type { AnalysisInput } from '../../../../lib/domain/analysis/content.ts';
import { meals as allMeals, type Meal } from '../../../../lib/domain/meal.ts';
import { toGroups } from '../../../../lib/domain/menu/menu-groups.ts';
import { INITIAL_CONFIG } from '../../../../lib/domain/unit.ts';

const CODES = ['012001x', '041101', '081101x', '091101', '192001', '204001', '204002', '181001', 'OWN-1', 'OWN-2'];
const KEYS = ['energy', 'protein', 'fat', 'carbohydrate', 'fibre', 'sodium', 'sugar', 'vitamin-a-rae', 'retinol'];
const MINERALS = ['calcium', 'phosphorus', 'iron'];
const CLASSES = [
  '谷类',
  '薯类',
  '蔬菜类',
  '水果类',
  '菌藻类',
  '鱼虾类',
  '奶类及奶制品',
  '畜禽肉类',
  '动物肝脏',
  '大豆类及其制品',
  '坚果类',
  '植物油',
  '盐',
  '糖',
  '零食',
];
const LEVELS = ['小学', '中学', '教师'];
const CATEGORIES = ['谷薯类', '深色蔬菜', '蔬菜类', '畜禽肉类', '大豆及坚果', '植物油', '盐', '糖', '零食'];
const NAMES = ['能量', 'protein', '脂肪', '钠', 'sugar', '维生素A', '未知'];

/** A decimal text with at most so many decimals, often small or round. */
function decimal(most: number, decimals: number): fc.Arbitrary<string> {
  const digits = fc.integer({ min: 0, max: decimals });
  return fc
    .tuple(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: most })), digits)
    .map(([number, places]) => String(number / 10 ** places))
    .filter((text) => !text.includes('e'));
}

const positive = (most: number, decimals: number) => decimal(most, decimals).filter((text) => Number(text) > 0);

const food = fc.record(
  {
    name: fc.constantFrom('甲', '乙', '丙', '丁'),
    category: fc.constantFrom('谷类及其制品', '蔬菜类及其制品', '调味品类', '植物油', '糖蜜饯类', '饮料类', '自定'),
    nutrients: fc.dictionary(fc.constantFrom(...KEYS, ...MINERALS), decimal(40_000, 3), { maxKeys: 12 }),
    foodCategory: fc.record({ name: fc.constantFrom(...CLASSES), amount: positive(500, 1), counts: positive(500, 1) }),
    dark: fc.boolean(),
    edible: fc.constantFrom('0', '54', '87.5', '100'),
  },
  { requiredKeys: ['name', 'category', 'nutrients'] },
);

const dish = fc.record({
  name: fc.constantFrom('汤', '饭', '菜'),
  mark: fc.constantFrom('主食', '荤菜'),
  poly: fc.constantFrom('炸', '炒', ''),
  month: fc.constantFrom<number[]>([], [11], [1, 2]),
  ingredient: fc.uniqueArray(fc.record({ key: fc.constantFrom(...CODES), value: positive(3000, 2) }), {
    selector: ({ key }) => key,
    maxLength: 6,
  }),
});

const meals = fc.subarray([...allMeals], { minLength: 1 });
const number = decimal(5000, 3).map(Number);
const range = fc.record({ min: number, max: number, ul: number }, { requiredKeys: [] }).map(({ min, max, ...ul }) => ({
  ...(min === undefined ? {} : { min: Math.min(min, max ?? min) }),
  ...(max === undefined ? {} : { max: Math.max(max, min ?? max) }),
  ...ul,
}));

const standard = fc.record({
  overflow: decimal(15, 1),
  foodCategoryDay: fc.dictionary(fc.constantFrom(...CATEGORIES), number).map((one) => JSON.stringify(one)),
  foodCategoryWeek: fc.dictionary(fc.constantFrom(...CATEGORIES), number).map((one) => JSON.stringify(one)),
  ingredient: fc
    .dictionary(fc.constantFrom(...LEVELS), fc.dictionary(fc.constantFrom(...NAMES), range))
    .map((one) => JSON.stringify(one)),
});

const item = fc.record({
  day: fc.integer({ min: 1, max: 4 }),
  meal: fc.constantFrom<Meal>(...allMeals),
  dish: fc.integer({ min: 1, max: 5 }),
  portion: positive(100, 2),
  indexes: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined, freq: 2 }),
});

type Item = AnalysisInput['content']['items'][number];

/** An item that names the groups of these indexes; where the menu has none of them, it is for all. */
function nameGroups(
  { indexes = [], ...one }: Omit<Item, 'groups'> & { indexes?: readonly number[] | undefined },
  groups: readonly { readonly name: string }[],
): Item {
  const names = indexes.flatMap((index) => groups[index]?.name ?? []);
  return names.length > 0 ? { ...one, groups: names } : one;
}

/** A random menu of up to four days. Some dishes are gone, and some foods are unknown. */
export const randomMenu: fc.Arbitrary<AnalysisInput> = fc.record({
  content: fc
    .record({
      name: fc.constant('随机'),
      start: fc.constantFrom('2026-11-23', '2026-12-30', '2028-02-27'),
      days: fc.constant(4),
      meals: fc.constant(allMeals),
      groups: fc
        .array(
          fc.record({
            level: fc.constantFrom(...LEVELS),
            people: fc.integer({ min: 0, max: 100_000 }),
            factor: positive(50, 2).map((text) => String(Math.min(5, Math.max(0.1, Number(text))))),
            meals,
            // The third one is not assigned any more.
            ownStandard: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined }),
          }),
          { minLength: 1, maxLength: 3 },
        )
        .map((groups) =>
          toGroups(
            groups.map(({ ownStandard, ...group }) => (ownStandard ? { ...group, standard: ownStandard } : group)),
            (group) => group.meals ?? allMeals,
          ),
        ),
      items: fc.uniqueArray(item, { selector: (one) => [one.day, one.meal, one.dish].join(), maxLength: 20 }),
    })
    .map(({ items, ...content }) => ({ ...content, items: items.map((one) => nameGroups(one, content.groups)) })),
  dishes: fc
    .array(dish, { minLength: 1, maxLength: 5 })
    .map((all) => new Map(all.map((one, index) => [index + 1, one]))),
  foods: fc.array(food, { minLength: 5, maxLength: CODES.length - 1 }).map((all) => {
    return new Map(all.map((one, index) => [CODES[index] ?? '', one]));
  }),
  prices: fc.option(fc.dictionary(fc.constantFrom(...CODES), decimal(9_999, 2)), { nil: undefined }).map((prices) => {
    return prices && new Map(Object.entries(prices).map(([code, price]) => [code, Number(price).toFixed(2)]));
  }),
  marks: fc.constant(new Map<string, '常用' | '忌用'>([['041101', '忌用']])),
  shares: fc.constantFrom(
    INITIAL_CONFIG,
    { ...INITIAL_CONFIG, breakfast: '0.25', lunch: '0.40', dinner: '0.33' },
    { ...INITIAL_CONFIG, breakfast: '25.00', afternoonSnack: '10.00', lunch: '35.00' },
    { ...INITIAL_CONFIG, breakfast: '0.00', morningSnack: '5.00', lunch: '60.00', dinner: '25.00', supper: '10.00' },
    { ...INITIAL_CONFIG, breakfast: '0.00', lunch: '0.00', dinner: '0.00' },
  ),
  daysOff: fc.subarray([1, 2, 3, 4]),
  standard: fc.option(standard, { nil: undefined, freq: 8 }),
  standards: fc.tuple(standard, standard).map((all) => new Map(all.map((one, index) => [index + 1, one]))),
});
