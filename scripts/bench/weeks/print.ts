import { type Meal, mealNames } from '../../../lib/domain/meal.ts';
import { serve } from './checks.ts';
import { lookAt } from './weeks.ts';

/** A week as a table of markdown, with what is wrong with it. */
export function printWeek(number: number): string {
  const { week, answer, found, costOff, seconds } = lookAt(number, 'quick');
  const served = serve(week, answer.items);
  const { form, age, problem } = week;
  const days = Array.from({ length: form.days }, (_, index) => index + 1);
  const cell = (meal: Meal, day: number) =>
    served
      .filter((one) => one.meal === meal && one.day === day)
      .map(({ is }) => is.name)
      .join('、');
  const wrong = Object.entries(found).filter(([, places]) => places.length > 0);
  return [
    `### Week ${number}: ${form.name}, ${age.name}, from ${problem.content.start}`,
    '',
    `| | ${days.map((day) => `day ${day}`).join(' | ')} |`,
    `|---${'|---'.repeat(days.length)}|`,
    ...form.meals.map((meal) => `| ${mealNames[meal]} | ${days.map((day) => cell(meal, day)).join(' | ')} |`),
    '',
    `${seconds.toFixed(1)} s of a core; the answered cost is ${costOff.toFixed(1)} % above the true one`,
    ...answer.unmet.map(({ text }) => `- unmet: ${text}`),
    ...wrong.map(([name, places]) => `- ${name}: ${places.join('; ')}`),
    '',
  ].join('\n');
}
