import { analyse } from '../../../../lib/domain/analysis/analyse.ts';
import type { AnalysedFood, AnalysisInput } from '../../../../lib/domain/analysis/content.ts';
import type { Judgement, Warning } from '../../../../lib/domain/analysis/shape.ts';
import type { Meal } from '../../../../lib/domain/meal.ts';
import { toGroups } from '../../../../lib/domain/menu/menu-groups.ts';
import { INITIAL_CONFIG } from '../../../../lib/domain/unit.ts';

type Ranges = Readonly<Record<string, { readonly min?: number; readonly max?: number; readonly ul?: number }>>;

/** The parts of a menu that a test is about. Everything else has usual values. */
export interface Made {
  readonly start?: string;
  readonly days?: number;
  readonly meals?: readonly Meal[];
  /** `[level, factor, meals, rest]` */
  readonly groups?: readonly (readonly [level: string, factor?: string, meals?: readonly Meal[], rest?: OwnFacts])[];
  /** `[day, meal, dish, portion, groups]` */
  readonly items?: readonly (readonly [
    day: number,
    meal: Meal,
    dish: number,
    portion?: string,
    groups?: readonly string[],
  ])[];
  /** Recipes by the dish's id. */
  readonly dishes?: Readonly<Record<number, Recipe>>;
  readonly foods?: Readonly<Record<string, MadeFood>>;
  readonly marks?: Readonly<Record<string, '常用' | '忌用'>>;
  readonly shares?: readonly [breakfast: string, lunch: string, dinner: string];
  /** Null for none. */
  readonly standard?: MadeStandard | null;
  /** Those of groups, by id. */
  readonly standards?: Readonly<Record<number, MadeStandard>>;
  readonly nutrient?: string;
  readonly daysOff?: readonly number[];
}

/** What of a group is its own. */
type OwnFacts = Partial<Pick<AnalysisInput['content']['groups'][number], 'name' | 'standard' | 'avoid'>>;

/** Codes with grams. Name, mark and months are the dish's. */
interface Recipe {
  readonly of: Readonly<Record<string, string | number>>;
  readonly name?: string;
  readonly mark?: string;
  readonly poly?: string;
  readonly month?: number[];
}

/** Values per 100 g by key, and the category that the food counts for. */
export interface MadeFood {
  readonly name?: string;
  readonly has?: Readonly<Record<string, string | number>>;
  /** `[category, amount, counts]` */
  readonly is?: readonly [name: string, amount?: string, counts?: string];
  readonly dark?: boolean;
  /** The category of the catalogue. */
  readonly category?: string;
  readonly allergens?: AnalysedFood['allergens'];
}

export interface MadeStandard {
  readonly overflow?: string;
  readonly day?: Readonly<Record<string, number>>;
  readonly week?: Readonly<Record<string, number>>;
  readonly dayMax?: Readonly<Record<string, number>>;
  readonly weekMax?: Readonly<Record<string, number>>;
  readonly shares?: Ranges;
  readonly levels?: Readonly<Record<string, Ranges>>;
}

const allMeals: readonly Meal[] = ['breakfast', 'lunch', 'dinner'];

/** The input of an analysis. By default one level eats one dish at one lunch, without a standard. */
export function make(made: Made): AnalysisInput {
  const meals = made.meals ?? allMeals;
  const { standard = {} } = made;
  return {
    content: {
      name: '测试',
      start: made.start ?? '2026-11-23',
      days: made.days ?? 1,
      meals,
      groups: toGroups(
        (made.groups ?? [['小学']]).map(([level, factor = '1', own = meals, rest = {}]) => {
          return { level, people: 100, factor, meals: own, ...rest };
        }),
        (group) => group.meals ?? meals,
      ),
      items: (made.items ?? [[1, 'lunch', 1]]).map(([day, meal, dish, portion = '1', groups]) => ({
        ...{ day, meal, dish, portion },
        ...(groups ? { groups } : {}),
      })),
    },
    dishes: new Map(Object.entries(made.dishes ?? {}).map(([id, recipe]) => [Number(id), toDish(id, recipe)])),
    foods: new Map(Object.entries(made.foods ?? {}).map(([code, food]) => [code, toFood(code, food)])),
    marks: new Map(Object.entries(made.marks ?? {})),
    shares: toShares(made.shares ?? ['30.00', '40.00', '30.00']),
    ...(standard === null ? {} : { standard: toStandard(standard) }),
    standards: new Map(Object.entries(made.standards ?? {}).map(([id, one]) => [Number(id), toStandard(one)])),
    ...(made.daysOff ? { daysOff: made.daysOff } : {}),
    ...(made.nutrient === undefined ? {} : { nutrient: made.nutrient }),
  };
}

function toDish(id: string, { of, name = `菜${id}`, mark = '荤菜', poly = '', month = [] }: Recipe) {
  return {
    name,
    mark,
    poly,
    month,
    ingredient: Object.entries(of).map(([key, value]) => ({ key, value: String(value) })),
  };
}

function toFood(
  code: string,
  { name = `食材${code}`, has = {}, is, dark, category = '谷类及其制品', allergens }: MadeFood,
) {
  const nutrients = Object.fromEntries(Object.entries(has).map(([key, value]) => [key, String(value)]));
  const [className, amount = '1', counts = '1'] = is ?? [];
  return {
    name,
    category,
    nutrients,
    ...(className === undefined ? {} : { foodCategory: { name: className, amount, counts } }),
    ...(dark === undefined ? {} : { dark }),
    ...(allergens ? { allergens } : {}),
  };
}

function toShares([breakfast, lunch, dinner]: readonly [string, string, string]) {
  return { ...INITIAL_CONFIG, breakfast, lunch, dinner };
}

function toStandard({ overflow = '0', day = {}, week = {}, levels = {}, ...further }: MadeStandard) {
  const { dayMax, weekMax, shares } = further;
  return {
    ...(dayMax ? { foodCategoryDayMax: JSON.stringify(dayMax) } : {}),
    ...(weekMax ? { foodCategoryWeekMax: JSON.stringify(weekMax) } : {}),
    ...(shares ? { energyShares: JSON.stringify(shares) } : {}),
    overflow,
    foodCategoryDay: JSON.stringify(day),
    foodCategoryWeek: JSON.stringify(week),
    ingredient: JSON.stringify(levels),
  };
}

/** A finding as it is answered, with its numbers parsed. */
interface Finding {
  readonly key: string;
  readonly value: number;
  readonly judgement?: Judgement;
  readonly [rest: string]: unknown;
}

interface Category {
  readonly name: string;
  readonly value: number;
  readonly amount: number;
  readonly max?: number;
  readonly judgement?: Judgement;
}

interface Totals {
  readonly nutrients: readonly Finding[];
  readonly categories: readonly Category[];
  readonly energyShares: { readonly protein: number; readonly fat: number; readonly carbohydrate: number };
  readonly judgedShares?: readonly Finding[];
  readonly salt: number;
  readonly kinds: number;
}

/** What is evaluated of a group, without the words. */
interface Evaluated {
  readonly value?: number;
  readonly coverage?: number;
  readonly below?: readonly string[];
}

interface Level {
  readonly level: string;
  readonly judged: boolean;
  readonly average: Totals & {
    readonly evaluation: Readonly<Record<'goodProtein' | 'animalIron' | 'calciumPhosphorus', Evaluated>> &
      Readonly<Record<'addedSugar' | 'vegetableKinds', Evaluated>> & {
        readonly groupsByMeal: readonly (Evaluated & { readonly meal: Meal })[];
        readonly times: Readonly<Record<string, Evaluated>>;
      };
  };
  readonly days: readonly (Totals & {
    readonly day: number;
    readonly date: string;
    readonly meals: readonly { readonly meal: Meal; readonly energy: number }[];
  })[];
  readonly week: { readonly categories: readonly Category[]; readonly kinds: number };
  readonly unassigned: readonly string[];
  readonly contributions?: unknown;
}

/** The analysis of a menu as its caller reads it. */
export function analysed(made: Made): { levels: Level[]; warnings: Warning[] } {
  return JSON.parse(JSON.stringify(analyse(make(made))));
}

/** What the first level eats. */
export function firstLevel(made: Made): Level {
  const [level] = analysed(made).levels;
  if (!level) throw new Error('no level');
  return level;
}
