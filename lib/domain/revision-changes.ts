import * as z from 'zod/mini';
import { analyse } from './analysis/analyse.ts';
import { type Analysis, judgements } from './analysis/shape.ts';
import { meals } from './meal.ts';
import { itemKey } from './menu/menu-fields.ts';
import { GroupRecord, MenuItemRecord, toGroupRecord, toItemRecord } from './menu/menu-record.ts';
import type { ResolvedMenu } from './revision.ts';
import { ExactNumber, nameSchemas } from './values/output.ts';

/** How an item is served: its portion, and the groups that get it; without `groups`, all that take the meal. */
const ItemServing = z.pick(MenuItemRecord, { portion: true, groups: true });

// A dish in a meal, or a group, was added where `before` is absent, and removed where `after` is.
const ItemChange = z.object({
  day: z.int(),
  meal: z.enum(meals),
  dish: z.int(),
  name: z.string(),
  before: z.optional(ItemServing),
  after: z.optional(ItemServing),
});

const GroupChange = z.object({ name: z.string(), before: z.optional(GroupRecord), after: z.optional(GroupRecord) });

const ChangedDish = z.pick(ItemChange, { dish: true, name: true });

/** An amount in the mean of the days, and its judgement. Without a bound there is no judgement. */
const JudgedAmount = z.object({ value: ExactNumber, judgement: z.optional(z.enum(judgements)) });

/** A nutrient or category whose judgement changed for a group that both revisions have. */
const JudgementChange = z.object({
  group: z.string(),
  name: z.string(),
  unit: z.string(),
  before: z.optional(JudgedAmount),
  after: z.optional(JudgedAmount),
});

export const MenuChanges = z.object({
  /** The number of the earlier revision; absent: everything in the later one is new. */
  from: z.optional(z.int()),
  /** The number of the later revision. */
  to: z.int(),
  items: z.array(ItemChange),
  groups: z.array(GroupChange),
  /** The dishes of both revisions whose ingredients changed. */
  dishes: z.array(ChangedDish),
  judgements: z.array(JudgementChange),
});
export type MenuChanges = z.input<typeof MenuChanges>;

nameSchemas({ MenuChanges, MenuItemChange: ItemChange, MenuGroupChange: GroupChange, MenuServing: ItemServing });
nameSchemas({ MenuDishChange: ChangedDish, JudgementChange, JudgedAmount });

/** Lists the differences between two frozen revisions. Without `before`, everything in `after` is new. */
export function listChanges(before: ResolvedMenu | undefined, after: ResolvedMenu): Omit<MenuChanges, 'from' | 'to'> {
  return {
    items: listChangedItems(before, after),
    groups: pairChanges(mapGroupsByName(before), mapGroupsByName(after)).map(([name, change]) => ({ name, ...change })),
    dishes: listChangedDishes(before, after),
    judgements: before === undefined ? [] : listChangedJudgements(analyse(before), analyse(after)),
  };
}

/** Pairs the values of each key that differ. The later keys come first, then those that only the earlier values have. */
function pairChanges<Key, Value>(earlierByKey: ReadonlyMap<Key, Value>, laterByKey: ReadonlyMap<Key, Value>) {
  const keys = [...new Set([...laterByKey.keys(), ...earlierByKey.keys()])];
  const pairs = keys.map((key) => [key, { before: earlierByKey.get(key), after: laterByKey.get(key) }] as const);
  return pairs.filter(([, { before, after }]) => JSON.stringify(before) !== JSON.stringify(after));
}

function listChangedItems(before: ResolvedMenu | undefined, after: ResolvedMenu): MenuChanges['items'] {
  return pairChanges(mapItemsByKey(before), mapItemsByKey(after))
    .flatMap(([, change]) => {
      const item = change.after ?? change.before;
      if (!item) return [];
      const { day, meal, dish } = item;
      const name = (after.dishes.get(dish) ?? before?.dishes.get(dish))?.name ?? '';
      return [{ day, meal, dish, name, ...change }];
    })
    .sort((a, b) => a.day - b.day || meals.indexOf(a.meal) - meals.indexOf(b.meal));
}

function mapItemsByKey(revision: ResolvedMenu | undefined) {
  return new Map((revision?.content.items ?? []).map((item) => [itemKey(item), toItemRecord(item, new Map())]));
}

function mapGroupsByName(revision: ResolvedMenu | undefined) {
  return new Map((revision?.content.groups ?? []).map((group) => [group.name, toGroupRecord(group)]));
}

function listChangedDishes(before: ResolvedMenu | undefined, after: ResolvedMenu): MenuChanges['dishes'] {
  return [...after.dishes].flatMap(([dishId, { name, ingredient }]) => {
    const earlierDish = before?.dishes.get(dishId);
    const isSame = !earlierDish || JSON.stringify(earlierDish.ingredient) === JSON.stringify(ingredient);
    return isSame ? [] : [{ dish: dishId, name }];
  });
}

function listChangedJudgements(before: Analysis, after: Analysis): MenuChanges['judgements'] {
  return after.levels.flatMap((group) => {
    const earlierGroup = before.levels.find(({ name }) => name === group.name);
    if (!earlierGroup) return [];
    return pairChanges(mapMeansByName(earlierGroup), mapMeansByName(group))
      .filter(([, change]) => change.before?.judgement !== change.after?.judgement)
      .map(([name, change]) => {
        return { group: group.name, name, unit: (change.after ?? change.before)?.unit ?? '', ...change };
      });
  });
}

function mapMeansByName({ average: { nutrients, categories, judgedShares = [] } }: Analysis['levels'][number]) {
  const amounts = [
    ...nutrients,
    ...categories.map((category) => ({ ...category, unit: 'g' })),
    ...judgedShares.map((share) => ({ ...share, unit: '' })),
  ];
  return new Map(amounts.map(({ name, unit, value, judgement }) => [name, { unit, value, judgement }]));
}
