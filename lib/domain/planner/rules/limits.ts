import type { Penalty } from '../search/penalty.ts';

/** How often names may or must come in a meal, a day or the week: a span of the slots. */
export interface Limit {
  /** By course, the names that are counted of it. */
  readonly names: readonly (readonly string[])[];
  /** By slot, the number of its span; -1: it is not counted. */
  readonly spanOf: Int32Array;
  /** How many spans there are. */
  readonly spans: number;
  /** How often each name may come in a span; absent: without limit. */
  readonly most?: number;
  /** How often the name, then the only one, must come in each span that has slots. */
  readonly least?: number;
  /** What one time too many or too few costs. */
  readonly weight: number;
}

/** The penalty of all limits together. They grow together, and one loop over them is faster than a penalty for each. */
export class Limits implements Penalty {
  readonly #counters: readonly Counter[];
  #scale = 1;

  constructor(limits: readonly Limit[]) {
    this.#counters = limits.map((limit) => new Counter(limit));
  }

  scale(part: number): void {
    this.#scale = part;
  }

  costAt(): number {
    let present = 0;
    for (const counter of this.#counters) present += counter.broken * counter.weight;
    return present * this.#scale;
  }

  delta(slot: number, from: number, to: number): number {
    let delta = 0;
    for (const counter of this.#counters) delta += counter.moreBroken(slot, from, to) * counter.weight;
    return delta * this.#scale;
  }

  apply(slot: number, from: number, to: number): void {
    for (const counter of this.#counters) counter.apply(slot, from, to);
  }

  total(): number {
    return this.#counters.reduce((sum, counter) => sum + counter.count() * counter.weight, 0) * this.#scale;
  }
}

/** Counts how often the names of a limit come in each of its spans. */
class Counter {
  readonly weight: number;
  /** By how many times the limit is broken now, in all spans. */
  broken: number;
  readonly #spanOf: Int32Array;
  readonly #spans: number;
  readonly #most: number;
  readonly #least: number;
  /** The spans that have slots. */
  readonly #servedSpans: readonly number[];
  /** By course, the numbers of its names. */
  readonly #namesOf: readonly (readonly number[])[];
  /** By name and span, how often the name comes. */
  readonly #times: Int32Array;

  constructor({ names, spanOf, spans, most = Number.POSITIVE_INFINITY, least = 0, weight }: Limit) {
    const different = [...new Set(names.flat())];
    const numbers = new Map(different.map((name, index) => [name, index]));
    this.weight = weight;
    this.#spanOf = spanOf;
    this.#spans = spans;
    this.#most = most;
    this.#least = least;
    this.#servedSpans = [...new Set(spanOf)].filter((span) => span >= 0);
    // Courses with the same names share their list.
    const lists = new Map(names.map((some) => [some.join('\n'), some.map((name) => numbers.get(name) ?? 0)]));
    this.#namesOf = names.map((some) => lists.get(some.join('\n')) ?? []);
    this.#times = new Int32Array(Math.max(1, different.length) * spans);
    this.broken = this.#servedSpans.length * least;
  }

  /** By how many times more the limit is broken after the move. */
  moreBroken(slot: number, from: number, to: number): number {
    const [removed, added] = [this.#namesOf[from], this.#namesOf[to]];
    const span = this.#spanOf[slot] ?? -1;
    if (!removed || !added || removed === added || span < 0) return 0;
    let more = 0;
    for (let index = 0; index < removed.length; index += 1) {
      const name = removed[index] ?? 0;
      const times = this.#times[name * this.#spans + span] ?? 0;
      if (!added.includes(name)) more += Number(times <= this.#least) - Number(times > this.#most);
    }
    for (let index = 0; index < added.length; index += 1) {
      const name = added[index] ?? 0;
      const times = this.#times[name * this.#spans + span] ?? 0;
      if (!removed.includes(name)) more += Number(times >= this.#most) - Number(times < this.#least);
    }
    return more;
  }

  apply(slot: number, from: number, to: number): void {
    this.broken += this.moreBroken(slot, from, to);
    this.#count(slot, from, -1);
    this.#count(slot, to, 1);
  }

  #count(slot: number, course: number, more: number): void {
    const span = this.#spanOf[slot] ?? 0;
    if (span < 0) return;
    for (const name of this.#namesOf[course] ?? []) {
      const at = name * this.#spans + span;
      this.#times[at] = (this.#times[at] ?? 0) + more;
    }
  }

  /** `broken`, counted anew. */
  count(): number {
    const tooMany = this.#times.reduce((sum, times) => sum + Math.max(0, times - this.#most), 0);
    const tooFew = this.#servedSpans.reduce(
      (sum, span) => sum + Math.max(0, this.#least - (this.#times[span] ?? 0)),
      0,
    );
    return tooMany + tooFew;
  }
}
