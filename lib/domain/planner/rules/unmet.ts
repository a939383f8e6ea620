import type { PlannedMenu, Unmet } from '../answer.ts';
import { selectTexts } from './phrases.ts';
import { RULES } from './rules.ts';

const cutShortTexts = {
  zh: '计算量已达上限，搜索提前结束：可能还有更好的方案',
  en: 'The search took all the work that it may and ended early: there may be a better plan',
};

/** Lists everything that the menu does not meet, judged by its analysis as stored menus are. An early end of the search comes first. */
export function listUnmet(menu: PlannedMenu): Unmet[] {
  const earlyEnd: Unmet = { rule: 'search', text: selectTexts(menu.problem, cutShortTexts) };
  const unmet = RULES.flatMap((rules) => alternate(rules.map((rule) => rule.listUnmet?.(menu) ?? [])));
  return menu.isCutShort ? [earlyEnd, ...unmet] : unmet;
}

/** The first batch of each rule, then the second of each, and so on. */
function alternate(batchesByRule: readonly (readonly (readonly Unmet[])[])[]): Unmet[] {
  const batchCount = Math.max(0, ...batchesByRule.map(({ length }) => length));
  return Array.from({ length: batchCount }, (_, index) =>
    batchesByRule.flatMap((batches) => batches[index] ?? []),
  ).flat();
}
