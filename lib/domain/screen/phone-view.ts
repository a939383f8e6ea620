import * as z from 'zod/mini';
import { MealEnergy } from '../analysis/shape.ts';
import { meals } from '../meal.ts';
import type { Unit } from '../unit.ts';
import { dayAfter, daysOfWeek, mondayOf } from '../values/calendar.ts';
import { exactNumber } from '../values/decimal.ts';
import { toId } from '../values/id.ts';
import { nameSchemas } from '../values/schema-name.ts';
import { describeNutrient, LiveDish, type LiveFrozen, LiveNutrient } from './live-day.ts';
import { nameGroup, type Screen, showsGroup } from './screen.ts';
import { type ShownDays, shownDates } from './screen-view.ts';
import { type ServedDay, type ShowsGroup, serveDays } from './served-day.ts';

const PhoneDish = z.extend(z.pick(LiveDish, { id: true, name: true, allergens: true, allergensKnown: true }), {
  /** Whom it is for, such as `（教师）`; absent where all who take the meal get it. */
  whom: z.optional(z.string()),
  /** The address of its picture as it is now; absent: it has none. */
  picture: z.optional(z.string()),
});

const PhoneMeal = z.object({ meal: z.enum(meals), dishes: z.array(PhoneDish) });

/** What one head of a group gets on a day. */
const PhoneGroup = z.object({
  /** As the page calls it. */
  name: z.string(),
  /** The meals that they take; lower bounds where `energyKnown` is false. */
  meals: z.array(MealEnergy),
  energyKnown: z.boolean(),
  nutrients: z.array(LiveNutrient),
});

const PhoneMenu = z.object({
  id: z.int(),
  name: z.string(),
  meals: z.array(PhoneMeal),
  groups: z.array(PhoneGroup),
});

const PhoneDay = z.object({ date: z.string(), off: z.boolean(), menus: z.array(PhoneMenu) });
export type PhoneDay = z.input<typeof PhoneDay>;

/** Everything that a phone page shows. There are no days while the unit is closed or has expired. */
export const PhoneView = z.object({
  /** Name of the unit. */
  unit: z.string(),
  today: z.string(),
  /** When the menus changed last, in milliseconds since the epoch; absent where there are none. */
  changed: z.optional(z.int()),
  /** This week and the next, from Monday to Sunday. */
  days: z.array(PhoneDay),
  /** How many more menus there are. */
  left: z.int(),
});
nameSchemas({ PhoneView, PhoneDay, PhoneMenu, PhoneMeal, PhoneDish, PhoneGroup });
export type PhoneView = z.input<typeof PhoneView>;

/** What a phone page shows while its unit is closed or has expired: nothing, not even whose it is. */
export function blankPhone({ today }: ShownDays): PhoneView {
  return { unit: '', today, days: [], left: 0 };
}

/** Whether a phone page shows a dish. */
export function showsDish({ days }: PhoneView, dish: number): boolean {
  const served = days.flatMap(({ menus }) => menus.flatMap((menu) => menu.meals.flatMap(({ dishes }) => dishes)));
  return served.some(({ id }) => id === dish);
}

/** What a phone page shows of live menus. `pictures` are addresses by dish; `left` is how many more menus there are. */
export function describePhone(
  { unit, screen, days }: { readonly unit: Pick<Unit, 'name'>; readonly screen: Screen; readonly days: ShownDays },
  { menus, left }: { readonly menus: readonly LiveFrozen[]; readonly left: number },
  pictures: ReadonlyMap<number, string>,
): PhoneView {
  const shows: ShowsGroup = (group) => showsGroup(screen, group);
  const dates = shownDates(screen.form, days);
  const served = menus.map((menu) => ({ menu, byDate: serveDays(menu, dates, shows) }));
  const changes = menus.map(({ live }) => live.swapped ?? live.since);
  const monday = mondayOf(days.today);
  return {
    unit: unit.name,
    today: days.today,
    ...(changes.length === 0 ? {} : { changed: Math.max(...changes) }),
    days: [...daysOfWeek(monday), ...daysOfWeek(dayAfter(monday, 7))].map((date) => ({
      date,
      off: !dates.includes(date),
      menus: served.flatMap(({ menu, byDate }) => {
        const day = byDate.get(date);
        if (!day) return [];
        const id = toId(menu.unit, menu.live.number);
        return [{ id, ...describeServed(day, pictures), groups: describeEaters(menu, date, shows) }];
      }),
    })),
    left,
  };
}

function describeServed({ menu, meals: served }: ServedDay, pictures: ReadonlyMap<number, string>) {
  return {
    name: menu,
    meals: served.map(({ meal, dishes }) => ({
      meal,
      dishes: dishes.map(({ id, name, whom, allergens, isUnclear }) => ({
        ...{ id, name, allergens: [...allergens], allergensKnown: !isUnclear },
        ...(whom === '' ? {} : { whom }),
        ...(pictures.has(id) ? { picture: pictures.get(id) } : {}),
      })),
    })),
  };
}

function describeEaters({ revision, found }: LiveFrozen, date: string, shows: ShowsGroup) {
  return revision.content.groups.flatMap((group, index): z.input<typeof PhoneGroup>[] => {
    const day = shows(group) ? found[index]?.find((one) => one.date === date) : undefined;
    if (!day) return [];
    const eaten = day.energy.map(([meal, kJ]) => ({ meal, energy: exactNumber(kJ) }));
    const energyKnown = day.nutrients.some(({ key, isAtLeast }) => key === 'energy' && !isAtLeast);
    return [{ name: nameGroup(group), meals: eaten, energyKnown, nutrients: day.nutrients.flatMap(describeNutrient) }];
  });
}
