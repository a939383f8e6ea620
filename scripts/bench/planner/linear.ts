import { meals } from '../../../lib/domain/meal.ts';
import type { Course } from '../../../lib/domain/planner/courses.ts';
import { EMPTY, type Model } from '../../../lib/domain/planner/model.ts';
import { averageCost, cost } from '../../../lib/domain/planner/rules/cost.ts';
import { dark } from '../../../lib/domain/planner/rules/dark.ts';
import { fried } from '../../../lib/domain/planner/rules/fried.ts';
import { kinds, MIN_DAYS_OF_WEEK } from '../../../lib/domain/planner/rules/kinds.ts';
import { main } from '../../../lib/domain/planner/rules/main.ts';
import { method } from '../../../lib/domain/planner/rules/method.ts';

/** The significant digits of a number in the program. */
const DIGITS = 12;

/** A linear program as text. */
export class LinearProgram {
  readonly #objective: string[] = [];
  readonly #rows: string[] = [];
  readonly #bounds: string[] = [];

  /** Adds a variable from 0 to `max`, with its cost per unit. */
  addVariable(name: string, cost: number, max?: number): string {
    if (cost !== 0) this.#objective.push(`${formatSigned(cost)} ${name}`);
    if (max !== undefined) this.#bounds.push(` ${name} <= ${max}`);
    return name;
  }

  /** Adds a condition on a sum of terms. */
  addRow(terms: readonly Term[], relation: '<=' | '>=' | '=', bound: number): void {
    const nonZero = terms.filter(([factor]) => factor !== 0);
    if (nonZero.length === 0) return;
    this.#rows.push(
      ` r${this.#rows.length}: ${nonZero.map(([factor, name]) => `${formatSigned(factor)} ${name}`).join('\n  ')} ${relation} ${formatNumber(bound)}`,
    );
  }

  /** Limits the number of these choices to `max`. */
  limitSum(choices: readonly Choice[], max: number): void {
    this.addRow(
      choices.map(({ name }) => [1, name]),
      '<=',
      max,
    );
  }

  /** Prints the program in the CPLEX format. */
  text(): string {
    return [
      'Minimize',
      ` obj: ${this.#objective.join('\n  ')}`,
      'Subject To',
      ...this.#rows,
      'Bounds',
      ...this.#bounds,
      'End',
      '',
    ].join('\n');
  }
}

export type Term = readonly [factor: number, variable: string];

function formatSigned(value: number): string {
  return value < 0 ? `- ${formatNumber(-value)}` : `+ ${formatNumber(value)}`;
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

/** A dish in one row of one meal. */
interface Choice {
  readonly name: string;
  readonly course: number;
  readonly day: number;
  readonly meal: number;
}

/** The problem as a linear program with the planner's objective. Hard rules are conditions. */
export function formulate(model: Model): LinearProgram {
  const program = new LinearProgram();
  const choices = addChoices(model, program);
  boundAmounts(model, program, choices);
  boundRepeats(model, program, choices);
  boundSameness(model, program, choices);
  boundDark(model, program, choices);
  boundKinds(model, program, choices);
  return program;
}

function addChoices(model: Model, program: LinearProgram): Choice[] {
  const { slots, mealOf, dayOf, optionsOf, isRequired, courses, mealWeights } = model;
  const average = averageCost(model);
  const groups = Map.groupBy(slots.keys(), (slot) => `${mealOf[slot]}_${slots[slot]?.row}`);
  const choices: Choice[] = [];
  for (const [key, group] of groups) {
    const [first = 0] = group;
    const meal = (mealOf[first] ?? 0) % meals.length;
    const terms = [...(optionsOf[first] ?? [])].map((course): Term => {
      const yuan = courses[course]?.cost ?? 0;
      const name = program.addVariable(
        `x_${key}_${course}`,
        (yuan * (mealWeights[meal] ?? 0) * cost.weights.money) / average,
        1,
      );
      choices.push({ name, course, day: dayOf[first] ?? 0, meal: mealOf[first] ?? 0 });
      return [1, name];
    });
    program.addRow(terms, '>=', group.filter((slot) => isRequired[slot] === 1).length);
    program.addRow(terms, '<=', group.length);
  }
  return choices;
}

function boundAmounts(
  { spans, eaters, courses, measures }: Model,
  program: LinearProgram,
  choices: readonly Choice[],
): void {
  for (const [index, { eatersIndex, day, sides }] of spans.entries()) {
    const eatersChoices = choices.filter((choice) => {
      return (
        (day === undefined || choice.day === day) &&
        eaters[eatersIndex]?.meals.includes(meals[choice.meal % meals.length] ?? 'lunch')
      );
    });
    // Each sum has a variable of its own, as a share of its greatest bound. The rows of its sides are then short.
    for (const [column, measure] of measures.entries()) {
      const measureSides = sides.filter((side) => side.measure === measure);
      if (measureSides.length === 0) continue;
      const scale = Math.max(...measureSides.map(({ bound }) => bound));
      const sum = program.addVariable(`a_${index}_${column}`, 0);
      const terms = eatersChoices.map(
        ({ course, name }): Term => [(courses[course]?.amounts[column] ?? 0) / scale, name],
      );
      program.addRow([...terms, [-1, sum]], '=', 0);
      for (const [side, { isMinimum, bound, slope }] of measureSides.entries()) {
        const slack = program.addVariable(`s_${index}_${column}_${side}`, slope * scale);
        const terms: Term[] = [
          [1, sum],
          [isMinimum ? 1 : -1, slack],
        ];
        program.addRow(terms, isMinimum ? '>=' : '<=', bound / scale);
      }
    }
  }
}

function boundRepeats({ days, courses, dishOf }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  for (const servings of Map.groupBy(choices, ({ course }) => dishOf[course]).values()) {
    const { daysApart = 0, maxServings = 0 } = courses[servings[0]?.course ?? EMPTY] ?? {};
    for (const mealServings of Map.groupBy(servings, ({ meal }) => meal).values()) {
      if (mealServings.length > 1) program.limitSum(mealServings, 1);
    }
    if (maxServings < Number.MAX_SAFE_INTEGER) program.limitSum(servings, maxServings);
    if (daysApart === 0) continue;
    for (let first = 0; first === 0 || first + daysApart <= days; first += 1) {
      program.limitSum(
        servings.filter(({ day }) => day >= first && day < first + daysApart),
        1,
      );
    }
  }
}

function boundSameness({ rules, courses }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  let slacks = 0;
  const limit = (limited: readonly Choice[], max: number, weight: number) => {
    if (limited.length <= max) return;
    slacks += 1;
    const slack = program.addVariable(`t_${slacks}`, weight);
    program.addRow([...limited.map(({ name }): Term => [1, name]), [-1, slack]], '<=', max);
  };
  /** Penalises more than `max` choices with the same name in a span. */
  const boundNames = (
    names: (course: Course) => readonly string[],
    toSpan: (choice: Choice) => number,
    max: number,
    weight: number,
  ) => {
    const choicesByName = choices.flatMap((choice) => {
      const course = courses[choice.course];
      return course ? names(course).map((name) => ({ key: `${name} ${toSpan(choice)}`, choice })) : [];
    });
    for (const named of Map.groupBy(choicesByName, ({ key }) => key).values()) {
      limit(
        named.map(({ choice }) => choice),
        max,
        weight,
      );
    }
  };
  const [byMeal, byDay, byWeek] = [({ meal }: Choice) => meal, ({ day }: Choice) => day, () => 0];
  const listMain = (course: Course) => (course.main === undefined ? [] : [course.main]);
  const listMethod = (course: Course) => (course.method === '' ? [] : [course.method]);
  boundNames(({ mains }) => mains, byMeal, rules.mainPerMeal, main.weights.meal);
  boundNames(listMain, byDay, rules.mainPerDay, main.weights.day);
  boundNames(listMain, byWeek, rules.mainPerWeek, main.weights.week);
  boundNames(listMethod, byMeal, rules.methodPerMeal, method.weights.meal);
  boundNames(listMethod, byDay, rules.methodPerDay, method.weights.day);
  boundNames(({ isFried }) => (isFried ? ['fried'] : []), byWeek, rules.friedPerWeek, fried.weights.week);
}

function boundDark({ rules, courses }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  const lunch = meals.indexOf('lunch');
  const lunches = Map.groupBy(
    choices.filter(({ meal }) => meal % meals.length === lunch),
    ({ day }) => day,
  );
  for (const [day, servings] of lunches) {
    const slack = program.addVariable(`d_${day}`, dark.weights.dish);
    const darkTerms = servings.flatMap(({ course, name }): Term[] => (courses[course]?.isDark ? [[1, name]] : []));
    program.addRow([...darkTerms, [1, slack]], '>=', rules.darkAtLunch);
  }
}

function boundKinds({ eaters, days, rules, courses }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  for (const [index, { shares, meals: eatenMeals, groups }] of eaters.entries()) {
    const minGrams = 5 / Math.min(...groups.map(({ factor }) => Number(factor)));
    const eatersChoices = choices.filter(({ meal }) => eatenMeals.includes(meals[meal % meals.length] ?? 'lunch'));
    const termsByCode = new Map<string, Term[]>();
    for (const [day, share] of shares.entries()) {
      const dayChoices = eatersChoices.filter((choice) => choice.day === day);
      const dayTerms = [...new Set(dayChoices.flatMap(({ course }) => [...(courses[course]?.kinds.keys() ?? [])]))].map(
        (code): Term => {
          const name = program.addVariable(`y_${index}_${day}_${code}`, 0, 1);
          const terms = dayChoices.map(
            ({ course, name: choice }): Term => [
              Math.min(1, (courses[course]?.kinds.get(code) ?? 0) / minGrams),
              choice,
            ],
          );
          program.addRow([...terms, [-1, name]], '>=', 0);
          termsByCode.set(code, [...(termsByCode.get(code) ?? []), [1, name]]);
          return [1, name];
        },
      );
      const slack = program.addVariable(`k_${index}_${day}`, kinds.weights.day / eaters.length / days);
      program.addRow([...dayTerms, [1, slack]], '>=', Math.ceil(rules.kindsPerDay * share));
    }
    if (days < MIN_DAYS_OF_WEEK) continue;
    const kindTerms = [...termsByCode].map(([code, terms]): Term => {
      const name = program.addVariable(`z_${index}_${code}`, 0, 1);
      program.addRow([...terms, [-1, name]], '>=', 0);
      return [1, name];
    });
    const meanShare = shares.reduce((sum, share) => sum + share, 0) / days;
    const slack = program.addVariable(`w_${index}`, kinds.weights.week / eaters.length);
    program.addRow([...kindTerms, [1, slack]], '>=', Math.ceil(rules.kindsPerWeek * meanShare));
  }
}
