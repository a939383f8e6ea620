import type { Neighbourhood } from './neighbourhood.ts';
import type { Objective } from './objective.ts';
import { DESCENT } from './parameters.ts';
import type { WorkBudget } from './work.ts';

/** A move helps only if it gains more than this: a smaller gain may come from the rounding of doubles. */
const ROUNDING = 1e-9;

/** A move that was evaluated: with this course in the slot the objective grows by `delta`. */
interface EvaluatedMove {
  readonly slot: number;
  readonly course: number;
  readonly delta: number;
}

/** Builds a plan, and improves a plan until no move of the neighbourhood helps any more. */
export class LocalSearch {
  readonly #neighbourhood: Neighbourhood;
  readonly #objective: Objective;
  readonly #work: WorkBudget;
  /** How many moves have been evaluated, swaps not counted. */
  #evaluated = 0;

  constructor(neighbourhood: Neighbourhood) {
    this.#neighbourhood = neighbourhood;
    this.#objective = neighbourhood.objective;
    this.#work = neighbourhood.objective.work;
  }

  /** Greedy construction: gives each required slot, one after the other, the course that costs least. */
  construct(workPerSlot = Number.POSITIVE_INFINITY): void {
    for (const slot of this.#neighbourhood.free) {
      this.#work.limit = this.#work.spent + workPerSlot;
      if (this.#neighbourhood.isRequired(slot)) this.#improve(slot);
    }
  }

  /** Makes the best move in the slot if it helps. Returns whether it did. */
  #improve(slot: number): boolean {
    const best = this.#findBest(slot, -ROUNDING);
    if (best) this.#objective.apply(slot, best.course);
    return best !== undefined;
  }

  /** The best move in the slot, if its delta is below `limit`. */
  #findBest(slot: number, limit: number): EvaluatedMove | undefined {
    let best: EvaluatedMove | undefined;
    for (const course of this.#neighbourhood.optionsWithEmpty[slot] ?? []) {
      const least = best?.delta ?? limit;
      const delta = this.#evaluate(slot, course, least);
      if (delta < least) best = { slot, course, delta };
      if (best && this.#work.isExhausted()) break;
    }
    return best;
  }

  /** The delta of a move, see `Objective.delta`; infinite where the course may not be in the slot. */
  #evaluate(slot: number, course: number, limit: number): number {
    this.#evaluated += 1;
    const isPossible = course !== this.#objective.at(slot) && this.#objective.isNewInMeal(slot, course);
    return isPossible ? this.#objective.delta(slot, course, limit) : Number.POSITIVE_INFINITY;
  }

  /** Descends by replacements and swaps, as long as they help and there is work left. */
  descend(): void {
    const { free, exchangeable } = this.#neighbourhood;
    for (let sweep = 0; sweep < DESCENT.sweeps; sweep += 1) {
      let isBetter = false;
      for (const slot of free) {
        if (this.#work.isExhausted()) return;
        if (this.#improve(slot)) isBetter = true;
        for (const other of exchangeable[slot] ?? []) {
          const isPossible = this.#neighbourhood.canSwap(slot, other);
          if (isPossible && this.#objective.swap(slot, other, -ROUNDING)) isBetter = true;
        }
      }
      if (!isBetter) return;
    }
  }

  /**
   * Descends by pairs of moves: the first costs little, the second gains more than that. First moves are tried in the
   * order of their cost. The descent ends after about this number of evaluations, or when no work is left.
   */
  descendByPairs(evaluations: number): void {
    const end = this.#evaluated + evaluations;
    let isBetter = true;
    while (isBetter && this.#evaluated < end && !this.#work.isExhausted()) {
      isBetter = false;
      for (const first of this.#findSmallLosses()) {
        if (this.#evaluated >= end || this.#work.isExhausted()) break;
        if (this.#completePair(first)) isBetter = true;
      }
      this.descend();
    }
  }

  /** The moves that cost little, the cheapest first. */
  #findSmallLosses(): EvaluatedMove[] {
    const losses: EvaluatedMove[] = [];
    for (const slot of this.#neighbourhood.free) {
      if (this.#work.isExhausted()) return [];
      for (const course of this.#neighbourhood.optionsWithEmpty[slot] ?? []) {
        const delta = this.#evaluate(slot, course, DESCENT.loss);
        if (delta <= DESCENT.loss) losses.push({ slot, course, delta });
      }
    }
    return losses.sort((a, b) => a.delta - b.delta);
  }

  /** Makes the move and the best move in another slot if together they help; otherwise makes neither. */
  #completePair({ slot, course }: EvaluatedMove): boolean {
    const before = this.#objective.at(slot);
    const loss = this.#evaluate(slot, course, DESCENT.loss);
    if (loss > DESCENT.loss) return false;
    this.#objective.apply(slot, course);
    let second: EvaluatedMove | undefined;
    for (const other of this.#neighbourhood.free) {
      if (this.#work.isExhausted()) break;
      if (other !== slot) second = this.#findBest(other, second?.delta ?? -loss - ROUNDING) ?? second;
    }
    if (second) this.#objective.apply(second.slot, second.course);
    else this.#objective.apply(slot, before);
    return second !== undefined;
  }
}
