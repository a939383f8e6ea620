import { MIN_KIND_GRAMS } from '../../analysis/kinds.ts';
import type { Meal } from '../../meal.ts';
import { cached } from '../cached.ts';
import type { Candidate } from '../candidates.ts';
import { EMPTY, type Model } from '../model.ts';
import type { PlanProblem } from '../problem.ts';
import { inLanguage } from './phrases.ts';

/** The slots of these meals, on one day or on all days. */
interface SlotFilter {
  readonly meals: readonly Meal[];
  readonly day?: number | undefined;
}

/** The best figures that the dishes of a problem could reach if no other rule counted. */
export class BestCase {
  readonly #model: Model;
  /** By slot, the candidates that may fill it, with `EMPTY` where it may stay empty; or the locked one alone. */
  readonly #optionsBySlot: readonly Int32Array[];
  /** For a measure, the function that gives the least and the greatest amount of it in one option. */
  readonly #extremesOf: (measure: string) => (options: Int32Array) => { readonly min: number; readonly max: number };
  /** For each kind of food, the most grams that any one option has. */
  readonly #maxGramsByKind: (options: Int32Array) => ReadonlyMap<string, number>;

  constructor(model: Model) {
    const addEmpty = cached((options: Int32Array) => Int32Array.of(EMPTY, ...options));
    this.#model = model;
    this.#extremesOf = cached((measure) => cached((options) => toAmountExtremes(options, measure, model)));
    this.#maxGramsByKind = cached((options) => toMaxGramsByKind(options, model));
    this.#optionsBySlot = model.optionsBySlot.map((options, slot) => {
      const lockedCandidate = model.lockedCandidateBySlot[slot] ?? EMPTY;
      if (lockedCandidate !== EMPTY) return Int32Array.of(lockedCandidate);
      return model.isRequiredBySlot[slot] === 1 && options.length > 0 ? options : addEmpty(options);
    });
  }

  /** The least or the most of a nutrient or category (see `SoftBound.measure`) that these slots can bring for factor 1. */
  bestAmount(measure: string, extreme: 'min' | 'max', filter: SlotFilter): number {
    const extremesOfMeasure = this.#extremesOf(measure);
    return this.#optionsBySlot.reduce(
      (sum, options, slot) => sum + (this.#isMatching(slot, filter) ? extremesOfMeasure(options)[extreme] : 0),
      0,
    );
  }

  /** The minimum cost in yuan per head and day. */
  minCost(): number {
    const { candidates, mealIndexBySlot, costWeightByMeal } = this.#model;
    const minYuanOf = cached((options: Int32Array) =>
      Math.min(...Array.from(options, (candidate) => candidates[candidate]?.yuan ?? 0)),
    );
    return this.#optionsBySlot.reduce((sum, options, slot) => {
      return sum + minYuanOf(options) * (costWeightByMeal[mealIndexBySlot[slot] ?? 0] ?? 0);
    }, 0);
  }

  /** Counts the slots that could have a candidate of the wanted sort. */
  countSlots(isWanted: (candidate: Candidate) => boolean, filter: SlotFilter): number {
    const isWantedByCandidate = this.#model.candidates.map(isWanted);
    const matching = this.#optionsBySlot.filter((_, slot) => this.#isMatching(slot, filter));
    return matching.filter((options) => options.some((candidate) => isWantedByCandidate[candidate])).length;
  }

  /** Counts the kinds of food that people with the factor could get, if each slot had the most grams of each kind. */
  countKinds(factor: string, filter: SlotFilter): number {
    const kinds = new Set<string>();
    const gramsByDayAndKind = new Map<string, number>();
    for (const [slot, options] of this.#optionsBySlot.entries()) {
      if (!this.#isMatching(slot, filter)) continue;
      for (const [kind, grams] of this.#maxGramsByKind(options)) {
        const dayAndKind = `${this.#model.slots[slot]?.day} ${kind}`;
        const kindGrams = (gramsByDayAndKind.get(dayAndKind) ?? 0) + grams;
        gramsByDayAndKind.set(dayAndKind, kindGrams);
        // A kind counts if one day has enough of it.
        if (kindGrams * Number(factor) >= Number(MIN_KIND_GRAMS)) kinds.add(kind);
      }
    }
    return kinds.size;
  }

  #isMatching(slot: number, { meals, day }: SlotFilter): boolean {
    const { meal, day: slotDay } = this.#model.slots[slot] ?? {};
    return meal !== undefined && meals.includes(meal) && (day === undefined || day === slotDay);
  }
}

function toAmountExtremes(options: Int32Array, measure: string, { candidates, measures }: Model) {
  const measureIndex = measures.indexOf(measure);
  const amounts = Array.from(options, (candidate) => candidates[candidate]?.amounts[measureIndex] ?? 0);
  return { min: Math.min(...amounts), max: Math.max(...amounts) };
}

function toMaxGramsByKind(options: Int32Array, { candidates }: Model): ReadonlyMap<string, number> {
  const maxGramsByKind = new Map<string, number>();
  for (const candidate of options) {
    for (const [kind, grams] of candidates[candidate]?.gramsByKind ?? []) {
      if (grams > (maxGramsByKind.get(kind) ?? 0)) maxGramsByKind.set(kind, grams);
    }
  }
  return maxGramsByKind;
}

/** A figure that misses its bound, and the best value that the dishes could reach. */
interface MissedFigure {
  readonly value: string;
  readonly bound: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly bestValue: number;
  /** The fraction digits of the best value. */
  readonly digits: number;
}

const texts = {
  zh: (text: string, { isShort, unit }: MissedFigure, shownBest: string) =>
    `${text}：可选菜品${isShort ? '最多只能达到' : '最少也有'} ${shownBest} ${unit}`,
  en: (text: string, { isShort, unit }: MissedFigure, shownBest: string) =>
    `${text}: the dishes that may be served bring at ${isShort ? 'most' : 'least'} ${shownBest} ${unit}`,
};

/** Adds the best value to the text where even that misses the bound: no plan of these dishes can meet it. */
export function withBestCase(text: string, figure: MissedFigure, problem: PlanProblem) {
  const { value, bound, isShort, bestValue, digits } = figure;
  const missesBound = (amount: number) => (isShort ? amount < Number(bound) : amount > Number(bound));
  if (!missesBound(bestValue)) return { text };
  // The best value is a rounded sum: it must not seem to be worse than what the menu has, or to meet the bound.
  const rounded = (isShort ? Math.max(bestValue, Number(value)) : Math.min(bestValue, Number(value))).toFixed(digits);
  const shownBest = missesBound(Number(rounded)) ? rounded : value;
  return { text: inLanguage(problem, texts)(text, figure, shownBest), reason: 'impossible' as const };
}
