import { day as dayName } from '../../parts/format.ts';
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
