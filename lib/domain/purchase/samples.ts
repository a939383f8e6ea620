import type { Dish } from '../dish.ts';
import { type Meal, meals } from '../meal.ts';
import { listServedDays, listServings, type ServingInput, type Span } from './servings.ts';

/**
 * How much of each dish of a meal is kept at least, in grams, and for how many hours: 学校食品安全与营养健康管理规定
 * (order 45 of 2019), article 40, which also says what is written down.
 */
export const MIN_SAMPLE = { grams: 125, hours: 48 };

interface SampleInput extends ServingInput {
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, Pick<Dish, 'name'>>;
}

/** The dishes that samples are kept of. */
export interface Samples {
  readonly days: readonly {
    readonly date: string;
    readonly dishes: readonly { readonly meal: Meal; readonly name: string }[];
  }[];
  /** How many servings nobody gets, and how many servings are of deleted dishes. */
  readonly unservedCount: number;
  readonly missingServingCount: number;
}

/** Lists the dishes of which samples are kept, by day and in the order of the meals: those that anybody gets. */
export function listSamples(input: SampleInput, span: Span): Samples {
  const { dishes } = input;
  const days = listServedDays(input, span).map(({ day, date }) => ({ date, servings: listServings(input, day) }));
  const servings = days.flatMap((day) => day.servings);
  const ofKnownDishes = servings.filter(({ item }) => dishes.has(item.dish));
  return {
    days: days.map(({ date, servings }) => ({
      date,
      dishes: meals.flatMap((meal) =>
        servings
          .filter(({ item, peopleCount }) => item.meal === meal && peopleCount > 0)
          .flatMap(({ item }) => dishes.get(item.dish) ?? [])
          .map(({ name }) => ({ meal, name })),
      ),
    })),
    unservedCount: ofKnownDishes.filter(({ peopleCount }) => peopleCount === 0).length,
    missingServingCount: servings.length - ofKnownDishes.length,
  };
}
