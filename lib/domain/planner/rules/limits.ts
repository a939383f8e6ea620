import type { Penalty } from '../search/penalty.ts';

/** The number of the span of a slot that a limit does not count. */
export const NOT_COUNTED = -1;

/** A limit on how often a tag occurs in each span: in a meal of a day, on a day, or in the whole menu. */
export interface TagLimit {
  /** By candidate, its tags, each once: the facts of a dish that are counted, such as a main ingredient. */
  readonly tagsByCandidate: readonly (readonly string[])[];
  /** By slot, the number of its span from 0, or `NOT_COUNTED`. */
  readonly spanNumberBySlot: Int32Array;
  readonly spanCount: number;
  /** The maximum number of each tag in a span; absent: any number. */
  readonly max?: number;
  /** The minimum number of the limit's only tag in each span that has slots. Only `darkVegetablesRule` sets one. */
  readonly min?: number;
  /** The penalty for a tag too many or too few. */
  readonly weight: number;
}

/** The penalty of all limits together. They share a schedule, and one loop over them is faster than a penalty for each. */
export class TagLimitsPenalty implements Penalty {
  readonly #counters: readonly TagCounter[];
  /** The fraction of their weight with which the limits count at present. */
  #weightFraction = 1;

  constructor(limits: readonly TagLimit[]) {
    // Limits without a minimum that differ only in their tags share a counter.
    const toKey = ({ spanNumberBySlot, max, min, weight }: TagLimit) => `${spanNumberBySlot} ${max} ${min} ${weight}`;
    const limitsByKey = Map.groupBy(limits, toKey);
    this.#counters = [...limitsByKey.values()].flatMap(mergeLimits).map((limit) => new TagCounter(limit));
  }

  scale(fraction: number): void {
    this.#weightFraction = fraction;
  }

  savingBound(): number {
    let presentPenalty = 0;
    for (const counter of this.#counters) presentPenalty += counter.violationCount * counter.limit.weight;
    return presentPenalty * this.#weightFraction;
  }

  delta(slot: number, from: number, to: number): number {
    let delta = 0;
    for (const counter of this.#counters) delta += counter.violationDelta(slot, from, to) * counter.limit.weight;
    return delta * this.#weightFraction;
  }

  apply(slot: number, from: number, to: number): void {
    for (const counter of this.#counters) counter.apply(slot, from, to);
  }

  total(): number {
    let penalty = 0;
    for (const counter of this.#counters) penalty += counter.recountViolations() * counter.limit.weight;
    return penalty * this.#weightFraction;
  }
}

/** Makes one limit of limits without a minimum that differ only in tags. The limit's index keeps equal tags of two limits apart. */
function mergeLimits(limits: readonly TagLimit[]): readonly TagLimit[] {
  const [first, ...others] = limits;
  if (!first || others.length === 0 || first.min !== undefined) return limits;
  const tagsByCandidate = first.tagsByCandidate.map((_, candidate) =>
    limits.flatMap((limit, index) => (limit.tagsByCandidate[candidate] ?? []).map((tag) => `${index} ${tag}`)),
  );
  return [{ ...first, tagsByCandidate }];
}

/** Counts the tags of a limit in each of its spans. */
class TagCounter {
  readonly limit: Required<TagLimit>;
  /** How many tags are too many or too few at present, in all spans together. */
  violationCount: number;
  readonly #usedSpans: readonly number[];
  /** By candidate, the numbers of its tags. Candidates with the same tags share the list. */
  readonly #tagNumbersByCandidate: readonly (readonly number[])[];
  /** By tag and span, at `tag * spanCount + span`, how often the tag occurs. */
  readonly #countByTagAndSpan: Int32Array;

  constructor(limit: TagLimit) {
    this.limit = { max: Number.POSITIVE_INFINITY, min: 0, ...limit };
    const { tagsByCandidate, spanNumberBySlot, spanCount, min } = this.limit;
    const allTags = [...new Set(tagsByCandidate.flat())];
    if (min > 0 && allTags.length > 1) throw new RangeError('A limit with a minimum has several tags');
    const numberByTag = new Map(allTags.map((tag, number) => [tag, number]));
    const toNumbers = (tags: readonly string[]) => tags.map((tag) => numberByTag.get(tag) ?? 0);
    const numbersByJoinedTags = new Map(tagsByCandidate.map((tags) => [tags.join('\n'), toNumbers(tags)]));
    this.#usedSpans = [...new Set(spanNumberBySlot)].filter((span) => span !== NOT_COUNTED);
    this.#tagNumbersByCandidate = tagsByCandidate.map((tags) => numbersByJoinedTags.get(tags.join('\n')) ?? []);
    this.#countByTagAndSpan = new Int32Array(allTags.length * spanCount);
    // Before any dish is served, each used span lacks its minimum.
    this.violationCount = this.#usedSpans.length * min;
  }

  violationDelta(slot: number, from: number, to: number): number {
    const removedTags = this.#tagNumbersByCandidate[from];
    const addedTags = this.#tagNumbersByCandidate[to];
    const span = this.limit.spanNumberBySlot[slot] ?? NOT_COUNTED;
    if (!removedTags || !addedTags || removedTags === addedTags || span === NOT_COUNTED) return 0;
    let delta = 0;
    // A tag that goes is one more that is missing (up to `min`), or one fewer too many (above `max`).
    for (const tag of removedTags) {
      const count = this.#countByTagAndSpan[tag * this.limit.spanCount + span] ?? 0;
      if (!addedTags.includes(tag)) delta += Number(count <= this.limit.min) - Number(count > this.limit.max);
    }
    // A tag that comes is one more too many (from `max` on), or one fewer that is missing (below `min`).
    for (const tag of addedTags) {
      const count = this.#countByTagAndSpan[tag * this.limit.spanCount + span] ?? 0;
      if (!removedTags.includes(tag)) delta += Number(count >= this.limit.max) - Number(count < this.limit.min);
    }
    return delta;
  }

  apply(slot: number, from: number, to: number): void {
    this.violationCount += this.violationDelta(slot, from, to);
    this.#addTags(slot, from, -1);
    this.#addTags(slot, to, 1);
  }

  #addTags(slot: number, candidate: number, change: 1 | -1): void {
    const span = this.limit.spanNumberBySlot[slot] ?? NOT_COUNTED;
    if (span === NOT_COUNTED) return;
    for (const tag of this.#tagNumbersByCandidate[candidate] ?? []) {
      const index = tag * this.limit.spanCount + span;
      this.#countByTagAndSpan[index] = (this.#countByTagAndSpan[index] ?? 0) + change;
    }
  }

  /** Counts anew what `violationCount` says. */
  recountViolations(): number {
    const counts = this.#countByTagAndSpan;
    const tooMany = counts.reduce((sum, count) => sum + Math.max(0, count - this.limit.max), 0);
    // The only tag of a limit with a minimum has number 0, so its counts are at the numbers of the spans.
    const tooFew = this.#usedSpans.reduce((sum, span) => sum + Math.max(0, this.limit.min - (counts[span] ?? 0)), 0);
    return tooMany + tooFew;
  }
}
