import type { GroupFigures } from '../menu/review.ts';
import type { Analysis, Judgement } from './shape.ts';

/** The summary of an analysis: what the mean of each group lacks, has too much of, and costs. */
export function summariseGroups({ levels }: Analysis): GroupFigures[] {
  return levels.map(({ name, level, people, judged, average: { nutrients, categories, judgedShares = [], cost } }) => {
    const named = (judgement: Judgement) =>
      [...nutrients, ...categories, ...judgedShares].flatMap((one) => (one.judgement === judgement ? [one.name] : []));
    const findings = { name, level, people, judged, shortfalls: named('不足'), excesses: named('过量') };
    return cost ? { ...findings, cost: { value: cost.value.rawJSON, missingCount: cost.missingCount } } : findings;
  });
}
