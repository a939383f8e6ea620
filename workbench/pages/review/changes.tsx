import { figure } from '../../parts/format.ts';
import type { Submission } from './submission.ts';

type MenuChanges = NonNullable<Submission['changes']>;

/** What a reviewer must read: in what the submission differs from what is live. */
export function Changes({ changes: { from, items, groups, dishes, judgements } }: { readonly changes: MenuChanges }) {
  if (from === undefined) return <p class="notice">这份食谱还没有发布过，全部内容都是新的。</p>;
  const added = items.filter(({ before }) => before === undefined).length;
  const removed = items.filter(({ after }) => after === undefined).length;
  const other = items.length - added - removed;
  const lines = [
    items.length > 0 && `菜品：新增 ${added} 道，去掉 ${removed} 道，改份量或人群 ${other} 道`,
    ...groups.map(({ name, before, after }) => `人群「${name}」：${tellGroup(before)}，改为${tellGroup(after)}`),
    dishes.length > 0 && `用料改了：${dishes.map(({ name }) => name).join('、')}`,
    ...judgements.map(({ group, name, unit, before, after }) => {
      return `${group} ${name}：${tellJudged(before)}，改为${tellJudged(after)} ${unit}`;
    }),
  ].filter((line) => line !== false);
  return (
    <section class="notice">
      <h2>与正在供应的第 {from} 次提交相比</h2>
      <ul>
        {(lines.length > 0 ? lines : ['菜品、人群和评价都没有变。']).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function tellGroup(group: MenuChanges['groups'][number]['before']): string {
  if (group === undefined) return '没有';
  return [`${group.people} 人`, `份量 ×${group.factor}`, ...group.avoid.map((one) => `不吃${one}`)].join('，');
}

function tellJudged(judged: MenuChanges['judgements'][number]['before']): string {
  return judged === undefined ? '没有' : `${judged.judgement ?? '未评'} ${figure(judged.value)}`;
}
