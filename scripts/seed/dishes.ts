import { at, Random } from '../../lib/domain/values/random.ts';
import type { DishContent } from '../../lib/store/dish/dish-placement.ts';
import { codeOf } from '../start/demo-foods.ts';
import {
  bakes,
  coldWays,
  drinks,
  fillings,
  fruitCuts,
  fruits,
  grainPartners,
  grains,
  mains,
  plainWays,
  soupMeats,
  tastes,
  vegetables,
} from './cooking.ts';
import { seasonings, seasons, swelling } from './foods.ts';

/** A dish before its amounts are drawn. */
interface Recipe {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  /** Usual grams of the edible raw portion of each food, the main ones first. */
  readonly parts: readonly (readonly [food: string, grams: number])[];
  /** How many of `seasonings` it has, from the first on. */
  readonly seasoned: number;
}

const ALL_YEAR: readonly number[] = Array.from({ length: 12 }, (_, index) => index + 1);
/** An ingredient with at least this share of a dish is a main one. */
const MAIN_SHARE = 0.25;
/** Amounts vary by up to this share of the usual amount, up and down. */
const SPREAD = 0.2;

const withMeat: readonly Recipe[] = mains.flatMap(({ word, food, grams, mark, ways }) =>
  [...ways].flatMap((poly) =>
    vegetables.map((beside): Recipe => {
      const parts = [
        [food, grams],
        [beside, 70],
      ] as const;
      return { name: `${beside}${poly}${word}`, mark, poly, parts, seasoned: 3 };
    }),
  ),
);

const ofVegetables = (ways: typeof plainWays, mark: string, seasoned: number): readonly Recipe[] =>
  ways.flatMap(([words, poly]) =>
    vegetables.map((food) => ({ name: `${words}${food}`, mark, poly, parts: [[food, 130]], seasoned })),
  );

const soups: readonly Recipe[] = soupMeats.flatMap((meat) =>
  vegetables
    .filter((beside) => beside !== meat)
    .map((beside) => ({
      name: `${beside}${meat}汤`,
      mark: '汤羹',
      poly: meat === '小排' || meat === '牛腩' || meat === '鸭' ? '炖' : '煮',
      parts: [
        [beside, 60],
        [meat, 25],
      ],
      seasoned: 2,
    })),
);

const ofGrains = (end: string, mark: string, poly: string, gramsOfGrain: number): readonly Recipe[] =>
  grains.flatMap((grain) =>
    grainPartners.map((partner) => ({
      name: `${partner}${grain}${end}`,
      mark,
      poly,
      parts: [
        [grain, gramsOfGrain],
        [partner, gramsOfGrain / 2],
      ],
      seasoned: 0,
    })),
  );

const pastry: readonly Recipe[] = fillings.flatMap((filling) =>
  bakes.map(([word, poly]) => ({
    name: `${filling}${word}`,
    mark: '点心',
    poly,
    parts: [
      ['面粉', 50],
      [filling, 25],
    ],
    seasoned: 1,
  })),
);

const fresh: readonly Recipe[] = fruits.flatMap((fruit) =>
  fruitCuts.map((cut) => ({ name: `${cut}${fruit}`, mark: '水果', poly: '', parts: [[fruit, 150]], seasoned: 0 })),
);

const drunk: readonly Recipe[] = drinks.map(([name, food, mark]) => ({
  name,
  mark,
  poly: '',
  parts: [[food, 200]],
  seasoned: 0,
}));

const plain = ofVegetables(plainWays, '素菜', 2);
const cold = ofVegetables(coldWays, '凉菜', 2);
const porridge = ofGrains('粥', '粥', '煮', 30);
const rice = ofGrains('饭', '主食', '蒸', 70);

/** The kinds of each twenty dishes of a unit. When a kind is used up, dishes with a taste take its place. */
const menu: readonly (readonly Recipe[])[] = [
  rice,
  withMeat,
  plain,
  withMeat,
  soups,
  withMeat,
  plain,
  pastry,
  withMeat,
  fresh,
  porridge,
  withMeat,
  plain,
  withMeat,
  soups,
  withMeat,
  cold,
  withMeat,
  plain,
  drunk,
];

const places = menu.map((kind, index) => menu.slice(0, index).filter((other) => other === kind).length);
const perTurn = menu.map((kind) => menu.filter((other) => other === kind).length);

/** The most dishes of one unit that have names. */
export const MOST_DISHES = withMeat.length * tastes.length;

/** When the seeded dishes were last changed. It is fixed, so that seeding again makes the same dishes. */
export const SEEDED_AT = Date.UTC(2026, 0, 1);

/** The dishes of a unit by number, from 1 to `MOST_DISHES`. Each has another name. */
export function dishesOf(seed: number, unit: number): (number: number) => DishContent {
  const random = new Random(seed, unit);
  const orders = new Map([...new Set(menu)].map((kind) => [kind, random.shuffle(kind.length)]));
  const withTaste = random.shuffle(MOST_DISHES);
  return (number) => {
    const index = number - 1;
    const slot = index % menu.length;
    const kind = at(menu, slot);
    const place = Math.floor(index / menu.length) * at(perTurn, slot) + at(places, slot);
    const order = orders.get(kind);
    const recipe = order && place < kind.length ? at(kind, order(place)) : addTaste(withTaste(index));
    return toContent(recipe, new Random(seed, unit, number));
  };
}

function addTaste(index: number): Recipe {
  const recipe = at(withMeat, Math.floor(index / tastes.length));
  return { ...recipe, name: `${at(tastes, index % tastes.length)}${recipe.name}` };
}

function toContent({ name, mark, poly, parts, seasoned }: Recipe, random: Random): DishContent {
  const amounts = [...parts, ...seasonings.slice(0, seasoned)].map(([food, usual]) => ({
    food,
    grams: vary(usual / (swelling.get(food) ?? 1), random),
  }));
  const total = amounts.reduce((sum, { grams }) => sum + grams, 0);
  const ingredient = amounts.map(({ food, grams }) => ({
    key: codeOf(food),
    value: String(grams),
    ...(grams >= total * MAIN_SHARE ? { isMain: true } : {}),
  }));
  const month = parts.reduce((months, [food]) => months.filter((one) => isInSeason(food, one)), ALL_YEAR);
  // A dish for the whole year names no month. Foods that are never fresh at the same time come from the store room.
  const isBound = month.length < ALL_YEAR.length;
  return {
    name,
    mark,
    poly,
    ingredient,
    month: isBound ? [...month] : [],
    iconFile: '',
    hasIcon: false,
    modify: SEEDED_AT,
  };
}

function isInSeason(food: string, month: number): boolean {
  return seasons.get(food)?.includes(month) ?? true;
}

/** About the usual amount, as a cook weighs it: to 5 g, of seasoning to 0.1 g. */
function vary(usual: number, random: Random): number {
  const grams = usual * (1 + SPREAD * (2 * random.fraction() - 1));
  return usual >= 20 ? Math.round(grams / 5) * 5 : Math.max(0.1, Math.round(grams * 10) / 10);
}
