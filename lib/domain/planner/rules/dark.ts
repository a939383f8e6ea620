import { meals } from '../../meal.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import { tuned } from '../search/tuned.ts';
import { isDark } from '../traits.ts';
import type { Limit } from './limits.ts';
import { inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** Each lunch has dishes with a helping of dark vegetables. */
export const dark = {
  /** A dish that is missing at a lunch. Weeks: with a third or three times of it the rule is kept, too, and costs differ by 0.4 %. */
  weights: { dish: tuned(0.5, [0, 10]) },
  limits: ({ days, rules, courses, dayOf, mealOf }): Limit[] => {
    const lunch = meals.indexOf('lunch');
    const names = courses.map((course) => (course.isDark ? ['dark'] : []));
    const spanOf = dayOf.map((day, slot) => ((mealOf[slot] ?? 0) % meals.length === lunch ? day : -1));
    return [{ names, spanOf, spans: days, least: rules.darkAtLunch, weight: dark.weights.dish }];
  },
  unmet: (planned) => [judgeLunches(planned)],
} satisfies Rule;

const texts = {
  zh: (day: number, dishes: number, least: number) => `第 ${day} 天午餐深色蔬菜 ${dishes} 道，少于 ${least} 道`,
  en: (day: number, dishes: number, least: number) =>
    `Dishes with dark vegetables for lunch on day ${day}: ${dishes}, fewer than ${least}`,
};

/** The lunches that have dishes, but too few with dark vegetables. */
function judgeLunches({ problem, items }: Planned): Unmet[] {
  const { dishes, foods, rules } = problem;
  const least = rules.darkAtLunch;
  const known = items.flatMap(({ day, meal, dish }) => {
    const found = dishes.get(dish);
    return found && meal === 'lunch' ? [{ day, isDark: isDark(found, foods) }] : [];
  });
  return [...Map.groupBy(known, ({ day }) => day)].flatMap(([day, served]): Unmet[] => {
    const found = served.filter((one) => one.isDark).length;
    if (found >= least) return [];
    const text = inLanguage(problem, texts)(day, found, least);
    return [{ rule: 'dark', text, day, meal: 'lunch', by: exactNumber(String(least - found)) }];
  });
}
