import type { GroupSummary } from '../menu/review.ts';
import type { Analysis, Judgement } from './shape.ts';

/** The summary of an analysis: what the mean of each group lacks, has too much of, and costs. */
export function summariseGroups({ levels }: Analysis): GroupSummary[] {
  return levels.map(({ name, level, people, judged, average: { nutrients, categories, judgedShares = [], cost } }) => {
    const findings = [...nutrients, ...categories, ...judgedShares];
    const listNames = (judgement: Judgement) =>
      findings.filter((finding) => finding.judgement === judgement).map((finding) => finding.name);
    const summary = { name, level, people, judged, shortfalls: listNames('不足'), excesses: listNames('过量') };
    return cost ? { ...summary, cost: { value: cost.value.rawJSON, missingCount: cost.missingCount } } : summary;
  });
}
