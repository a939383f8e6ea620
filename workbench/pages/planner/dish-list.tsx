import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { api, send } from '../../api/client.ts';
import { choicesOf } from '../../api/enums.ts';
import { useAsked } from '../../parts/asked.tsx';
import { ChooseOne, ChooseSome } from '../../parts/choices.tsx';
import { SelectField } from '../../parts/field.tsx';
import { figure, yuan } from '../../parts/format.ts';
import { DishPicture } from '../../parts/picture.tsx';
import { toast } from '../../parts/toast.tsx';
import { useDragging } from './dragging.ts';
import { pressKeyInList, SEARCH_ID } from './keys.ts';
import * as css from './planner.module.css';
import type { Planning, PlanningProps } from './planning.ts';
import { type Dish, type Dishes, readDishes } from './stored-menu.ts';
import { keyOf, placeName, type Spot } from './week.ts';

/** So many dishes are drawn; who looks for another one types a part of its name. */
const MOST_SHOWN = 60;

/** What is looked for; empty: anything. */
const anything = { keyword: '', mark: '', poly: '', meal: '', allergen: '', only: [] as readonly string[] };
type Wanted = typeof anything;
const kinds = [
  { value: 'month', text: '本月' },
  { value: 'usual', text: '常用' },
];

/** The dishes that may be served: they are looked for here, and dragged or sent into the week. */
export function DishList({ planning }: PlanningProps) {
  const wanted = useSignal(anything);
  const list = useRef<HTMLUListElement>(null);
  const { open } = planning;
  // Where one is looked for: that is asked as the focus comes here, not as it goes through the week.
  const sought = useSignal<Spot | undefined>(undefined);
  const dishes = useFound(planning, wanted.value, sought.value);
  const place = open.selected.value;
  // The rows stay as they are while the focus goes through the week.
  const rows = useMemo(() => {
    const shown = dishes.slice(0, MOST_SHOWN);
    return shown.map((dish) => <DishRow key={dish.id} planning={planning} dish={dish} isFirst={dish === shown[0]} />);
  }, [planning, dishes]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the keys are those of the field and the buttons within
    <aside
      class={css.dishes}
      aria-label="菜品"
      onFocusIn={() => (sought.value = open.selected.peek())}
      onKeyDown={(event) => pressKeyInList(planning, event, list.current)}
    >
      <Search wanted={wanted} onEnter={() => dishes[0] && serve(planning, dishes[0])} />
      <p class="faint">{place ? `点一道菜，加到${placeName(open.week.value, place)}` : '拖到食谱里，或先选一格'}</p>
      <ul ref={list} class="ruled">
        {rows}
      </ul>
      {dishes.length === 0 && <p class="empty">没有这样的菜。换个字试试。</p>}
      {dishes.length > MOST_SHOWN && <p class="faint">还有 {dishes.length - MOST_SHOWN} 道，输入菜名查找。</p>}
    </aside>
  );
}

function serve(planning: Planning, { id, name }: Dish): void {
  const place = planning.open.selected.value;
  if (!place) toast('先在食谱里选一格，再选菜。');
  else planning.add({ dish: id, name }, place);
}

/** The dishes that are looked for; where an empty spot is chosen, what helps most there comes first. */
function useFound({ open, dishes }: Planning, wanted: Wanted, sought: Spot | undefined): Dish[] {
  const { keyword } = wanted;
  const named = useAsked<Dishes>(`dishes ${keyword}`, async () => (keyword === '' ? dishes : readDishes(keyword)));
  const best = useAsked(sought ? `best ${keyOf(sought)}` : '', async () => {
    if (sought?.dish !== undefined || !sought) return [];
    const query = { id: open.id, day: sought.day, meal: sought.meal, limit: 200, library: 'true' } as const;
    return (await send(api.GET('/api/menu/alternatives', { params: { query } }))).body.map((one) => one.dish);
  });
  const month = Number(open.head.value.start.slice(5, 7));
  const [found = dishes, ranked] = [named.answer, best.answer];
  return useMemo(() => {
    const ranks = new Map(ranked?.map((id, rank) => [id, rank]));
    const rankOf = ({ id }: Dish) => ranks.get(id) ?? ranks.size;
    return [...found.values()].filter((one) => fits(one, wanted, month)).sort((a, b) => rankOf(a) - rankOf(b));
  }, [found, ranked, wanted, month]);
}

function fits({ marks, poly, meals, figures }: Dish, wanted: Wanted, month: number): boolean {
  const { allergens = [], unknown = true, month: months = [], usual = false } = figures ?? {};
  return (
    (wanted.mark === '' || marks === wanted.mark) &&
    (wanted.poly === '' || poly === wanted.poly) &&
    (wanted.meal === '' || !meals || meals.some((meal) => meal === wanted.meal)) &&
    (wanted.allergen === '' || !(unknown || allergens.some((one) => one === wanted.allergen))) &&
    (!wanted.only.includes('month') || months.length === 0 || months.includes(month)) &&
    (!wanted.only.includes('usual') || usual)
  );
}

function Search({ wanted, onEnter }: { readonly wanted: Signal<Wanted>; readonly onEnter: () => void }) {
  const change = (changed: Partial<Wanted>) => (wanted.value = { ...wanted.value, ...changed });
  const choose = (label: string, name: 'mark' | 'poly' | 'meal' | 'allergen', all: string) => ({
    label,
    choices: [{ value: '', text: all }, ...choicesOf(name)],
    value: wanted.value[name],
    onValue: (value: string) => change({ [name]: value }),
  });
  return (
    <search class="row">
      <input
        id={SEARCH_ID}
        type="search"
        aria-label="找菜"
        placeholder="找菜，可输拼音"
        maxLength={100}
        value={wanted.value.keyword}
        onInput={(event) => change({ keyword: event.currentTarget.value.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
      <ChooseOne {...choose('类别', 'mark', '全部')} />
      <ChooseSome label="只看" choices={kinds} values={wanted.value.only} onValues={(only) => change({ only })} />
      <details>
        <summary>更多筛选</summary>
        <SelectField {...choose('做法', 'poly', '不限')} />
        <SelectField {...choose('适合', 'meal', '不限')} />
        <SelectField {...choose('不含', 'allergen', '不限')} />
      </details>
    </search>
  );
}

function DishRow({ planning, dish, isFirst }: PlanningProps & { readonly dish: Dish; readonly isFirst: boolean }) {
  const { id, name, marks, poly, figures } = dish;
  const ref = useRef<HTMLButtonElement>(null);
  useDragging(ref, { dish: { dish: id, name } });
  return (
    <li>
      <button ref={ref} class="row" type="button" tabIndex={isFirst ? 0 : -1} onClick={() => serve(planning, dish)}>
        {figures?.iconVersion && <DishPicture id={id} version={figures.iconVersion} alt="" />}
        <span class={css.name}>{name}</span>
        {figures?.cost !== undefined && <small>{yuan(figures.cost)}</small>}
        <small class={css.note}>
          {[marks, poly, figures && `${figure(figures.energy)} kJ`].filter(Boolean).join(' ')}
          {figures?.avoided && <span class="high"> 含忌用食材</span>}
        </small>
      </button>
    </li>
  );
}
