import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { showToast } from '../../parts/actions.tsx';
import { formatEnergy } from '../../parts/energy.ts';
import { ChooseSome, SelectField, toNamedChoices } from '../../parts/field.tsx';
import { formatYuan } from '../../parts/format.ts';
import { useQuery } from '../../parts/page.tsx';
import { DishPicture } from '../../parts/picture.tsx';
import { useDraggable } from './dragging.ts';
import { handleListKey, SEARCH_ID } from './keys.ts';
import { type Dish, joinStandards, readAlternatives, readDishes } from './menu-calls.ts';
import * as css from './planner.module.css';
import type { Planning, PlanningProps } from './planning.ts';
import { describeSlot, partKey, type Selection } from './week.ts';

/** The most dishes that are drawn. To find others a person types a part of the name. */
const MAX_SHOWN = 60;
/** The most dishes that the service ranks by what they do for a slot. */
const MAX_RANKED = 200;

/** The heading of the dishes that follow those with a reason. */
const OTHERS = '其他';

// Touch drags nothing.
const PICKING_HINT = matchMedia('(pointer: coarse)').matches ? '先点食谱里的一格，再点菜' : '拖到食谱里，或先选一格';

/** An empty filter value matches all dishes. */
const noFilter = { keyword: '', mark: '', poly: '', meal: '', allergen: '', restrictions: [] as readonly string[] };
type Filter = typeof noFilter;
const restrictionChoices = toNamedChoices({ month: '本月', usual: '常用' });

/** The list of dishes that can be served. A dish is dragged into the week or added to the chosen slot. */
export function DishList({ planning }: PlanningProps) {
  const filter = useSignal(noFilter);
  const list = useRef<HTMLUListElement>(null);
  const { menu } = planning;
  // The best dishes for a slot are fetched when the focus enters the list, not on each move through the week.
  const searchSlot = useSignal<Selection | undefined>(undefined);
  const { dishes, bestById, isCurrent } = useFoundDishes(planning, filter.value, searchSlot.value);
  // Enter waits for the dishes of the keyword. Otherwise it would add the first dish of the list before.
  const [enteredKeyword, setEnteredKeyword] = useState<string>();
  useEffect(() => {
    if (enteredKeyword === undefined || !isCurrent) return;
    if (enteredKeyword === filter.value.keyword && dishes[0]) addToSlot(planning, dishes[0]);
    setEnteredKeyword(undefined);
  });
  const slot = menu.selected.value;
  // The rows are memoized, so that a move through the week does not render them again.
  const rows = useMemo(() => {
    const shown = dishes.slice(0, MAX_SHOWN);
    const toReason = ({ id, figures }: Dish) =>
      bestById?.has(id) ? '对这一格最有用' : figures?.forbidden ? '标准禁用' : figures?.usual ? '常用' : OTHERS;
    const reasons = shown.map(toReason);
    return shown.map((dish, index) => (
      <DishRow
        key={dish.id}
        {...{ planning, dish, isFirst: index === 0, benefit: bestById?.get(dish.id)?.benefit }}
        reason={reasons[index] === (reasons[index - 1] ?? OTHERS) ? '' : reasons[index]}
      />
    ));
  }, [planning, dishes, bestById]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the keys are those of the field and the buttons within
    <aside
      class={css.dishes}
      aria-label="菜品"
      onFocusIn={() => (searchSlot.value = menu.selected.peek())}
      onKeyDown={(event) => handleListKey(planning, event, list.current)}
    >
      <Search filter={filter} onEnter={() => setEnteredKeyword(filter.value.keyword)} />
      <p class="faint">{slot ? `点一道菜，加到${describeSlot(menu.week.value, slot)}` : PICKING_HINT}</p>
      <ul ref={list} class="ruled">
        {rows}
      </ul>
      {dishes.length === 0 && <p class="empty">没有这样的菜。换个字试试。</p>}
      {dishes.length > MAX_SHOWN && (
        <p class="faint">{`共 ${dishes.length} 道，还有 ${dishes.length - MAX_SHOWN} 道，输入菜名查找。`}</p>
      )}
    </aside>
  );
}

function addToSlot(planning: Planning, { id, name }: Dish): void {
  const slot = planning.menu.selected.value;
  if (!slot) showToast('先在食谱里选一格，再选菜。');
  else planning.add({ dish: id, name }, slot);
}

/** The best dishes for an empty slot come first, then usual ones; forbidden ones last: they are found by name only. */
function useFoundDishes(planning: Planning, filter: Filter, slot: Selection | undefined) {
  const { menu, dishById } = planning;
  const standards = joinStandards(menu.facts.value);
  const dishesQuery = useQuery(`dishes ${standards} ${filter.keyword}`, async () => {
    const isWholeList = filter.keyword === '' && standards === planning.standards;
    return { keyword: filter.keyword, found: isWholeList ? dishById : await readDishes(standards, filter.keyword) };
  });
  const bestQuery = useQuery(slot ? `best ${partKey(slot)}` : '', async () => {
    if (slot?.dish !== undefined || !slot) return undefined;
    const alternatives = await readAlternatives(menu.id, slot, MAX_RANKED);
    return new Map(alternatives.map(({ dish, changes }, rank) => [dish, { rank, benefit: findBenefit(changes) }]));
  });
  const month = Number(menu.facts.value.start.slice(5, 7));
  const { found, keyword: foundKeyword } = dishesQuery.data ?? { found: dishById, keyword: '' };
  const bestById = bestQuery.data;
  const sortedDishes = useMemo(() => {
    const rankDish = ({ id, figures }: Dish) =>
      bestById?.get(id)?.rank ?? (bestById?.size ?? 0) + (figures?.forbidden ? 2 : figures?.usual ? 0 : 1);
    return [...found.values()].filter((dish) => matches(dish, filter, month)).sort((a, b) => rankDish(a) - rankDish(b));
  }, [found, bestById, filter, month]);
  return { dishes: sortedDishes, bestById, isCurrent: foundKeyword === filter.keyword };
}

/** What a dish does best for a figure that is outside its range now: 钙多 43 mg. */
function findBenefit(changes: readonly Schemas['LevelChange'][]): string | undefined {
  const benefits = changes.flatMap(({ figures, better }) => {
    const missed = figures.filter(({ before }) => before.judgement !== '适量');
    return better.filter((text) => missed.some(({ name }) => text.startsWith(name)));
  });
  return benefits[0];
}

function matches({ marks, poly, meals, figures }: Dish, filter: Filter, month: number): boolean {
  const { allergens = [], unknown = true, month: months = [], usual = false, forbidden = false } = figures ?? {};
  return (
    (filter.keyword !== '' || !forbidden) &&
    (filter.mark === '' || marks === filter.mark) &&
    (filter.poly === '' || poly === filter.poly) &&
    (filter.meal === '' || !meals || meals.some((meal) => meal === filter.meal)) &&
    (filter.allergen === '' || !(unknown || allergens.some((allergen) => allergen === filter.allergen))) &&
    (!filter.restrictions.includes('month') || months.length === 0 || months.includes(month)) &&
    (!filter.restrictions.includes('usual') || usual)
  );
}

function Search({ filter, onEnter }: { readonly filter: Signal<Filter>; readonly onEnter: () => void }) {
  const change = (changes: Partial<Filter>) => (filter.value = { ...filter.value, ...changes });
  const selectProps = (label: string, name: 'mark' | 'poly' | 'meal' | 'allergen', none: string) => ({
    ...{ label, none, choices: listEnumChoices(name), value: filter.value[name] },
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
        value={filter.value.keyword}
        onInput={(event) => change({ keyword: event.currentTarget.value.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
      <SelectField {...selectProps('类别', 'mark', '全部')} />
      <ChooseSome
        {...{ label: '只看', choices: restrictionChoices, value: filter.value.restrictions }}
        onValue={(restrictions) => change({ restrictions })}
      />
      <details>
        <summary>更多筛选</summary>
        <SelectField {...selectProps('做法', 'poly', '不限')} />
        <SelectField {...selectProps('适合', 'meal', '不限')} />
        <SelectField {...selectProps('不含', 'allergen', '不限')} />
      </details>
    </search>
  );
}

type RowTexts = Readonly<Record<'benefit' | 'reason', string | undefined>>;
type RowProps = PlanningProps & RowTexts & { readonly dish: Dish; readonly isFirst: boolean };

/** A dish with its `benefit` for the chosen slot, below the `reason` that this row and the next ones stand here. */
function DishRow({ planning, dish, isFirst, benefit, reason }: RowProps) {
  const { id, name, marks, poly, figures } = dish;
  const ref = useRef<HTMLButtonElement>(null);
  useDraggable(ref, { dish: { dish: id, name } });
  return (
    <li>
      {reason && <b class="label">{reason}</b>}
      <button ref={ref} class="row" type="button" tabIndex={isFirst ? 0 : -1} onClick={() => addToSlot(planning, dish)}>
        {figures?.iconVersion && <DishPicture id={id} version={figures.iconVersion} alt="" />}
        <span class={css.name}>{name}</span>
        {figures?.cost !== undefined && <small>{formatYuan(figures.cost)}</small>}
        <small class={css.note}>
          {[marks, poly, figures && formatEnergy(figures.energy)].filter(Boolean).join(' ')}
          {benefit && <span class="good"> {benefit}</span>}
          {figures?.avoided && <span class="high"> 含忌用食材</span>}
          {figures?.forbidden && <span class="high"> 标准禁用</span>}
        </small>
      </button>
    </li>
  );
}
