import * as z from 'zod/mini';
import { MealEnergy } from '../analysis/shape.ts';
import { meals } from '../meal.ts';
import { addDays, DAYS_OF_WEEK, listDaysOfWeek, toMonday } from '../values/calendar.ts';
import { toId } from '../values/id.ts';
import { ExactNumber, exactNumber, nameSchemas } from '../values/output.ts';
import { describeJudgedNutrients, LiveDish, type LiveFrozenMenu, LiveNutrient } from './live-day.ts';
import { showsGroup } from './screen.ts';
import { listShownDates, type ScreenSubject } from './screen-view.ts';
import { describeServedDays, type ServedDay, type ServedDish, type ServedGroup } from './served-day.ts';

const PhoneGrams = z.object({ group: z.string(), grams: ExactNumber });

const PhoneDish = z.extend(z.pick(LiveDish, { id: true, name: true, allergens: true, allergensKnown: true }), {
  /** The groups that get it, such as `（教师）`; absent if all who take the meal do. */
  whom: z.optional(z.string()),
  /** The raw grams for one person of each group that gets it. */
  grams: z.array(PhoneGrams),
  /** The address of its present picture; absent if it has none. */
  picture: z.optional(z.string()),
});

const PhoneMeal = z.object({ meal: z.enum(meals), dishes: z.array(PhoneDish) });

/** The energy and nutrients that one person of a group gets on a day. */
const PhoneGroup = z.object({
  name: z.string(),
  /** The meals that the group takes. Their energy is a lower bound if `energyKnown` is false. */
  meals: z.array(MealEnergy),
  energyKnown: z.boolean(),
  nutrients: z.array(LiveNutrient),
});

const PhoneMenu = z.object({ id: z.int(), name: z.string(), meals: z.array(PhoneMeal), groups: z.array(PhoneGroup) });

/** A day, with all live menus that serve something on it. `off`: by the calendar nothing is served. */
const PhoneDay = z.object({ date: z.string(), off: z.boolean(), menus: z.array(PhoneMenu) });
export type PhoneDish = z.input<typeof PhoneDish>;
export type PhoneMeal = z.input<typeof PhoneMeal>;
export type PhoneGroup = z.input<typeof PhoneGroup>;
export type PhoneMenu = z.input<typeof PhoneMenu>;
export type PhoneDay = z.input<typeof PhoneDay>;

/** The content of a phone page. It has no days while the unit is closed or has expired. */
export const PhoneView = z.object({
  unit: z.string(),
  today: z.string(),
  /** The last change of the menus, in milliseconds since the epoch; absent without menus. */
  changed: z.optional(z.int()),
  /** When the first of this week's menus was published, in milliseconds since the epoch; absent without such menus. */
  published: z.optional(z.int()),
  /** This week and the next, from Monday to Sunday. */
  days: z.array(PhoneDay),
  /** The number of menus that the page leaves out since there are too many. */
  left: z.int(),
});
nameSchemas({ PhoneView, PhoneDay, PhoneMenu, PhoneMeal, PhoneDish, PhoneGrams, PhoneGroup });
export type PhoneView = z.input<typeof PhoneView>;

/** Whether the page names the dish. Its address gives access to the pictures of such dishes alone. */
export function showsDish({ days }: PhoneView, dishId: number): boolean {
  const dishes = days.flatMap(({ menus }) => menus.flatMap((menu) => menu.meals.flatMap((meal) => meal.dishes)));
  return dishes.some(({ id }) => id === dishId);
}

/** Makes the content of a phone page, with the addresses of pictures. `omittedCount` live menus are not in `menus`. */
export function describePhone(
  { unit, screen, days: shownDays }: ScreenSubject,
  { menus, omittedCount }: { readonly menus: readonly LiveFrozenMenu[]; readonly omittedCount: number },
  pictureAddressByDish: ReadonlyMap<number, string>,
): PhoneView {
  const dates = listShownDates(screen.form, shownDays);
  const servedMenus = menus.map((menu) => {
    return { menu, dayByDate: describeServedDays(menu, dates, (group) => showsGroup(screen, group)) };
  });
  const changeTimes = menus.map(({ live }) => live.swapped ?? live.since);
  const monday = toMonday(shownDays.today);
  const thisWeek = listDaysOfWeek(monday);
  const menusOfThisWeek = servedMenus.filter(({ dayByDate }) => thisWeek.some((date) => dayByDate.has(date)));
  const publishTimes = menusOfThisWeek.map(({ menu }) => menu.live.since);
  return {
    unit: unit.name,
    today: shownDays.today,
    changed: changeTimes.length === 0 ? undefined : Math.max(...changeTimes),
    published: publishTimes.length === 0 ? undefined : Math.min(...publishTimes),
    days: [...thisWeek, ...listDaysOfWeek(addDays(monday, DAYS_OF_WEEK))].map((date) => ({
      date,
      off: !dates.includes(date),
      menus: servedMenus.flatMap(({ menu, dayByDate }) => {
        const day = dayByDate.get(date);
        if (!day) return [];
        return [{ id: toId(menu.unitId, menu.live.number), ...describeDay(day, pictureAddressByDish) }];
      }),
    })),
    left: omittedCount,
  };
}

function describeDay(day: ServedDay, pictureAddressByDish: ReadonlyMap<number, string>): Omit<PhoneMenu, 'id'> {
  return {
    name: day.menuName,
    meals: day.meals.map(({ meal, dishes }) => {
      return { meal, dishes: dishes.map((dish) => toPhoneDish(dish, day.groups, pictureAddressByDish.get(dish.id))) };
    }),
    groups: day.groups.flatMap((group) => toPhoneGroup(group) ?? []),
  };
}

function toPhoneDish(dish: ServedDish, groups: readonly ServedGroup[], picture: string | undefined): PhoneDish {
  return {
    id: dish.id,
    name: dish.name,
    allergens: [...dish.allergens],
    allergensKnown: !dish.hasUnknownAllergens,
    grams: groups.flatMap(({ name }, groupIndex) => {
      const grams = dish.gramsByGroup[groupIndex];
      return grams === undefined ? [] : [{ group: name, grams: exactNumber(grams) }];
    }),
    whom: dish.recipientsSuffix === '' ? undefined : dish.recipientsSuffix,
    picture,
  };
}

/** Describes the group's day; undefined if the group gets nothing. */
function toPhoneGroup({ name, frozenDay: day }: ServedGroup): PhoneGroup | undefined {
  if (!day) return undefined;
  const groupMeals = day.energy.map(([meal, kJ]) => ({ meal, energy: exactNumber(kJ) }));
  const energyKnown = day.nutrients.some(({ key, isAtLeast }) => key === 'energy' && !isAtLeast);
  return { name, meals: groupMeals, energyKnown, nutrients: describeJudgedNutrients(day) };
}
