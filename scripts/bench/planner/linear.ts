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

  /** Adds a variable from 0 to `most`, with its cost per unit. */
  variable(name: string, cost: number, most?: number): string {
    if (cost !== 0) this.#objective.push(`${signed(cost)} ${name}`);
    if (most !== undefined) this.#bounds.push(` ${name} <= ${most}`);
    return name;
  }

  /** Adds a condition on a sum of terms. */
  row(terms: readonly Term[], relation: '<=' | '>=' | '=', bound: number): void {
    const nonZero = terms.filter(([factor]) => factor !== 0);
    if (nonZero.length === 0) return;
    this.#rows.push(
      ` r${this.#rows.length}: ${nonZero.map(([factor, name]) => `${signed(factor)} ${name}`).join('\n  ')} ${relation} ${number(bound)}`,
    );
  }

  /** At most so many of these choices. */
  atMost(choices: readonly Choice[], most: number): void {
    this.row(
      choices.map(({ name }) => [1, name]),
      '<=',
      most,
    );
  }

  /** The program in the CPLEX format. */
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

function signed(value: number): string {
  return value < 0 ? `- ${number(-value)}` : `+ ${number(value)}`;
}

function number(value: number): string {
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
  const choices = choose(model, program);
  boundAmounts(model, program, choices);
  boundRepeats(model, program, choices);
  boundSameness(model, program, choices);
  boundDark(model, program, choices);
  boundKinds(model, program, choices);
  return program;
}

function choose(model: Model, program: LinearProgram): Choice[] {
  const { slots, mealOf, dayOf, optionsOf, isRequired, courses, mealWeights } = model;
  const average = averageCost(model);
  const groups = Map.groupBy(slots.keys(), (slot) => `${mealOf[slot]}_${slots[slot]?.row}`);
  const choices: Choice[] = [];
  for (const [key, group] of groups) {
    const [first = 0] = group;
    const meal = (mealOf[first] ?? 0) % meals.length;
    const terms = [...(optionsOf[first] ?? [])].map((course): Term => {
      const yuan = courses[course]?.cost ?? 0;
      const name = program.variable(
        `x_${key}_${course}`,
        (yuan * (mealWeights[meal] ?? 0) * cost.weights.money) / average,
        1,
      );
      choices.push({ name, course, day: dayOf[first] ?? 0, meal: mealOf[first] ?? 0 });
      return [1, name];
    });
    program.row(terms, '>=', group.filter((slot) => isRequired[slot] === 1).length);
    program.row(terms, '<=', group.length);
  }
  return choices;
}

function boundAmounts(
  { spans, eaters, courses, measures }: Model,
  program: LinearProgram,
  choices: readonly Choice[],
): void {
  for (const [index, { eatersIndex, day, sides }] of spans.entries()) {
    const mine = choices.filter((choice) => {
      return (
        (day === undefined || choice.day === day) &&
        eaters[eatersIndex]?.meals.includes(meals[choice.meal % meals.length] ?? 'lunch')
      );
    });
    // Each sum has a variable of its own, as a share of its greatest bound, so that the rows of its sides are short.
    for (const [column, measure] of measures.entries()) {
      const mySides = sides.filter((side) => side.measure === measure);
      if (mySides.length === 0) continue;
      const whole = Math.max(...mySides.map(({ bound }) => bound));
      const sum = program.variable(`a_${index}_${column}`, 0);
      const terms = mine.map(({ course, name }): Term => [(courses[course]?.amounts[column] ?? 0) / whole, name]);
      program.row([...terms, [-1, sum]], '=', 0);
      for (const [side, { isMinimum, bound, slope }] of mySides.entries()) {
        const slack = program.variable(`s_${index}_${column}_${side}`, slope * whole);
        const terms: Term[] = [
          [1, sum],
          [isMinimum ? 1 : -1, slack],
        ];
        program.row(terms, isMinimum ? '>=' : '<=', bound / whole);
      }
    }
  }
}

function boundRepeats({ days, courses, dishOf }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  for (const some of Map.groupBy(choices, ({ course }) => dishOf[course]).values()) {
    const { daysApart = 0, maxServings = 0 } = courses[some[0]?.course ?? EMPTY] ?? {};
    for (const same of Map.groupBy(some, ({ meal }) => meal).values()) {
      if (same.length > 1) program.atMost(same, 1);
    }
    if (maxServings < Number.MAX_SAFE_INTEGER) program.atMost(some, maxServings);
    if (daysApart === 0) continue;
    for (let first = 0; first === 0 || first + daysApart <= days; first += 1) {
      program.atMost(
        some.filter(({ day }) => day >= first && day < first + daysApart),
        1,
      );
    }
  }
}

function boundSameness({ rules, courses }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  let slacks = 0;
  const bound = (some: readonly Choice[], most: number, weight: number) => {
    if (some.length <= most) return;
    slacks += 1;
    const slack = program.variable(`t_${slacks}`, weight);
    program.row([...some.map(({ name }): Term => [1, name]), [-1, slack]], '<=', most);
  };
  /** Penalises more than `most` of a name in a span. */
  const boundNames = (
    names: (course: Course) => readonly string[],
    spanOf: (choice: Choice) => number,
    most: number,
    weight: number,
  ) => {
    const found = choices.flatMap((choice) => {
      const course = courses[choice.course];
      return course ? names(course).map((name) => ({ key: `${name} ${spanOf(choice)}`, choice })) : [];
    });
    for (const some of Map.groupBy(found, ({ key }) => key).values()) {
      const chosen = some.map(({ choice }) => choice);
      bound(chosen, most, weight);
    }
  };
  const [inMeal, inDay, inAll] = [({ meal }: Choice) => meal, ({ day }: Choice) => day, () => 0];
  const listMain = (course: Course) => (course.main === undefined ? [] : [course.main]);
  const listMethod = (course: Course) => (course.method === '' ? [] : [course.method]);
  boundNames(({ mains }) => mains, inMeal, rules.mainPerMeal, main.weights.meal);
  boundNames(listMain, inDay, rules.mainPerDay, main.weights.day);
  boundNames(listMain, inAll, rules.mainPerWeek, main.weights.week);
  boundNames(listMethod, inMeal, rules.methodPerMeal, method.weights.meal);
  boundNames(listMethod, inDay, rules.methodPerDay, method.weights.day);
  boundNames(({ isFried }) => (isFried ? ['fried'] : []), inAll, rules.friedPerWeek, fried.weights.week);
}

function boundDark({ rules, courses }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  const lunch = meals.indexOf('lunch');
  const lunches = Map.groupBy(
    choices.filter(({ meal }) => meal % meals.length === lunch),
    ({ day }) => day,
  );
  for (const [day, some] of lunches) {
    const slack = program.variable(`d_${day}`, dark.weights.dish);
    const darkTerms = some.flatMap(({ course, name }): Term[] => (courses[course]?.isDark ? [[1, name]] : []));
    program.row([...darkTerms, [1, slack]], '>=', rules.darkAtLunch);
  }
}

function boundKinds({ eaters, days, rules, courses }: Model, program: LinearProgram, choices: readonly Choice[]): void {
  for (const [index, { shares, meals: taken, groups }] of eaters.entries()) {
    const least = 5 / Math.min(...groups.map(({ factor }) => Number(factor)));
    const mine = choices.filter(({ meal }) => taken.includes(meals[meal % meals.length] ?? 'lunch'));
    const ofWeek = new Map<string, Term[]>();
    for (const [day, share] of shares.entries()) {
      const here = mine.filter((choice) => choice.day === day);
      const present = [...new Set(here.flatMap(({ course }) => [...(courses[course]?.kinds.keys() ?? [])]))].map(
        (code): Term => {
          const name = program.variable(`y_${index}_${day}_${code}`, 0, 1);
          const terms = here.map(
            ({ course, name: choice }): Term => [Math.min(1, (courses[course]?.kinds.get(code) ?? 0) / least), choice],
          );
          program.row([...terms, [-1, name]], '>=', 0);
          ofWeek.set(code, [...(ofWeek.get(code) ?? []), [1, name]]);
          return [1, name];
        },
      );
      const slack = program.variable(`k_${index}_${day}`, kinds.weights.day / eaters.length / days);
      program.row([...present, [1, slack]], '>=', Math.ceil(rules.kindsPerDay * share));
    }
    if (days < MIN_DAYS_OF_WEEK) continue;
    const kindTerms = [...ofWeek].map(([code, terms]): Term => {
      const name = program.variable(`z_${index}_${code}`, 0, 1);
      program.row([...terms, [-1, name]], '>=', 0);
      return [1, name];
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / days;
    const slack = program.variable(`w_${index}`, kinds.weights.week / eaters.length);
    program.row([...kindTerms, [1, slack]], '>=', Math.ceil(rules.kindsPerWeek * mean));
  }
}
