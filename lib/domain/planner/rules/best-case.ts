import { MIN_KIND_GRAMS } from '../../analysis/kinds.ts';
import type { Meal } from '../../meal.ts';
import { EMPTY, type Model } from '../model.ts';
import type { PlanProblem } from '../problem.ts';
import { inLanguage } from './phrases.ts';

/** The slots of these meals, on one day or on all days. */
interface SlotFilter {
  readonly meals: readonly Meal[];
  readonly day?: number | undefined;
}

/** A figure of candidates, and which of its values is the best: the maximum or the minimum. */
interface Figure {
  /** Different for each figure, and for its maximum and its minimum. */
  readonly key: string;
  readonly find: (candidate: number) => number;
  readonly pickBest: (...values: number[]) => number;
}

/** The best figures that the dishes of a problem could reach if no other rule counted. */
export class BestCase {
  readonly #model: Model;
  /** By slot, the candidates that may fill it, or the locked one alone. Slots with the same options share the list. */
  readonly #optionsBySlot: readonly Int32Array[];
  /** By list of options and key of the figure, the best value, once it was found. */
  readonly #bestByOptions = new Map<Int32Array, Map<string, number>>();
  /** By list of options, the maximum grams of each kind of food in one candidate. */
  readonly #maxGramsByOptions = new Map<Int32Array, ReadonlyMap<string, number>>();

  constructor(model: Model) {
    this.#model = model;
    this.#optionsBySlot = model.optionsBySlot.map((options, slot) => {
      const locked = model.lockedCandidateBySlot[slot] ?? EMPTY;
      return locked === EMPTY ? options : Int32Array.of(locked);
    });
  }

  /**
   * The amount of a nutrient or food category (see `SoftBound.measure`) that people with factor 1 can get from these slots: the
   * maximum where they get too little, otherwise the minimum.
   */
  findAmount(measure: string, isShort: boolean, filter: SlotFilter): number {
    const { candidates, measures } = this.#model;
    const index = measures.indexOf(measure);
    const find = (candidate: number) => candidates[candidate]?.amounts[index] ?? 0;
    const figure = { key: `${measure} ${isShort}`, find, pickBest: isShort ? Math.max : Math.min };
    return this.#optionsBySlot.reduce(
      (sum, _, slot) => (this.#isIn(slot, filter) ? sum + this.#findBestAt(slot, figure) : sum),
      0,
    );
  }

  /** The minimum cost per head and day. */
  findCost(): number {
    const { candidates, mealBySlot, costWeightByMeal } = this.#model;
    const find = (candidate: number) => candidates[candidate]?.yuan ?? 0;
    const figure = { key: 'cost', find, pickBest: Math.min };
    return this.#optionsBySlot.reduce((sum, _, slot) => {
      const weight = costWeightByMeal[mealBySlot[slot] ?? 0] ?? 0;
      return sum + this.#findBestAt(slot, figure) * weight;
    }, 0);
  }

  /** The best value of the slot's options; where the slot may stay empty, 0 is one of them. */
  #findBestAt(slot: number, { key, find, pickBest }: Figure): number {
    const options = this.#optionsBySlot[slot];
    if (!options || options.length === 0) return 0;
    const bestByFigure = this.#bestByOptions.get(options) ?? new Map<string, number>();
    this.#bestByOptions.set(options, bestByFigure);
    const best = bestByFigure.get(key) ?? pickBest(...Array.from(options, find));
    bestByFigure.set(key, best);
    const { slots, lockedCandidateBySlot } = this.#model;
    const mayBeEmpty = lockedCandidateBySlot[slot] === EMPTY && !slots[slot]?.isRequired;
    return mayBeEmpty ? pickBest(best, 0) : best;
  }

  /** Counts the kinds of food that people with the factor could get, if each slot had the most grams of each kind. */
  countKinds(factor: string, filter: SlotFilter): number {
    const kinds = new Set<string>();
    const gramsByDayAndKind = new Map<string, number>();
    for (const [slot, options] of this.#optionsBySlot.entries()) {
      if (!this.#isIn(slot, filter)) continue;
      for (const [kind, grams] of this.#findMaxGrams(options)) {
        const dayAndKind = `${this.#model.slots[slot]?.day} ${kind}`;
        const kindGrams = (gramsByDayAndKind.get(dayAndKind) ?? 0) + grams;
        gramsByDayAndKind.set(dayAndKind, kindGrams);
        // A kind counts if one day has enough of it.
        if (kindGrams * Number(factor) >= MIN_KIND_GRAMS) kinds.add(kind);
      }
    }
    return kinds.size;
  }

  #findMaxGrams(options: Int32Array): ReadonlyMap<string, number> {
    const cached = this.#maxGramsByOptions.get(options);
    if (cached) return cached;
    const maxGrams = new Map<string, number>();
    for (const candidate of options) {
      for (const [kind, grams] of this.#model.candidates[candidate]?.gramsByKind ?? []) {
        if (grams > (maxGrams.get(kind) ?? 0)) maxGrams.set(kind, grams);
      }
    }
    this.#maxGramsByOptions.set(options, maxGrams);
    return maxGrams;
  }

  #isIn(slot: number, { meals, day }: SlotFilter): boolean {
    const { meal, day: slotDay } = this.#model.slots[slot] ?? {};
    return meal !== undefined && meals.includes(meal) && (day === undefined || day === slotDay);
  }
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
export function withBestCase(
  text: string,
  figure: MissedFigure,
  problem: Pick<PlanProblem, 'language'>,
): { readonly text: string; readonly reason?: 'impossible' } {
  const { value, bound, isShort, bestValue, digits } = figure;
  if (isShort ? bestValue >= Number(bound) : bestValue <= Number(bound)) return { text };
  // The best value is a rounded sum: it must not seem to be worse than what the menu has.
  const shownBest = isShort ? Math.max(bestValue, Number(value)) : Math.min(bestValue, Number(value));
  return { text: inLanguage(problem, texts)(text, figure, shownBest.toFixed(digits)), reason: 'impossible' };
}
