import type { Term } from '../search/penalty.ts';

/** A term to which each serving adds the cost of its candidate, times the weight of its slot. */
export class LinearTerm implements Term {
  readonly #costByCandidate: Float64Array;
  readonly #weightBySlot: Float64Array;
  #sum = 0;

  constructor(costByCandidate: Float64Array, weightBySlot: Float64Array) {
    this.#costByCandidate = costByCandidate;
    this.#weightBySlot = weightBySlot;
  }

  delta(slot: number, from: number, to: number): number {
    const change = (this.#costByCandidate[to] ?? 0) - (this.#costByCandidate[from] ?? 0);
    return change * (this.#weightBySlot[slot] ?? 0);
  }

  apply(slot: number, from: number, to: number): void {
    this.#sum += this.delta(slot, from, to);
  }

  total(): number {
    return this.#sum;
  }
}
