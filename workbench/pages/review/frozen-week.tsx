import { day as dayName, figure } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { dateOf, isSamePlace, mealNames, type Place, weekdayOf } from '../planner/place.ts';
import type { Submission } from './submission.ts';

type Shown = Pick<Submission, 'menu' | 'changes'>;

/** A week as it was frozen, a row for each day, with what differs from what is live. */
export function FrozenWeek({ menu, changes }: Shown) {
  const columns: Column<number>[] = [
    { name: '日期', cell: (day) => `${weekdayOf(menu, day)} ${dayName(dateOf(menu, day))}` },
    ...menu.meals.map((meal) => ({
      name: mealNames[meal],
      cell: (day: number) => <Served menu={menu} changes={changes} place={{ day, meal }} />,
    })),
  ];
  const days = Array.from({ length: menu.days }, (_, index) => index + 1);
  return <Table caption="每天的菜" columns={columns} rows={days} keyOf={(day) => day} empty="" isStacked />;
}

function Served({ menu, changes, place }: Shown & { readonly place: Place }) {
  // Where nothing is live all is new, and nothing is marked.
  const here = changes?.from === undefined ? [] : changes.items.filter((change) => isSamePlace(change, place));
  return (
    <ul class="served">
      {menu.items
        .filter((item) => isSamePlace(item, place))
        .map((item) => {
          const change = here.find(({ dish }) => dish === item.dish);
          const text = `${item.name}${servingOf(item)}`;
          if (!change) return <li key={item.dish}>{text}</li>;
          return (
            <li key={item.dish}>
              <ins>{text}</ins> <small>{change.before ? `原来${servingOf(change.before) || ' ×1'}` : '新'}</small>
            </li>
          );
        })}
      {here
        .filter(({ after }) => after === undefined)
        .map(({ dish, name }) => (
          <li key={dish}>
            <del>{name}</del> <small>去掉</small>
          </li>
        ))}
    </ul>
  );
}

/** How much is served, and to whom, where that is not one portion for all. */
function servingOf({ portion, groups = [] }: Pick<Shown['menu']['items'][number], 'portion' | 'groups'>): string {
  return `${portion === 1 ? '' : ` ×${portion}`}${groups.length === 0 ? '' : `（${groups.join('、')}）`}`;
}

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
