import { formatAmount } from '../../parts/energy.ts';
import { labelCategory } from '../../parts/format.ts';
import type { MenuChanges } from './submission.ts';

/** The differences between a submission and an earlier one, as sentences. */
export function describeChanges({ items, groups, dishes, judgements }: MenuChanges): string[] {
  const addedItems = items.filter(({ before }) => before === undefined).length;
  const removedItems = items.filter(({ after }) => after === undefined).length;
  const changedItems = items.length - addedItems - removedItems;
  const lines = [
    items.length > 0 && `菜品：新增 ${addedItems} 道，去掉 ${removedItems} 道，改份量或人群 ${changedItems} 道`,
    ...groups.map(
      ({ name, before, after }) => `人群「${name}」：${describeGroup(before)}，改为${describeGroup(after)}`,
    ),
    dishes.length > 0 && `用料改了：${dishes.map(({ name }) => name).join('、')}`,
    ...judgements.map(({ group, name, unit, before, after }) => {
      return `${group} ${labelCategory(name)}：${describeJudgement(unit, before)}，改为${describeJudgement(unit, after)}`;
    }),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : ['菜品、人群和评价都没有变。'];
}

function describeGroup(group: MenuChanges['groups'][number]['before']): string {
  if (group === undefined) return '没有';
  const { people, factor, avoid } = group;
  return [`${people} 人`, `份量 ×${factor}`, ...avoid.map((allergen) => `不吃${allergen}`)].join('，');
}

function describeJudgement(unit: string, figureJudgement: MenuChanges['judgements'][number]['before']): string {
  return figureJudgement === undefined
    ? '没有'
    : `${figureJudgement.judgement ?? '未评'} ${formatAmount(figureJudgement.value, unit)}`;
}
