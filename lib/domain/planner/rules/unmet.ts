import type { Planned, Unmet } from '../answer.ts';
import { inLanguage } from './phrases.ts';
import { RULES } from './rules.ts';

const cutShort = {
  zh: '计算量已达上限，搜索提前结束：可能还有更好的方案',
  en: 'The search took all the work that it may and ended early: there may be a better plan',
};

/** Everything that the menu does not observe, judged by its analysis as stored menus are. If the search ended early, that comes first. */
export function findUnmet(planned: Planned): Unmet[] {
  const early: Unmet = { rule: 'search', text: inLanguage(planned.problem, cutShort) };
  const found = RULES.flatMap((row) => takeTurns(row.map(({ unmet }) => unmet?.(planned) ?? [])));
  return planned.isCutShort ? [early, ...found] : found;
}

/** The first batch of each rule, then the second of each, and so on. */
function takeTurns(rules: readonly (readonly (readonly Unmet[])[])[]): Unmet[] {
  const turns = Math.max(0, ...rules.map((batches) => batches.length));
  return Array.from({ length: turns }, (_, turn) => rules.flatMap((batches) => batches[turn] ?? [])).flat();
}
