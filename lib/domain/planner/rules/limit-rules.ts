import type { Language } from '../../../errors.ts';
import { kitchenName } from '../../ingredient/food.ts';
import { meals } from '../../meal.ts';
import { ALL } from '../../meal-pattern.ts';
import { exactNumber } from '../../values/output.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PlanProblem, Setting } from '../problem.ts';
import { tuned } from '../search/tuned.ts';
import { type MealRole, type Traits, toTraits } from '../traits.ts';
import type { TagLimit } from './limits.ts';
import { describeSpan, describeTimesEn, inLanguage, type Span } from './phrases.ts';
import type { Rule } from './rule.ts';

// Each rule of this file counts tags in spans. A tag is a fact of a dish, such as a main ingredient.

const spanKinds = ['meal', 'day', 'week'] as const;
type SpanKind = (typeof spanKinds)[number];

/** A limit in spans of one kind. */
interface SpanLimit {
  /** The penalty for a tag too many. */
  readonly weight: number;
  /** The setting with the maximum number of each tag, or the one that has a maximum by tag. */
  readonly setting: Setting | 'classPerWeek' | 'capacity';
  readonly listTags: (traits: Traits) => readonly string[];
}

/** A tag that occurs too often in a span. */
interface Excess {
  readonly span: Span;
  readonly tag: string;
  readonly count: number;
  readonly max: number;
}

/** A rule that limits tags in spans of each kind, with the text of `unmet` about an excess. */
interface LimitRuleDefinition {
  /** The name of the rule in `unmet`. */
  readonly rule: Unmet['rule'];
  readonly schedule?: Rule['schedule'];
  readonly limitBySpanKind: Readonly<Partial<Record<SpanKind, SpanLimit>>>;
  readonly describeExcess: Readonly<Record<Language, (excess: Excess, foods: PlanProblem['foods']) => string>>;
}

const listFirstMainIngredient = ({ countedMainIngredients }: Traits) => countedMainIngredients.slice(0, 1);
/** Lists the one main ingredient that the week counts. Eggs are not counted, because they may come each day. */
const listMainOfWeek = (traits: Traits) => (traits.mealRoles.includes('eggs') ? [] : listFirstMainIngredient(traits));

/** Limits how often a food (its code is the tag) is a main ingredient. Days and the week count only the first main ingredient of a dish. */
const mainIngredientsRule = createLimitRule({
  rule: 'main',
  /**
   * Weights: the plans of 30 bench weeks (see `tuned.ts`) break the rule 21 times. With a third of the week's weight they cost 2 % less and
   * break it 35 times, with three times that weight 2 % more and 13 times. The weights of meal and day matter less.
   */
  limitBySpanKind: {
    meal: {
      weight: tuned(0.5, [0, 10]),
      setting: 'mainPerMeal',
      listTags: ({ countedMainIngredients }) => countedMainIngredients,
    },
    day: { weight: tuned(0.1, [0, 10]), setting: 'mainPerDay', listTags: listFirstMainIngredient },
    week: { weight: tuned(0.1, [0, 10]), setting: 'mainPerWeek', listTags: listMainOfWeek },
  },
  describeExcess: {
    zh: ({ span, tag, count, max }, foods) =>
      `${describeSpan.zh(span)}“${kitchenName(foods.get(tag), tag)}”作主料${span.day === undefined ? '共' : ''} ${count} 次，超过 ${max} 次`,
    en: ({ span, tag, count, max }, foods) =>
      `"${kitchenName(foods.get(tag), tag)}" is the main ingredient ${describeTimesEn(count)}${describeSpan.en(span)}, more than ${describeTimesEn(max)}`,
  },
});

const listCountedMethod = ({ countedCookingMethod: method }: Traits) => (method === '' ? [] : [method]);

/** Limits how often a way of cooking occurs in a meal and on a day. */
const cookingMethodsRule = createLimitRule({
  rule: 'method',
  /** Weights: plans of 30 bench weeks break the rule 19 times; with a third of the meal's weight 32 times, with three times that 7. */
  limitBySpanKind: {
    meal: { weight: tuned(0.06, [0, 10]), setting: 'methodPerMeal', listTags: listCountedMethod },
    day: { weight: tuned(0.06, [0, 10]), setting: 'methodPerDay', listTags: listCountedMethod },
  },
  describeExcess: {
    zh: ({ span, tag, count, max }) => `${describeSpan.zh(span)}烹调方式“${tag}” ${count} 次，超过 ${max} 次`,
    en: ({ span, tag, count, max }) =>
      `"${tag}" is the way of cooking ${describeTimesEn(count)}${describeSpan.en(span)}, more than ${describeTimesEn(max)}`,
  },
});

const FRIED = '炸';
/** Lists the way of cooking if it is frying. Unlike `listCountedMethod`, it does not leave out dishes for every day. */
const listFrying = ({ cookingMethod }: Traits) => (cookingMethod === FRIED ? [FRIED] : []);

/** Limits how often fried dishes are served in the week. */
const friedDishesRule = createLimitRule({
  rule: 'fried',
  /** Weight: a third of it or three times as much changes no plan of 30 bench weeks. */
  limitBySpanKind: { week: { weight: tuned(0.2, [0, 10]), setting: 'friedPerWeek', listTags: listFrying } },
  describeExcess: {
    zh: ({ count, max }) => `油炸菜品共 ${count} 次，超过 ${max} 次`,
    en: ({ count, max }) => `Fried dishes come ${describeTimesEn(count)}, more than ${describeTimesEn(max)}`,
  },
});

/**
 * The penalty for a dish too many. It was chosen, not measured: less than that of a repetition, but more than any dish gains by
 * bringing nutrients or categories into their ranges. So these rules are broken only where they cannot be kept. It has the
 * schedule `repeats`: it begins low, so that one dish can make room for another.
 */
const TOO_MANY_DISHES_WEIGHT = tuned(300, [0, 1000]);

/** Limits how often a category of food, such as liver, is served in the week. */
const foodCategoriesRule = createLimitRule({
  rule: 'classPerWeek',
  schedule: 'repeats',
  limitBySpanKind: {
    week: { weight: TOO_MANY_DISHES_WEIGHT, setting: 'classPerWeek', listTags: ({ foodCategories }) => foodCategories },
  },
  describeExcess: {
    zh: ({ tag, count, max }) => `${tag}共 ${count} 次，超过 ${max} 次`,
    en: ({ tag, count, max }) => `"${tag}" comes ${describeTimesEn(count)}, more than ${describeTimesEn(max)}`,
  },
});

/** A meal has no more dishes than the kitchen can cook, in each way of cooking and in all. */
export const capacityRule = createLimitRule({
  rule: 'capacity',
  schedule: 'repeats',
  limitBySpanKind: {
    meal: {
      weight: TOO_MANY_DISHES_WEIGHT,
      setting: 'capacity',
      listTags: ({ cookingMethod }) => (cookingMethod === '' ? [ALL] : [cookingMethod, ALL]),
    },
  },
  describeExcess: {
    zh: ({ span, tag, count, max }) =>
      `${describeSpan.zh(span)}${tag === ALL ? '共' : `“${tag}”`} ${count} 道菜品，厨房最多能做 ${max} 道`,
    en: ({ span, tag, count, max }) =>
      `Dishes${tag === ALL ? '' : ` cooked by "${tag}"`}${describeSpan.en(span)}: ${count}, more than the ${max} that the kitchen can cook`,
  },
});

type MealSetting = Extract<Setting, 'foodPerMeal' | 'eggsPerMeal' | 'milkPerMeal' | 'ricePerMeal' | 'fruitPerMeal'>;

/** Makes a rule about the dishes of a meal that share a tag. `describeDishes` says which these are. */
function createMealRule(
  setting: MealSetting,
  listTags: SpanLimit['listTags'],
  describeDishes: Readonly<Record<Language, (tag: string, foods: PlanProblem['foods']) => string>>,
) {
  return createLimitRule({
    rule: setting,
    schedule: 'repeats',
    limitBySpanKind: { meal: { weight: TOO_MANY_DISHES_WEIGHT, setting, listTags } },
    describeExcess: {
      zh: ({ span, tag, count, max }, foods) =>
        `${describeSpan.zh(span)}有 ${count} 道${describeDishes.zh(tag, foods)}，超过 ${max} 道`,
      en: ({ span, tag, count, max }, foods) =>
        `Dishes ${describeDishes.en(tag, foods)}${describeSpan.en(span)}: ${count}, more than ${max}`,
    },
  });
}

const listRole = (role: MealRole) => (traits: Traits) => traits.mealRoles.filter((played) => played === role);

/** The rules that keep a menu varied. The last ones are for the dishes of a meal: of one food, of eggs, of milk, of rice, of fruit. */
export const varietyRules = [
  ...[mainIngredientsRule, cookingMethodsRule, friedDishesRule, foodCategoriesRule],
  createMealRule('foodPerMeal', ({ helpingCodes }) => helpingCodes, {
    zh: (code, foods) => `含“${kitchenName(foods.get(code), code)}”的菜品`,
    en: (code, foods) => `with "${kitchenName(foods.get(code), code)}"`,
  }),
  createMealRule('eggsPerMeal', listRole('eggs'), { zh: () => '蛋类菜品', en: () => 'of eggs' }),
  createMealRule('milkPerMeal', listRole('milk'), { zh: () => '奶或豆浆', en: () => 'of milk or soy milk' }),
  createMealRule('ricePerMeal', listRole('rice'), { zh: () => '米饭或粥', en: () => 'of rice or porridge' }),
  createMealRule('fruitPerMeal', listRole('fruit'), { zh: () => '水果', en: () => 'of fruit' }),
];

/** Makes the rule: its limits for the search, and the entries of `unmet` about each tag that occurs too often. */
function createLimitRule({ rule, schedule, limitBySpanKind, describeExcess }: LimitRuleDefinition) {
  return {
    schedule,
    listLimits: (model: Model) =>
      spanKinds.flatMap((kind) => {
        const spanLimit = limitBySpanKind[kind];
        return spanLimit ? toLimits(kind, spanLimit, model) : [];
      }),
    listUnmet: (menu: PlannedMenu) =>
      listSpans(menu).map(({ kind, span, dishTraits }) => {
        const spanLimit = limitBySpanKind[kind];
        if (!spanLimit) return [];
        const maxOrMaxByTag = menu.problem.rules[spanLimit.setting];
        const tags = dishTraits.flatMap(spanLimit.listTags);
        return [...Map.groupBy(tags, (tag) => tag)].flatMap(([tag, { length: count }]): Unmet[] => {
          const max = typeof maxOrMaxByTag === 'number' ? maxOrMaxByTag : maxOrMaxByTag[tag];
          if (max === undefined || count <= max) return [];
          const text = inLanguage(menu.problem, describeExcess)({ span, tag, count, max }, menu.problem.foods);
          return [{ rule, text, ...span, of: tag, by: exactNumber(String(count - max)) }];
        });
      }),
  } satisfies Rule;
}

/** Makes one limit of a setting with one maximum, else one for each tag with a maximum. The week is a single span, number 0. */
function toLimits(kind: SpanKind, { weight, setting, listTags }: SpanLimit, model: Model): TagLimit[] {
  const { candidates, rules, dayCount, dayIndexBySlot, dayMealBySlot } = model;
  const spans = {
    meal: { spanNumberBySlot: dayMealBySlot, spanCount: dayCount * meals.length },
    day: { spanNumberBySlot: dayIndexBySlot, spanCount: dayCount },
    week: { spanNumberBySlot: new Int32Array(dayIndexBySlot.length), spanCount: 1 },
  }[kind];
  const max = rules[setting];
  if (typeof max === 'number') return [{ ...spans, tagsByCandidate: candidates.map(listTags), max, weight }];
  return Object.entries(max).map(([tag, maxOfTag]) => {
    const tagsByCandidate = candidates.map((candidate) => listTags(candidate).filter((other) => other === tag));
    return { ...spans, tagsByCandidate, max: maxOfTag, weight };
  });
}

/** A span of the planned menu, with the traits of the dishes that it serves. */
interface ServedSpan {
  readonly kind: SpanKind;
  readonly span: Span;
  readonly dishTraits: readonly Traits[];
}

/** Lists the spans of the menu in the order in which `unmet` reports them: meals, then days, then the week. */
function listSpans({ problem, largestGroupItems }: PlannedMenu): ServedSpan[] {
  const traitsOfAll = largestGroupItems.flatMap(({ day, meal, dish: dishId }) => {
    const dish = problem.dishes.get(dishId);
    return dish ? [{ day, meal, ...toTraits(dish, problem.foods) }] : [];
  });
  const traitsByMeal = Map.groupBy(traitsOfAll, ({ day, meal }) => `${day} ${meal}`);
  const traitsByDay = Map.groupBy(traitsOfAll, ({ day }) => day);
  return [
    ...[...traitsByMeal.values()].map((dishTraits): ServedSpan => {
      return { kind: 'meal', span: { day: dishTraits[0]?.day, meal: dishTraits[0]?.meal }, dishTraits };
    }),
    ...[...traitsByDay].map(([day, dishTraits]): ServedSpan => ({ kind: 'day', span: { day }, dishTraits })),
    { kind: 'week', span: {}, dishTraits: traitsOfAll },
  ];
}
