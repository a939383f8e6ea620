import type { components } from '../../.build/workbench/api.ts';

/** What the mean of a group's days lacks and has too much of. */
type GroupFindings = components['schemas']['GroupFindings'];

/** So many names are told at most, then how many there are. */
const MOST_NAMED = 4;

/** What a week lacks and has too much of, in the mean of its days, for each group that eats. */
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
      {shortfalls.length > 0 && <span class="low">少 {nameSome(shortfalls)} </span>}
      {excesses.length > 0 && <span class="high">多 {nameSome(excesses)}</span>}
    </>
  );
}

function nameSome(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMED).join('、');
  return names.length > MOST_NAMED ? `${told}等 ${names.length} 项` : told;
}

/** The findings of an analysis, as lists of what waits tell them. */
export function findingsOf({ levels }: components['schemas']['Analysis']): GroupFindings[] {
  return levels.map(({ name, level, people, judged, average: { nutrients, categories } }) => {
    const named = (judgement: string) =>
      [...nutrients, ...categories].flatMap((one) => (one.judgement === judgement ? [one.name] : []));
    return { name, level, people, judged, shortfalls: named('不足'), excesses: named('过量') };
  });
}
