import type { Neighbourhood } from './neighbourhood.ts';
import type { Objective } from './objective.ts';
import { DESCENT } from './parameters.ts';
import type { WorkCounter } from './work.ts';

/** A move helps only if it lowers the objective by more than this: a smaller gain may come from the rounding of doubles. */
const MIN_GAIN = 1e-9;

interface EvaluatedMove {
  readonly slot: number;
  readonly candidate: number;
  readonly delta: number;
}

/** Builds a plan, and improves it until no move of the neighbourhood helps any more. */
export class LocalSearch {
  readonly #neighbourhood: Neighbourhood;
  readonly #objective: Objective;
  readonly #work: WorkCounter;
  /** How many moves have been evaluated, swaps not counted. */
  #evaluatedCount = 0;

  constructor(neighbourhood: Neighbourhood) {
    this.#neighbourhood = neighbourhood;
    this.#objective = neighbourhood.objective;
    this.#work = neighbourhood.objective.work;
  }

  /** Gives each required slot in turn the candidate with the least delta. An empty one costs so much that some candidate nearly always helps. */
  construct(workPerSlot = Number.POSITIVE_INFINITY): void {
    for (const slot of this.#neighbourhood.freeSlots) {
      this.#work.limit = this.#work.spent + workPerSlot;
      if (this.#neighbourhood.isRequired(slot)) this.#improve(slot);
    }
  }

  /** Makes the best move in the slot if it helps. Returns whether it did. */
  #improve(slot: number): boolean {
    const best = this.#findBest(slot, -MIN_GAIN);
    if (best) this.#objective.apply(slot, best.candidate);
    return best !== undefined;
  }

  /** Finds the best move in the slot; undefined if no delta is below `limit`. */
  #findBest(slot: number, limit: number): EvaluatedMove | undefined {
    let best: EvaluatedMove | undefined;
    for (const candidate of this.#neighbourhood.candidatesToTryBySlot[slot] ?? []) {
      const lowestDelta = best?.delta ?? limit;
      const delta = this.#evaluate(slot, candidate, lowestDelta);
      if (delta < lowestDelta) best = { slot, candidate, delta };
      // Even without work left the loop continues until a candidate helps, so that no required slot stays empty.
      if (best && this.#work.endIfSpent()) break;
    }
    return best;
  }

  /** Calculates the delta of a move, see `Objective.delta`; infinity where the candidate may not be in the slot. */
  #evaluate(slot: number, candidate: number, limit: number): number {
    this.#evaluatedCount += 1;
    const isPossible = candidate !== this.#objective.candidateAt(slot) && this.#objective.isNewInMeal(slot, candidate);
    return isPossible ? this.#objective.delta(slot, candidate, limit) : Number.POSITIVE_INFINITY;
  }

  /** Descends by replacements and swaps, as long as they help and there is work left. The caller has set `work.limit`. */
  descend(): void {
    const { freeSlots, swappableSlotsBySlot } = this.#neighbourhood;
    for (let sweep = 0; sweep < DESCENT.maxSweepCount; sweep += 1) {
      let hasImproved = false;
      for (const slot of freeSlots) {
        if (this.#work.endIfSpent()) return;
        if (this.#improve(slot)) hasImproved = true;
        for (const otherSlot of swappableSlotsBySlot[slot] ?? []) {
          const isPossible = this.#neighbourhood.canSwap(slot, otherSlot);
          if (isPossible && this.#objective.swap(slot, otherSlot, -MIN_GAIN)) hasImproved = true;
        }
      }
      if (!hasImproved) return;
    }
  }

  /**
   * Descends by pairs of moves: the first raises the objective a little, the second lowers it by more. First moves are tried in
   * the order of their deltas. The descent ends after `maxEvaluations`, which its last pair and descent may exceed, or when no work is left.
   */
  descendByPairs(maxEvaluations: number): void {
    const maxCount = this.#evaluatedCount + maxEvaluations;
    let hasImproved = true;
    while (hasImproved && this.#evaluatedCount < maxCount && !this.#work.endIfSpent()) {
      hasImproved = false;
      for (const first of this.#listSmallLosses()) {
        if (this.#evaluatedCount >= maxCount || this.#work.endIfSpent()) break;
        if (this.#completePair(first)) hasImproved = true;
      }
      this.descend();
    }
  }

  /** Lists the moves with a delta up to `DESCENT.maxLoss`, the least first. */
  #listSmallLosses(): EvaluatedMove[] {
    const losses: EvaluatedMove[] = [];
    for (const slot of this.#neighbourhood.freeSlots) {
      if (this.#work.endIfSpent()) return [];
      for (const candidate of this.#neighbourhood.candidatesToTryBySlot[slot] ?? []) {
        const delta = this.#evaluate(slot, candidate, DESCENT.maxLoss);
        if (delta <= DESCENT.maxLoss) losses.push({ slot, candidate, delta });
      }
    }
    return losses.sort((a, b) => a.delta - b.delta);
  }

  /** Makes the first move, and the best move in another slot, if both together help. Otherwise makes neither. */
  #completePair({ slot, candidate }: EvaluatedMove): boolean {
    const previousCandidate = this.#objective.candidateAt(slot);
    // Earlier pairs may have changed the delta of the first move.
    const loss = this.#evaluate(slot, candidate, DESCENT.maxLoss);
    if (loss > DESCENT.maxLoss) return false;
    this.#objective.apply(slot, candidate);
    // The second move must make up for the loss of the first.
    const maxDelta = -loss - MIN_GAIN;
    let second: EvaluatedMove | undefined;
    for (const otherSlot of this.#neighbourhood.freeSlots) {
      if (this.#work.endIfSpent()) break;
      if (otherSlot !== slot) second = this.#findBest(otherSlot, second?.delta ?? maxDelta) ?? second;
    }
    if (second) this.#objective.apply(second.slot, second.candidate);
    else this.#objective.apply(slot, previousCandidate);
    return second !== undefined;
  }
}
