import { useState } from 'preact/hooks';
import { type GetQuery, read } from '../../api/client.ts';
import { fetchEnums, listEnumChoices } from '../../api/enums.ts';
import { download, openPrintPage } from '../../api/file.ts';
import { isPlatform, may } from '../../api/session.ts';
import { Actions, showToast, useDialog } from '../../parts/actions.tsx';
import { ChooseOne } from '../../parts/field.tsx';
import { formatMonths, listNames } from '../../parts/format.ts';
import { Page, type Query, type SearchParams, useQuery, useSearchParams } from '../../parts/page.tsx';
import { DishPicture } from '../../parts/picture.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { readUnitName, UnitFinder } from '../../parts/units.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import * as css from './dish.module.css';
import * as dishes from './dish.tsx';
import { type Answers, type Preview, PreviewDialog, sendTable } from './food-questions.tsx';

type Filter = NonNullable<GetQuery<'/api/dish/sheet.xlsx'>>;

const filterNames = ['vender', 'keyword', 'mark', 'poly', 'month'];

/** The filter in the address. Unknown parameters are dropped, since the service refuses them. */
const toFilter = (params: SearchParams): Filter =>
  Object.fromEntries(Object.entries(params).filter(([name]) => filterNames.includes(name)));

/** 菜品: the list of the unit's own dishes or of the library. */
export function DishPage() {
  const { params } = useSearchParams();
  const filter = toFilter(params);
  const dishesQuery = useQuery(JSON.stringify(params), () => listDishes(filter, Number(params['page'] ?? 0)));
  const filters = [
    { name: 'keyword', label: '菜名或拼音', placeholder: '番茄、fanqie、fqcd' },
    { name: 'mark', label: '标记', choices: listEnumChoices('mark') },
    { name: 'poly', label: '烹饪方式', choices: listEnumChoices('poly') },
    { name: 'month', label: '月份', choices: dishes.monthChoices },
  ] as const;
  return (
    <Page title="菜品" tools={<PageActions filter={filter} onDone={dishesQuery.refetch} />}>
      <Filters filters={filters}>
        <SourceFilter />
      </Filters>
      <Dishes dishesQuery={dishesQuery} />
    </Page>
  );
}

const mayFindUnits = () =>
  may('unit.view', 'unit.create', 'unit.edit', 'standard.create', 'standard.edit', 'dish.create', 'dish.edit');

/** Chooses whose dishes the list shows: the unit's own or the library's; for the platform those of any unit. */
function SourceFilter() {
  const venderFilter = useSearchParams().bindFilter('vender');
  const unit = isPlatform() ? venderFilter.value : '';
  const { data: text = '' } = useQuery(unit, async () => (unit === '' ? '' : readUnitName(Number(unit))));
  const library = { value: isPlatform() ? '' : '0', text: '平台菜品库' };
  const sources = isPlatform() ? [library, { value: unit, text }] : [{ value: '', text: '本单位' }, library];
  return (
    <>
      <ChooseOne label="来自" choices={sources.filter((source) => source.text !== '')} {...venderFilter} />
      {isPlatform() && mayFindUnits() && (
        <UnitFinder label="看某个单位的菜品" onPick={({ id }) => venderFilter.onValue(`${id}`)} />
      )}
    </>
  );
}

async function listDishes(filter: Filter, pageNo: number) {
  const [page] = await Promise.all([read('/api/dish', { ...filter, pageNo, icons: 'false' }), fetchEnums()]);
  if (!('content' in page)) throw new TypeError('A dish was answered');
  return page;
}

function PageActions({ filter, onDone }: { readonly filter: Filter; readonly onDone: () => void }) {
  const { vender } = filter;
  const downloadSheet = () => download('/api/dish/sheet.xlsx', filter);
  const downloadTemplate = () => download('/api/dish/sheet.xlsx', { template: 'true' });
  const [upload, setUpload] = useState<{ readonly file: File; readonly preview: Preview }>();
  const openPreview = async (file: File) => {
    const { body: preview } = await sendTable({ file, vender, answers: {}, isPreview: true });
    if (preview) setUpload({ file, preview });
    return undefined;
  };
  const confirm = async (file: File, answers: Answers) => {
    const { desc } = await sendTable({ file, vender, answers, isPreview: false });
    setUpload(undefined);
    showToast(desc);
    onDone();
  };
  const mayUpload = may('dish.create', 'dish.edit') && (isPlatform() || vender === undefined);
  const actions = [
    { text: '下载空白表', kind: 'button', run: downloadTemplate, isAllowed: mayUpload },
    { text: '新建菜品', kind: 'main', to: '/w/dish/edit', isAllowed: may('dish.create') },
  ] as const;
  return (
    <>
      <Workbook
        {...{ noun: '菜品', accept: '.xlsx,.csv', onDownload: downloadSheet, onDone }}
        {...(mayUpload && { onUpload: openPreview })}
      />
      <Actions actions={actions} />
      {upload && (
        <PreviewDialog
          title={`上传「${upload.file.name}」`}
          preview={upload.preview}
          confirmLabel="确定上传"
          onConfirm={(answers) => confirm(upload.file, answers)}
          onClose={() => setUpload(undefined)}
        />
      )}
    </>
  );
}

/** The table of dishes, and the actions on the chosen ones. The choice spans the pages of the list. */
function Dishes({ dishesQuery }: { readonly dishesQuery: Query<Awaited<ReturnType<typeof listDishes>>> }) {
  const shown = dishesQuery.data?.content ?? [];
  const [chosen, setChosen] = useState<readonly dishes.Dish[]>([]);
  const { confirmDelete, dialog } = useDialog(dishesQuery.refetch);
  const labelById = useLabels(shown);
  const chosenWithout = (removed: readonly dishes.Dish[]) =>
    chosen.filter(({ id }) => !removed.some((dish) => dish.id === id));
  const isChosen = (dish: dishes.Dish) => chosenWithout([dish]).length < chosen.length;
  const onChoice = (dish: dishes.Dish) => setChosen(isChosen(dish) ? chosenWithout([dish]) : [...chosen, dish]);
  const onCopy = (dish: dishes.Dish) => dishes.copyDish(dish).then(dishesQuery.refetch);
  const copyChosen = async () => {
    for (const [index, dish] of chosen.entries()) {
      await dishes.copyDish(dish);
      // After a failure those that are left are copied by the next click.
      setChosen(chosen.slice(index + 1));
    }
    showToast(`已复制 ${chosen.length} 道菜`);
    dishesQuery.refetch();
  };
  const printLabels = () => openPrintPage(`/api/dish/label.html?ids=${chosen.map(({ id }) => id).join()}`);
  const askToDelete = (deleted: readonly dishes.Dish[]) =>
    dishes.confirmDishDeletion(confirmDelete, deleted, () => setChosen(chosenWithout(deleted)));
  const hasChosen = chosen.length > 0;
  const mayDelete = hasChosen && may('dish.delete') && chosen.every(dishes.isOwn);
  const actions = [
    { text: '全选本页', run: () => setChosen([...chosenWithout(shown), ...shown]), isAllowed: shown.length > 0 },
    { text: '取消选择', run: () => setChosen([]), isAllowed: hasChosen },
    { text: '打印营养标签', run: printLabels, isAllowed: hasChosen && dishes.maySeeLabels() },
    { text: '复制所选', run: copyChosen, isAllowed: hasChosen && may('dish.create') },
    { text: '删除所选', run: () => askToDelete(chosen), isAllowed: mayDelete },
  ];
  const columns = columnsFor({ shown, labelById, isChosen, onChoice, onCopy, onDelete: (dish) => askToDelete([dish]) });
  return (
    <div class={css.list}>
      <div class="actions">
        <span class="faint">{hasChosen ? `已选 ${chosen.length} 道` : '勾选菜品，可以打印营养标签'}</span>
        <Actions actions={actions} />
      </div>
      <List caption="菜品" query={dishesQuery} columns={columns} empty={<EmptyText />} />
      {dialog}
    </div>
  );
}

function EmptyText() {
  const { vender = '', page: _, ...otherFilters } = useSearchParams().params;
  if (Object.keys(otherFilters).length > 0) return <p>没有符合条件的菜品。换个条件，或清空上面的筛选。</p>;
  if (isPlatform() || vender !== '') return <p>这里还没有菜品。</p>;
  return (
    <p>
      还没有自己的菜品。可以先到<a href="/w/dish?vender=0">平台菜品库</a>复制一些，或点「新建菜品」、上传菜品表。
    </p>
  );
}

type ColumnsProps = {
  readonly shown: readonly dishes.Dish[];
  readonly labelById: ReturnType<typeof useLabels>;
  readonly isChosen: (dish: dishes.Dish) => boolean;
} & Readonly<Record<'onChoice' | 'onCopy' | 'onDelete', (dish: dishes.Dish) => unknown>>;

/** The columns of the list. The cells with label texts are empty until the labels are read. */
function columnsFor({ shown, labelById, ...list }: ColumnsProps): Column<dishes.Dish>[] {
  // Without any picture the column needs no room for them.
  const hasPictures = shown.some(({ iconVersion }) => iconVersion !== '');
  const nameCell = (dish: dishes.Dish) => (
    <span class={`row ${css.name}`}>
      <input
        {...{ type: 'checkbox', checked: list.isChosen(dish), 'aria-label': `选择「${dish.name}」` }}
        onChange={() => list.onChoice(dish)}
      />
      {hasPictures && <DishPicture id={dish.id} version={dish.iconVersion} alt="" />}
      <a href={`/w/dish/edit?id=${dish.id}`}>{dish.name}</a>
    </span>
  );
  const actionsFor = (dish: dishes.Dish) => [
    { text: dishes.toCopyLabel(dish), run: () => list.onCopy(dish), isAllowed: may('dish.create') },
    { text: '删除', run: () => list.onDelete(dish), isAllowed: may('dish.delete') && dishes.isOwn(dish) },
  ];
  return [
    { name: '菜品', cell: nameCell },
    { name: '标记', cell: ({ marks }) => marks },
    { name: '烹饪', cell: ({ poly }) => poly },
    { name: '月份', cell: ({ month }) => formatMonths(month) },
    { name: '每份能量', cell: ({ id }) => labelById.get(id)?.energy, isNumber: true },
    { name: '餐次', cell: ({ meals = [] }) => dishes.describeMeals(meals) },
    { name: '食材', cell: ({ id }) => <span class={`${css.foods} faint`}>{labelById.get(id)?.foods}</span> },
    { name: '操作', cell: (dish) => <Actions actions={actionsFor(dish)} target={`「${dish.name}」`} /> },
  ];
}

/** Reads the ingredients and the energy on the labels of dishes, if the person may see labels. */
function useLabels(shown: readonly dishes.Dish[]): ReadonlyMap<number, { foods: string; energy: string }> {
  const ids = shown.map(({ id }) => id).join();
  const { data = new Map() } = useQuery(`${ids} ${shown.map(({ modify }) => modify)}`, async () => {
    if (ids === '' || !dishes.maySeeLabels()) return new Map();
    const dishLabels = await read('/api/dish/label', { ids });
    const texts = dishLabels.map(({ id, ingredients, component }) => {
      const energyRow = component.find(({ name }) => name === '能量');
      const energy = energyRow ? dishes.formatLabelAmount(energyRow) : '';
      return [id, { foods: listNames(ingredients, '种'), energy }] as const;
    });
    return new Map(texts);
  });
  return data;
}
