import { useState } from 'preact/hooks';
import type { paths } from '../../../.build/workbench/api.ts';
import { api, asFiles, asUpload, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { download, openPrinted } from '../../api/file.ts';
import { holds, isPlatform } from '../../api/session.ts';
import { type Asked, useAsked } from '../../parts/asked.tsx';
import { ChooseOne } from '../../parts/choices.tsx';
import { useOpened } from '../../parts/confirm.tsx';
import { monthSpans, nameSome } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { DishPicture } from '../../parts/picture.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { nameOfUnit, UnitFinder } from '../../parts/units.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import * as css from './dish.module.css';
import { amountOf, copyDish, copying, type Dish, deletionOf, isOwn, may, mealsOf, months } from './dish.tsx';

type Filter = NonNullable<paths['/api/dish/sheet.xlsx']['get']['parameters']['query']>;

const names = ['vender', 'keyword', 'mark', 'poly', 'month'];

/** The filter that stands in the address. The service refuses values that it does not know. */
function toFilter(query: Query): Filter {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}

/** 菜品: the own dishes or those of the library, found, printed, copied, deleted, taken down and sent back. */
export function DishPage() {
  const { query } = useQuery();
  const filter = toFilter(query);
  const asked = useAsked(JSON.stringify(query), () => listDishes(filter, Number(query['page'] ?? 0)));
  return (
    <Page title="菜品" actions={<Actions filter={filter} onDone={asked.again} />}>
      <Filters
        of={[
          { name: 'keyword', label: '菜名或拼音', placeholder: '番茄、fanqie、fqcd' },
          { name: 'mark', label: '标记', choices: choicesOf('mark') },
          { name: 'poly', label: '烹饪方式', choices: choicesOf('poly') },
          { name: 'month', label: '月份', choices: months },
        ]}
      >
        <Source />
      </Filters>
      <Dishes asked={asked} />
    </Page>
  );
}

/** Whose dishes the list shows: the own ones or the library's, for the platform any unit's. */
function Source() {
  const vender = useQuery().filterBy('vender');
  const unit = isPlatform() ? vender.value : '';
  const { answer: text = '' } = useAsked(unit, async () => (unit === '' ? '' : nameOfUnit(Number(unit))));
  const library = { value: isPlatform() ? '' : '0', text: '平台菜品库' };
  const sources = isPlatform() ? [library, { value: unit, text }] : [{ value: '', text: '本单位' }, library];
  return (
    <>
      <ChooseOne label="来自" choices={sources.filter(({ text: told }) => told !== '')} {...vender} />
      {isPlatform() && holds(1, 2, 3, 6, 7, 10, 11) && (
        <UnitFinder label="看某个单位的菜品" onPick={({ id }) => vender.onValue(`${id}`)} />
      )}
    </>
  );
}

async function listDishes(filter: Filter, pageNo: number) {
  const query = { ...filter, pageNo, icons: 'false' } as const;
  const [{ body }] = await Promise.all([send(api.GET('/api/dish', { params: { query } })), getEnums()]);
  if (!('content' in body)) throw new Error('the service answered a dish in place of a page');
  return body;
}

function Actions({ filter, onDone }: { readonly filter: Filter; readonly onDone: () => void }) {
  const { vender } = filter;
  const take = () => download(send(api.GET('/api/dish/sheet.xlsx', { params: { query: filter }, parseAs: 'blob' })));
  const give = async (file: File) => {
    const body = { ...(vender !== undefined && { vender }), files: asFiles(file) };
    return (await send(api.PUT('/api/dish/sheet.xlsx', { body, ...asUpload }))).desc;
  };
  const mayUpload = (may.create() || may.edit()) && (isPlatform() || vender === undefined);
  return (
    <>
      <Workbook noun="菜品" onDownload={take} onDone={onDone} {...(mayUpload && { onUpload: give })} />
      <Steps steps={[{ text: '新建菜品', kind: 'main', to: '/w/dish/edit', may: may.create() }]} />
    </>
  );
}

/** The table, and what is done with the dishes that are chosen in it, on other pages of the list too. */
function Dishes({ asked }: { readonly asked: Asked<Awaited<ReturnType<typeof listDishes>>> }) {
  const dishes = asked.answer?.content ?? [];
  const [chosen, setChosen] = useState<readonly Dish[]>([]);
  const { remove, opened } = useOpened(asked.again);
  const labels = useLabels(dishes);
  const without = (some: readonly Dish[]) => chosen.filter(({ id }) => !some.some((one) => one.id === id));
  const isChosen = (dish: Dish) => without([dish]).length < chosen.length;
  const onChoice = (dish: Dish) => setChosen(isChosen(dish) ? without([dish]) : [...chosen, dish]);
  const onCopy = (dish: Dish) => copyDish(dish).then(asked.again);
  const print = () => openPrinted(`/api/dish/label.html?ids=${chosen.map(({ id }) => id).join()}`);
  const drop = (some: readonly Dish[]) => {
    const [what, run, about] = deletionOf(some);
    remove(what, () => run().then(() => setChosen(without(some))), about);
  };
  const hasSome = chosen.length > 0;
  const steps = [
    { text: '全选本页', act: () => setChosen([...without(dishes), ...dishes]), may: dishes.length > 0 },
    { text: '取消选择', act: () => setChosen([]), may: hasSome },
    { text: '打印营养标签', act: print, may: hasSome && may.label() },
    { text: '删除所选', act: () => drop(chosen), may: hasSome && may.delete() && chosen.every(isOwn) },
  ];
  const columns = dishColumns({ dishes, labels, isChosen, onChoice, onCopy, onDelete: (dish) => drop([dish]) });
  return (
    <div class={css.list}>
      <div class="actions">
        <span class="faint">{hasSome ? `已选 ${chosen.length} 道` : '勾选菜品，可以打印营养标签'}</span>
        <Steps steps={steps} />
      </div>
      <List caption="菜品" {...{ asked, columns }} keyOf={({ id }) => id} empty={<Empty />} isStacked />
      {opened}
    </div>
  );
}

function Empty() {
  const { vender = '', page: _, ...narrowing } = useQuery().query;
  if (Object.keys(narrowing).length > 0) return <p>没有符合条件的菜品。换个条件，或清空上面的筛选。</p>;
  if (isPlatform() || vender !== '') return <p>这里还没有菜品。</p>;
  return (
    <p>
      还没有自己的菜品。可以先到<a href="/w/dish?vender=0">平台菜品库</a>复制一些，或点「新建菜品」、上传菜品表。
    </p>
  );
}

interface DishList {
  readonly dishes: readonly Dish[];
  readonly labels: ReturnType<typeof useLabels>;
  readonly isChosen: (dish: Dish) => boolean;
  readonly onChoice: (dish: Dish) => void;
  readonly onCopy: (dish: Dish) => Promise<void>;
  readonly onDelete: (dish: Dish) => void;
}

/** The columns of a list of dishes. What their labels tell follows as it is answered. */
function dishColumns({ dishes, labels, ...list }: DishList): Column<Dish>[] {
  // Where no dish has a picture, no place is kept for them.
  const hasPictures = dishes.some(({ iconVersion }) => iconVersion !== '');
  const named = (dish: Dish) => (
    <span class={`row ${css.name}`}>
      <input
        {...{ type: 'checkbox', checked: list.isChosen(dish), 'aria-label': `选择「${dish.name}」` }}
        onChange={() => list.onChoice(dish)}
      />
      {hasPictures && <DishPicture id={dish.id} version={dish.iconVersion} alt="" />}
      <a href={`/w/dish/edit?id=${dish.id}`}>{dish.name}</a>
    </span>
  );
  const stepsOf = (dish: Dish) => [
    { text: copying(dish), act: () => list.onCopy(dish), may: may.create() },
    { text: '删除', act: () => list.onDelete(dish), may: may.delete() && isOwn(dish) },
  ];
  return [
    { name: '菜品', cell: named },
    { name: '标记', cell: ({ marks }) => marks },
    { name: '烹饪', cell: ({ poly }) => poly },
    { name: '月份', cell: ({ month }) => monthSpans(month) },
    { name: '每份能量', cell: ({ id }) => labels.get(id)?.energy, isNumber: true },
    { name: '餐次', cell: ({ meals = [] }) => mealsOf(meals) },
    { name: '食材', cell: ({ id }) => <span class={`${css.foods} faint`}>{labels.get(id)?.foods}</span> },
    { name: '操作', cell: (dish) => <Steps steps={stepsOf(dish)} about={`「${dish.name}」`} /> },
  ];
}

/** What the labels of dishes tell, for whom they are: the ingredients, and the energy, at least that. */
function useLabels(dishes: readonly Dish[]): ReadonlyMap<number, { foods: string; energy: string }> {
  const ids = dishes.map(({ id }) => id).join();
  const { answer = new Map() } = useAsked(`${ids} ${dishes.map(({ modify }) => modify)}`, async () => {
    if (ids === '' || !may.label()) return new Map();
    const { body } = await send(api.GET('/api/dish/label', { params: { query: { ids } } }));
    return new Map(
      body.map(({ id, ingredients, component }) => {
        const energy = component.find(({ name }) => name === '能量');
        const amount = energy && `${energy.missing ? '不少于 ' : ''}${amountOf(energy)}`;
        return [id, { foods: nameSome(ingredients, '种'), energy: amount ?? '' }];
      }),
    );
  });
  return answer;
}
