import type { Dish } from '../dish.ts';
import { meals } from '../meal.ts';
import { countMissingDishes, type DateSpan, listServedDays, listServings, type ServingInput } from './servings.ts';

/** A sample of each dish of a meal is at least so heavy and kept so long: 学校食品安全与营养健康管理规定 (2019), article 40. */
export const MIN_SAMPLE = { grams: 125, hours: 48 };

interface SampleInput extends ServingInput {
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, Pick<Dish, 'name'>>;
}

/** Lists the dishes of which samples are kept, by day and in the order of the meals: the dishes that somebody gets. */
export function listSamples({ dishes, ...menu }: SampleInput, span: DateSpan) {
  const days = listServedDays(menu, span).map(({ day, date }) => ({ date, servings: listServings(menu, day) }));
  const servings = days.flatMap((day) => day.servings);
  return {
    days: days.map(({ date, servings: dayServings }) => {
      const samples = dayServings.flatMap(({ item: { meal, dish }, peopleCount }) => {
        const name = dishes.get(dish)?.name;
        return name === undefined || peopleCount === 0 ? [] : [{ meal, name }];
      });
      return { date, dishes: samples.sort((a, b) => meals.indexOf(a.meal) - meals.indexOf(b.meal)) };
    }),
    unservedCount: servings.filter(({ item, peopleCount }) => dishes.has(item.dish) && peopleCount === 0).length,
    missingDishCount: countMissingDishes(servings, dishes),
  };
}
