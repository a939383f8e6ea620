import { type Meal, mealNames } from '../../../lib/domain/meal.ts';
import { joinDishes } from './checks.ts';
import { examineWeek } from './weeks.ts';

/** Prints a week as a table of markdown, with its problems. */
export function printWeek(number: number): string {
  const { week, answer, problems, costOff, seconds } = examineWeek(number, 'quick');
  const served = joinDishes(week, answer.items);
  const { form, age, problem } = week;
  const days = Array.from({ length: form.days }, (_, index) => index + 1);
  const listCell = (meal: Meal, day: number) =>
    served
      .filter((item) => item.meal === meal && item.day === day)
      .map(({ recipe }) => recipe.name)
      .join('、');
  const failed = Object.entries(problems).filter(([, servings]) => servings.length > 0);
  return [
    `### Week ${number}: ${form.name}, ${age.name}, from ${problem.content.start}`,
    '',
    `| | ${days.map((day) => `day ${day}`).join(' | ')} |`,
    `|---${'|---'.repeat(days.length)}|`,
    ...form.meals.map((meal) => `| ${mealNames[meal]} | ${days.map((day) => listCell(meal, day)).join(' | ')} |`),
    '',
    `${seconds.toFixed(1)} s of a core; the answered cost is ${costOff.toFixed(1)} % above the true one`,
    ...answer.unmet.map(({ text }) => `- unmet: ${text}`),
    ...failed.map(([name, servings]) => `- ${name}: ${servings.join('; ')}`),
    '',
  ].join('\n');
}
