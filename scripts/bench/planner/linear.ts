import { MIN_KIND_GRAMS } from '../../../lib/domain/analysis/kinds.ts';
import { meals } from '../../../lib/domain/meal.ts';
import { EMPTY, type Model } from '../../../lib/domain/planner/model.ts';
import { UNLIMITED } from '../../../lib/domain/planner/repetition-limits.ts';
import { calculateAverageCost, costRule } from '../../../lib/domain/planner/rules/cost.ts';
import { foodKindsRule, MIN_DAYS_FOR_WEEK_KINDS } from '../../../lib/domain/planner/rules/food-kinds.ts';
import { REPETITION_WEIGHTS } from '../../../lib/domain/planner/rules/repetition-penalty.ts';
import { RULES } from '../../../lib/domain/planner/rules/rules.ts';
import { sumRatios } from '../../../lib/domain/values/ratio.ts';
import { LinearProgram, type Term } from './linear-program.ts';

interface Choice {
  readonly name: string;
  readonly candidate: number;
  /** The first of the slots that the choice may fill. They differ in nothing. */
  readonly slot: number;
  readonly day: number;
  readonly meal: number;
}

/** Formulates the problem as a linear program with the planner's objective. Hard rules become conditions. */
export function formulate(model: Model): LinearProgram {
  const program = new LinearProgram();
  const choices = addChoices(model, program);
  boundAmounts(model, program, choices);
  boundRepeats(model, program, choices);
  boundTags(model, program, choices);
  boundKinds(model, program, choices);
  return program;
}

function addChoices(model: Model, program: LinearProgram): Choice[] {
  const { slots, mealIndexBySlot, dayMealBySlot, dayIndexBySlot } = model;
  const { optionsBySlot, isRequiredBySlot, candidates, costWeightByMeal } = model;
  const average = calculateAverageCost(model);
  const groups = Map.groupBy(slots.keys(), (slot) => `${dayMealBySlot[slot]}_${slots[slot]?.rowIndex}`);
  const choices: Choice[] = [];
  for (const [key, group] of groups) {
    const [first = 0] = group;
    const meal = mealIndexBySlot[first] ?? 0;
    const row = `x_${meal}_${slots[first]?.rowIndex}`;
    const terms = [...(optionsBySlot[first] ?? [])].map((candidate): Term => {
      const yuan = candidates[candidate]?.yuan ?? 0;
      const cost = (yuan * (costWeightByMeal[meal] ?? 0) * costRule.weights.money) / average;
      const alike = `${row}_${candidate}`;
      const name = program.addVariable(`x_${key}_${candidate}`, cost, { max: 1, alike, isServings: true });
      choices.push({ name, candidate, slot: first, day: dayIndexBySlot[first] ?? 0, meal: dayMealBySlot[first] ?? 0 });
      return [1, name];
    });
    program.addRow(terms, '>=', group.filter((slot) => isRequiredBySlot[slot] === 1).length);
    program.addRow(terms, '<=', group.length);
  }
  return choices;
}

function boundAmounts(model: Model, program: LinearProgram, choices: readonly Choice[]): void {
  const { intakes, cohorts, candidates, measures } = model;
  for (const [index, { cohort, dayIndex, softBounds }] of intakes.entries()) {
    const cohortChoices = choices.filter((choice) => {
      return (
        (dayIndex === undefined || choice.day === dayIndex) &&
        cohorts[cohort]?.meals.includes(meals[choice.meal % meals.length] ?? 'lunch')
      );
    });
    // Each sum has a variable of its own, as a fraction of its greatest bound, so that the rows of its soft bounds are short.
    for (const [column, measure] of measures.entries()) {
      const measureBounds = softBounds.filter((softBound) => softBound.measure === measure);
      if (measureBounds.length === 0) continue;
      const scale = Math.max(...measureBounds.map(({ bound }) => bound));
      const period = dayIndex === undefined ? `${cohort}_week` : `${cohort}_day`;
      const sum = program.addVariable(`a_${index}_${column}`, 0, { alike: `a_${period}_${column}` });
      const terms = cohortChoices.map(
        ({ candidate, name }): Term => [(candidates[candidate]?.amounts[column] ?? 0) / scale, name],
      );
      program.addRow([...terms, [-1, sum]], '=', 0);
      for (const [side, { isMinimum, bound, slope }] of measureBounds.entries()) {
        const alike = `s_${period}_${column}_${side}`;
        const slack = program.addVariable(`s_${index}_${column}_${side}`, slope * scale, { alike });
        const terms: Term[] = [
          [1, sum],
          [isMinimum ? 1 : -1, slack],
        ];
        program.addRow(terms, isMinimum ? '>=' : '<=', bound / scale);
      }
    }
  }
}

function boundRepeats(model: Model, program: LinearProgram, choices: readonly Choice[]): void {
  const { dayCount, candidates, dishByCandidate } = model;
  const { serving, unusualFraction } = REPETITION_WEIGHTS;
  for (const dishChoices of Map.groupBy(choices, ({ candidate }) => dishByCandidate[candidate]).values()) {
    const { minDaysApart = 0, maxPerWeek = 0, usualPerWeek = 0 } = candidates[dishChoices[0]?.candidate ?? EMPTY] ?? {};
    for (const mealChoices of Map.groupBy(dishChoices, ({ meal }) => meal).values()) {
      if (mealChoices.length > 1) program.limitSum(toNames(mealChoices), 1);
    }
    if (maxPerWeek < UNLIMITED) program.limitSum(toNames(dishChoices), maxPerWeek);
    if (usualPerWeek < UNLIMITED) {
      const unusual = program.addVariable(`u_${dishChoices[0]?.candidate}`, serving * unusualFraction);
      program.addRow([...dishChoices.map(({ name }): Term => [1, name]), [-1, unusual]], '<=', usualPerWeek);
    }
    if (minDaysApart === 0) continue;
    for (let first = 0; first === 0 || first + minDaysApart <= dayCount; first += 1) {
      const nearChoices = dishChoices.filter(({ day }) => day >= first && day < first + minDaysApart);
      program.limitSum(toNames(nearChoices), 1);
    }
  }
}

function toNames(choices: readonly Choice[]): string[] {
  return choices.map(({ name }) => name);
}

/** Limits how often the tags of the rules occur in their spans. Each tag too many or too few costs the weight of its limit. */
function boundTags(model: Model, program: LinearProgram, choices: readonly Choice[]): void {
  const limits = RULES.flat().flatMap((rule) => rule.listLimits?.(model) ?? []);
  for (const [index, { tagsByCandidate, spanNumberBySlot, max, min, weight }] of limits.entries()) {
    const allTags = [...new Set(tagsByCandidate.flat())];
    const tagged = choices.flatMap((choice) => {
      const span = spanNumberBySlot[choice.slot] ?? -1;
      const tags = span < 0 ? [] : (tagsByCandidate[choice.candidate] ?? []);
      return tags.map((tag) => ({ alike: `t_${index}_${allTags.indexOf(tag)}`, key: `${span} ${tag}`, choice }));
    });
    const groups = [...Map.groupBy(tagged, ({ key }) => key).values()];
    for (const [group, members] of groups.entries()) {
      if (max !== undefined && members.length <= max) continue;
      const slack = program.addVariable(`t_${index}_${group}`, weight, { alike: members[0]?.alike });
      const terms = members.map(({ choice }): Term => [1, choice.name]);
      if (max !== undefined) program.addRow([...terms, [-1, slack]], '<=', max);
      if (min !== undefined) program.addRow([...terms, [1, slack]], '>=', min);
    }
  }
}

function boundKinds(model: Model, program: LinearProgram, choices: readonly Choice[]): void {
  const { cohorts, rules, candidates } = model;
  for (const [index, { mealShareByDay, servedDayCount, meals: cohortMeals, groups }] of cohorts.entries()) {
    const minGrams = Number(MIN_KIND_GRAMS) / Math.min(...groups.map(({ factor }) => Number(factor)));
    const cohortChoices = choices.filter(({ meal }) => cohortMeals.includes(meals[meal % meals.length] ?? 'lunch'));
    const termsByKind = new Map<string, Term[]>();
    for (const [day, share] of mealShareByDay.entries()) {
      const here = cohortChoices.filter((choice) => choice.day === day);
      const kinds = here.flatMap(({ candidate }) => [...(candidates[candidate]?.gramsByKind.keys() ?? [])]);
      const present = [...new Set(kinds)].map((kind): Term => {
        const alike = `y_${index}_${kind}`;
        const name = program.addVariable(`y_${index}_${day}_${kind}`, 0, { max: 1, alike });
        const terms = here.map(({ candidate, name: choice }): Term => {
          return [Math.min(1, (candidates[candidate]?.gramsByKind.get(kind) ?? 0) / minGrams), choice];
        });
        program.addRow([...terms, [-1, name]], '>=', 0);
        termsByKind.set(kind, [...(termsByKind.get(kind) ?? []), [1, name]]);
        return [1, name];
      });
      const weight = foodKindsRule.weights.day / cohorts.length / servedDayCount;
      const slack = program.addVariable(`k_${index}_${day}`, weight, { alike: `k_${index}` });
      program.addRow([...present, [1, slack]], '>=', Number(share.times(rules.kindsPerDay).toFixedUp(0)));
    }
    if (servedDayCount < MIN_DAYS_FOR_WEEK_KINDS) continue;
    const kindTerms = [...termsByKind].map(([kind, terms]): Term => {
      const name = program.addVariable(`z_${index}_${kind}`, 0, { max: 1 });
      program.addRow([...terms, [-1, name]], '>=', 0);
      return [1, name];
    });
    const minOfWeek = sumRatios(mealShareByDay).per(servedDayCount).times(rules.kindsPerWeek);
    const slack = program.addVariable(`w_${index}`, foodKindsRule.weights.week / cohorts.length);
    program.addRow([...kindTerms, [1, slack]], '>=', Number(minOfWeek.toFixedUp(0)));
  }
}
