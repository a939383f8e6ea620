import type { Schemas } from '../api/client.ts';
import { labelCategory, listNames } from './format.ts';

/** The shortfalls and excesses of a group, in the mean of its days. */
type GroupFindings = Schemas['GroupFindings'];

/** The shortfalls and excesses of each group. */
export function Findings({ groups }: { readonly groups: readonly GroupFindings[] }) {
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.name}>
          {groups.length > 1 && `${group.name}：`}
          <Finding group={group} />
        </li>
      ))}
    </ul>
  );
}

function Finding({ group: { judged, shortfalls, excesses } }: { readonly group: GroupFindings }) {
  if (!judged) return <span class="faint">没有标准，未评</span>;
  if (shortfalls.length + excesses.length === 0) return <span class="good">都合适</span>;
  return (
    <>
      {shortfalls.length > 0 && <span class="low">少 {listNames(shortfalls.map(labelCategory), '项')} </span>}
      {excesses.length > 0 && <span class="high">多 {listNames(excesses.map(labelCategory), '项')}</span>}
    </>
  );
}

type Level = Pick<Schemas['Analysis']['levels'][number], 'name' | 'level' | 'people' | 'judged' | 'average'>;

/** The findings about groups, in the form that lists of menus have. */
export function toFindings(levels: readonly Level[]): GroupFindings[] {
  return levels.map(({ name, level, people, judged, average: { nutrients, categories } }) => {
    const namesJudged = (judgement: string) =>
      [...nutrients, ...categories].filter((total) => total.judgement === judgement).map((total) => total.name);
    return { name, level, people, judged, shortfalls: namesJudged('不足'), excesses: namesJudged('过量') };
  });
}
