/**
 * What it costs to break a rule. The unit is what a menu of average dishes costs: 0.01 is worth one per cent of the money.
 * What is hard costs so much more than all else that it is broken only where it cannot be kept.
 */
export const WEIGHTS = {
  /** A place that the template asks for stays empty, or a meal has no dish. */
  template: 10_000,
  /** A dish comes again too soon, or too often. */
  repeat: 1000,
  /**
   * The mean of the week is outside its range by the whole of the bound: within the tolerance, and beyond. With a
   * nutrient beyond its tolerance the standard is not met.
   */
  week: { nutrients: { within: 20, beyond: 320 }, categories: { within: 20, beyond: 80 } },
  /** The same on each day, all days together. A day within the tolerance is judged as in range. */
  days: { within: 0.01, beyond: 8 },
  /** What one dish may add to one range that has too much already, at most. */
  rangeOfDish: 200,
  /** A kind of food is missing on a day, all days together; in the week. */
  kindOfDay: 0.15,
  kindOfWeek: 0.03,
  /** One serving too many of a main ingredient, of one in the same meal, of a way of cooking, of fried dishes. */
  main: 0.1,
  mainOfMeal: 0.5,
  method: 0.06,
  fried: 0.2,
  /** A dish of dark vegetables is missing at a lunch. */
  dark: 0.5,
  /** A dish of nothing that is commonly used, all dishes together. */
  unusual: 0.05,
  /** A dish of a week near by that is not for every day, all dishes together: with less all weeks of a cycle are alike. */
  again: 0.25,
  /** The budget is passed by what a menu of average dishes costs: however low it is, the standard comes first. */
  budget: 40,
  money: 1,
} as const;
