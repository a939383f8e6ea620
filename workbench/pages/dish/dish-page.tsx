import { useState } from 'preact/hooks';
import type { paths } from '../../../.build/workbench/api.ts';
import { api, asFiles, asUpload, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { download, openPrinted } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { ChooseOne } from '../../parts/choices.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Problem, useSending } from '../../parts/sending.tsx';
import { Steps } from '../../parts/steps.tsx';
import { Pager } from '../../parts/table.tsx';
import { nameOfUnit, UnitFinder } from '../../parts/unit-finder.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { type Dish, isOwn, isPlatform, mayCreate, mayDelete, mayEdit, mayLabel, months } from './dish.ts';
import { copyDish, DeleteDishes } from './dish-steps.tsx';
import { DishTable } from './dish-table.tsx';

/** What the list and its workbook are asked for. */
type Filter = NonNullable<paths['/api/dish/sheet.xlsx']['get']['parameters']['query']>;

const names = ['vender', 'keyword', 'mark', 'poly', 'month'];

/** The filter that stands in the address. The service refuses values that it does not know. */
function toFilter(query: Query): Filter {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}

/** 菜品: the own dishes or those of the library, found, printed, copied, deleted, taken down and sent back. */
export function DishPage() {
  const { query, setQuery } = useQuery();
  const filter = toFilter(query);
  const asked = useAsked(JSON.stringify(query), () => listDishes(filter, Number(query['page'] ?? 0)));
  return (
    <Page title="菜品" actions={<Actions filter={filter} onDone={asked.again} />}>
      <Filters />
      <Loaded asked={asked}>
        {(found) => (
          <>
            <Dishes dishes={found.content} query={query} onChanged={asked.again} />
            <Pager page={found} onPage={(number) => setQuery({ page: number === 0 ? '' : `${number}` })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What the list shows: whose dishes (the own ones or the library's, for the platform any unit's), and which. */
function Filters() {
  const { filterBy } = useQuery();
  const vender = filterBy('vender');
  const unit = isPlatform() ? vender.value : '';
  const { answer: text = '' } = useAsked(unit, async () => (unit === '' ? '' : nameOfUnit(Number(unit))));
  const library = { value: isPlatform() ? '' : '0', text: '平台菜品库' };
  const sources = isPlatform() ? [library, { value: unit, text }] : [{ value: '', text: '本单位' }, library];
  const any = { value: '', text: '全部' };
  const hint = { placeholder: '番茄、fanqie、fqcd', maxLength: 100 };
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <ChooseOne label="来自" choices={sources.filter(({ text: told }) => told !== '')} {...vender} />
      {isPlatform() && holds(1, 2, 3, 6, 7, 10, 11) && (
        <UnitFinder label="看某个单位的菜品" onPick={({ id }) => vender.onValue(`${id}`)} />
      )}
      <TextField label="菜名或拼音" type="search" {...hint} {...filterBy('keyword')} />
      <SelectField label="标记" choices={[any, ...choicesOf('mark')]} {...filterBy('mark')} />
      <SelectField label="烹饪方式" choices={[any, ...choicesOf('poly')]} {...filterBy('poly')} />
      <SelectField label="月份" choices={[any, ...months]} {...filterBy('month')} />
    </form>
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
  const mayUpload = (mayCreate() || mayEdit()) && (isPlatform() || vender === undefined);
  return (
    <>
      <Workbook noun="菜品" onDownload={take} onDone={onDone} {...(mayUpload && { onUpload: give })} />
      {mayCreate() && (
        <a class="button main" href="/w/dish/edit">
          新建菜品
        </a>
      )}
    </>
  );
}

interface DishesProps {
  readonly dishes: readonly Dish[];
  readonly query: Query;
  readonly onChanged: () => void;
}

/** The table, and what is done with the dishes that are chosen in it, on other pages of the list too. */
function Dishes({ dishes, query, onChanged }: DishesProps) {
  const [chosen, setChosen] = useState<readonly Dish[]>([]);
  const [leaving, setLeaving] = useState<readonly Dish[]>();
  const { failure, sending } = useSending();
  const without = (some: readonly Dish[]) => chosen.filter(({ id }) => !some.some((one) => one.id === id));
  const isChosen = (dish: Dish) => without([dish]).length < chosen.length;
  const copy = (dish: Dish) => sending(() => copyDish(dish).then(onChanged));
  const print = () => sending(() => openPrinted(`/api/dish/label.html?ids=${chosen.map(({ id }) => id).join()}`));
  const deleted = () => {
    setChosen(without(leaving ?? []));
    setLeaving(undefined);
    onChanged();
  };
  const steps = [
    { text: '全选本页', act: () => setChosen([...without(dishes), ...dishes]), may: dishes.length > 0 },
    { text: '取消选择', act: () => setChosen([]), may: chosen.length > 0 },
    { text: '打印营养标签', act: print, may: chosen.length > 0 && mayLabel() },
    { text: '删除所选', act: () => setLeaving(chosen), may: chosen.length > 0 && mayDelete() && chosen.every(isOwn) },
  ];
  return (
    <>
      <div class="actions">
        <span class="faint">{chosen.length === 0 ? '勾选菜品，可以打印营养标签' : `已选 ${chosen.length} 道`}</span>
        <Steps steps={steps} />
      </div>
      <Problem failure={failure} />
      <DishTable
        {...{ dishes, isChosen, empty: <Empty query={query} />, onCopy: copy }}
        onChoice={(dish) => setChosen(isChosen(dish) ? without([dish]) : [...chosen, dish])}
        onDelete={(dish) => setLeaving([dish])}
      />
      {leaving && <DeleteDishes dishes={leaving} onDone={deleted} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

/** What to do where the list is empty. */
function Empty({ query: { vender = '', page: _, ...narrowing } }: { readonly query: Query }) {
  if (Object.keys(narrowing).length > 0) return <p>没有符合条件的菜品。换个条件，或清空上面的筛选。</p>;
  if (isPlatform() || vender !== '') return <p>这里还没有菜品。</p>;
  return (
    <p>
      还没有自己的菜品。可以先到<a href="/w/dish?vender=0">平台菜品库</a>复制一些，或点「新建菜品」、上传菜品表。
    </p>
  );
}
