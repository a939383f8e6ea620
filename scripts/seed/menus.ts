import { dishId } from '../../lib/domain/dish.ts';
import { type MenuItem, meals } from '../../lib/domain/menu/menu.ts';
import { dayAfter } from '../../lib/domain/values/calendar.ts';
import type { NumberedMenu } from '../../lib/store/menu/menu-restore.ts';
import { dishesOf, SEEDED_AT } from './dishes.ts';

/** The number of different dishes in a week. */
const DISHES = 60;
const DAYS = 5;
const FIRST_DAY = '2020-01-06';
const MENUS_PER_YEAR = 52;

/**
 * Makes the menus of a unit by number: each is a week with 60 different dishes out of the unit's first dishes, at most
 * four per meal.
 */
export function menusOf(seed: number, unit: number, dishes: number): (number: number) => NumberedMenu {
  const dishOf = dishesOf(seed, unit);
  return (number) => {
    const served = Array.from(
      { length: Math.min(DISHES, dishes) },
      (_, index) => 1 + ((number * DISHES + index) % dishes),
    );
    const items = served.map((dish, index): MenuItem => {
      const meal = meals[Math.floor(index / DAYS) % meals.length] ?? 'lunch';
      return { day: 1 + (index % DAYS), meal, dish: dishId(unit, dish), portion: '1' };
    });
    const groups = [{ level: '中体力', people: 400, factor: '1', meals }];
    const start = dayAfter(FIRST_DAY, 7 * (number % (10 * MENUS_PER_YEAR)));
    return {
      number,
      content: { name: `第 ${number} 周食谱`, start, days: DAYS, meals, groups, items },
      names: new Map(served.map((dish) => [dishId(unit, dish), dishOf(dish).name])),
      fate: { state: '草稿', revision: 0, modify: SEEDED_AT },
      revisions: [],
    };
  };
}
