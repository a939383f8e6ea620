import type { GroupFindings } from '../menu/review.ts';
import type { Analysis, Judgement } from './shape.ts';

/** What a reviewer is told first of an analysis: what the mean of each group lacks, and has too much of. */
export function findingsOf({ levels }: Analysis): GroupFindings[] {
  return levels.map(({ name, level, people, judged, average: { nutrients, categories } }) => {
    const named = (judgement: Judgement) =>
      [...nutrients, ...categories].flatMap((one) => (one.judgement === judgement ? [one.name] : []));
    return { name, level, people, judged, shortfalls: named('不足'), excesses: named('过量') };
  });
}
