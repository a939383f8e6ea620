import type { ComponentChildren } from 'preact';
import { api, send } from '../../api/client.ts';
import { useAsked } from '../../parts/asked.tsx';
import { monthSpans } from '../../parts/format.ts';
import { DishPicture } from '../../parts/picture.tsx';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { amountOf, type Dish, isOwn, mayCreate, mayDelete, mayLabel, mealsOf } from './dish.ts';
import { copying } from './dish-steps.tsx';

/** Of the ingredients so many are named. */
const NAMED = 4;

interface DishTableProps {
  readonly dishes: readonly Dish[];
  readonly empty: ComponentChildren;
  readonly isChosen: (dish: Dish) => boolean;
  readonly onChoice: (dish: Dish) => void;
  readonly onCopy: (dish: Dish) => void;
  readonly onDelete: (dish: Dish) => void;
}

/** The dishes of a page. What their labels tell follows as it is answered. */
export function DishTable({ dishes, empty, isChosen, onChoice, onCopy, onDelete }: DishTableProps) {
  const told = useLabels(dishes);
  // Where no dish has a picture, no place is kept for them.
  const hasPictures = dishes.some(({ iconVersion }) => iconVersion !== '');
  const named = (dish: Dish) => (
    <span class="dish-name">
      <input
        {...{ type: 'checkbox', checked: isChosen(dish), 'aria-label': `选择「${dish.name}」` }}
        onChange={() => onChoice(dish)}
      />
      {hasPictures && <DishPicture id={dish.id} version={dish.iconVersion} alt="" />}
      <a href={`/w/dish/edit?id=${dish.id}`}>{dish.name}</a>
    </span>
  );
  const stepsOf = (dish: Dish) => [
    { text: copying(dish), act: () => onCopy(dish), may: mayCreate() },
    { text: '删除', act: () => onDelete(dish), may: mayDelete() && isOwn(dish) },
  ];
  const columns: Column<Dish>[] = [
    { name: '菜品', cell: named },
    { name: '标记', cell: ({ marks }) => marks },
    { name: '烹饪', cell: ({ poly }) => poly },
    { name: '月份', cell: ({ month }) => monthSpans(month) },
    { name: '每份能量', cell: ({ id }) => told.get(id)?.energy, isNumber: true },
    { name: '餐次', cell: ({ meals = [] }) => mealsOf(meals) },
    { name: '食材', cell: ({ id }) => <span class="dish-foods faint">{told.get(id)?.foods}</span> },
    { name: '操作', cell: (dish) => <Steps steps={stepsOf(dish)} about={`「${dish.name}」`} /> },
  ];
  return (
    <div class="dish-list">
      <Table caption="菜品" columns={columns} rows={dishes} keyOf={({ id }) => id} empty={empty} isStacked />
    </div>
  );
}

/** What the labels of dishes tell, for whom they are: the ingredients, and the energy, at least that. */
function useLabels(dishes: readonly Dish[]): ReadonlyMap<number, { foods: string; energy: string }> {
  const ids = dishes.map(({ id }) => id).join();
  const { answer = new Map() } = useAsked(`${ids} ${dishes.map(({ modify }) => modify)}`, async () => {
    if (ids === '' || !mayLabel()) return new Map();
    const { body } = await send(api.GET('/api/dish/label', { params: { query: { ids } } }));
    return new Map(
      body.map(({ id, ingredients, component }) => {
        const more = ingredients.length > NAMED ? ` 等 ${ingredients.length} 种` : '';
        const energy = component.find(({ name }) => name === '能量');
        const amount = energy && `${energy.missing ? '不少于 ' : ''}${amountOf(energy)}`;
        return [id, { foods: `${ingredients.slice(0, NAMED).join('、')}${more}`, energy: amount ?? '' }];
      }),
    );
  });
  return answer;
}
