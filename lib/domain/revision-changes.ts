import * as z from 'zod/mini';
import { analyse } from './analysis/analyse.ts';
import { type Analysis, judgements } from './analysis/shape.ts';
import { meals } from './meal.ts';
import { GroupRecord, type MenuItem, MenuItemRecord, toGroupRecord, toItemRecord } from './menu/menu.ts';
import type { MenuFacts } from './revision.ts';
import { ExactNumber } from './values/decimal.ts';
import { nameSchemas } from './values/schema-name.ts';

/** How an item is served: how much, and to whom if not to all who take the meal. */
const Serving = z.pick(MenuItemRecord, { portion: true, groups: true });

/** A dish in a meal of a day. Without `before` it was added, without `after` removed. */
const ItemChange = z.object({
  day: z.int(),
  meal: z.enum(meals),
  dish: z.int(),
  name: z.string(),
  before: z.optional(Serving),
  after: z.optional(Serving),
});

/** A group that eats, by its name. Without `before` it was added, without `after` removed. */
const GroupChange = z.object({
  name: z.string(),
  before: z.optional(GroupRecord),
  after: z.optional(GroupRecord),
});

const DishChange = z.pick(ItemChange, { dish: true, name: true });

/** What the mean of the days gives, and how that is judged; without a bound it is not. */
const Judged = z.object({ value: ExactNumber, judgement: z.optional(z.enum(judgements)) });

/** A nutrient or category whose judgement is another one for a group that both revisions have. */
const JudgementChange = z.object({
  group: z.string(),
  name: z.string(),
  unit: z.string(),
  before: z.optional(Judged),
  after: z.optional(Judged),
});

/** What differs between two revisions of a menu. */
export const MenuChanges = z.object({
  /** The revisions; without `from` the menu had none before, and all of it is new. */
  from: z.optional(z.int()),
  to: z.int(),
  items: z.array(ItemChange),
  groups: z.array(GroupChange),
  /** Dishes that both serve, whose ingredients are others. */
  dishes: z.array(DishChange),
  judgements: z.array(JudgementChange),
});
export type MenuChanges = z.input<typeof MenuChanges>;

nameSchemas({ MenuChanges, MenuItemChange: ItemChange, MenuGroupChange: GroupChange, MenuServing: Serving });
nameSchemas({ MenuDishChange: DishChange, JudgementChange, JudgedAmount: Judged });

/** What differs between two revisions, as they were frozen; all of the later one where there is none before. */
export function findChanges(before: MenuFacts | undefined, after: MenuFacts): Omit<MenuChanges, 'from' | 'to'> {
  return {
    items: changedItems(before, after),
    groups: pairUp(groupsByName(before), groupsByName(after)).map(([name, change]) => ({ name, ...change })),
    dishes: changedDishes(before, after),
    judgements: before === undefined ? [] : changedJudgements(analyse(before), analyse(after)),
  };
}

interface Pair<Value> {
  before?: Value;
  after?: Value;
}

/** What both have under a name, where that is not the same; in the order of the later one, then of the earlier. */
function pairUp<Key, Value>(before: ReadonlyMap<Key, Value>, after: ReadonlyMap<Key, Value>): [Key, Pair<Value>][] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((name): [Key, Pair<Value>][] => {
    const [earlier, later] = [before.get(name), after.get(name)];
    if (JSON.stringify(earlier) === JSON.stringify(later)) return [];
    return [
      [
        name,
        { ...(earlier === undefined ? {} : { before: earlier }), ...(later === undefined ? {} : { after: later }) },
      ],
    ];
  });
}

type ServingRecord = z.input<typeof Serving>;

function changedItems(before: MenuFacts | undefined, after: MenuFacts): MenuChanges['items'] {
  const all = new Map<string, MenuItem>();
  const servings = [before, after].map((revision) => {
    const placed = (revision?.content.items ?? []).map((item): [string, ServingRecord] => {
      const slot = [item.day, item.meal, item.dish].join(' ');
      all.set(slot, item);
      const { portion, groups } = toItemRecord(item, new Map());
      return [slot, { portion, ...(groups ? { groups } : {}) }];
    });
    return new Map(placed);
  });
  const [earlier = new Map(), later = new Map()] = servings;
  return pairUp<string, ServingRecord>(earlier, later)
    .flatMap(([slot, change]) => {
      const item = all.get(slot);
      const name = (item && (after.dishes.get(item.dish) ?? before?.dishes.get(item.dish))?.name) ?? '';
      return item ? [{ day: item.day, meal: item.meal, dish: item.dish, name, ...change }] : [];
    })
    .sort((a, b) => a.day - b.day || meals.indexOf(a.meal) - meals.indexOf(b.meal));
}

function groupsByName(revision: MenuFacts | undefined): ReadonlyMap<string, z.input<typeof GroupRecord>> {
  return new Map((revision?.content.groups ?? []).map((group) => [group.name, toGroupRecord(group)]));
}

function changedDishes(before: MenuFacts | undefined, after: MenuFacts): MenuChanges['dishes'] {
  return [...after.dishes].flatMap(([dish, { name, ingredient }]) => {
    const earlier = before?.dishes.get(dish);
    const isSame = earlier === undefined || JSON.stringify(earlier.ingredient) === JSON.stringify(ingredient);
    return isSame ? [] : [{ dish, name }];
  });
}

type JudgedRecord = z.input<typeof Judged>;

function changedJudgements(before: Analysis, after: Analysis): MenuChanges['judgements'] {
  return after.levels.flatMap((level) => {
    const earlier = before.levels.find(({ name }) => name === level.name);
    if (!earlier) return [];
    const units = new Map([...listMeans(earlier), ...listMeans(level)].map(([name, , unit]) => [name, unit]));
    const [was, is] = [earlier, level].map((one) => new Map(listMeans(one).map(([name, judged]) => [name, judged])));
    return pairUp<string, JudgedRecord>(was ?? new Map(), is ?? new Map())
      .filter(([, change]) => change.before?.judgement !== change.after?.judgement)
      .map(([name, change]) => ({ group: level.name, name, unit: units.get(name) ?? '', ...change }));
  });
}

/** The mean's nutrients and categories by name, with their units. */
function listMeans({ average: { nutrients, categories } }: Analysis['levels'][number]) {
  const judged = ({ value, judgement }: JudgedRecord) => ({ value, ...(judgement ? { judgement } : {}) });
  return [
    ...nutrients.map((one) => [one.name, judged(one), one.unit] as const),
    ...categories.map((one) => [one.name, judged(one), 'g'] as const),
  ];
}
