import type { Planned, Unmet } from '../answer.ts';
import { inLanguage } from './phrases.ts';
import { RULES } from './rules.ts';

const cutShort = {
  zh: '计算量已达上限，搜索提前结束：可能还有更好的方案',
  en: 'The search took all the work that it may and ended early: there may be a better plan',
};

/** All rules that the items do not observe, judged by the menu as stored ones are; before them, if the search ended early. */
export function findUnmet(planned: Planned): Unmet[] {
  const cut: Unmet = { rule: 'search', text: inLanguage(planned.problem, cutShort) };
  const rows = RULES.map((row) => takeTurns(row.map(({ unmet }) => unmet?.(planned) ?? [])));
  return [...(planned.isCutShort ? [cut] : []), ...rows.flat()];
}

/** The first batch of each rule, the second of each, and so on. */
function takeTurns(batches: readonly (readonly (readonly Unmet[])[])[]): Unmet[] {
  const turns = Math.max(0, ...batches.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => batches.flatMap((ofRule) => ofRule[turn] ?? [])).flat();
}
