import { api, asFiles, asUpload, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { type Ends, useDoing } from '../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { figure } from '../../parts/format.ts';
import { type InPlace, Unsaved, useInPlace } from '../../parts/in-place.tsx';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { type Column, Pager, Table } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { type Food, nameOf } from './food.ts';
import { FoodEditor, type Open } from './food-editor.tsx';
import { SettingCell, sendSetting } from './setting-cells.tsx';

/** The nutrients that stand in the list. */
const shown = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'];
const marks = ['常用', '忌用', 'none'] as const;

function toFilter({ keyword = '', category = '', ...query }: Query) {
  const mark = marks.find((one) => one === query['mark']);
  return { ...(keyword && { keyword }), ...(category && { category }), ...(mark && { mark }) };
}
type Filter = ReturnType<typeof toFilter>;

/** What the rows need beside the foods: the nutrients, and what a kilogram costs, by code. */
async function getBasics() {
  const [{ nutrient }, { body }] = await Promise.all([
    getEnums(),
    holds(21) ? send(api.GET('/api/ingredient/price')) : { body: [] },
  ]);
  return { nutrients: nutrient, prices: new Map(body.map((one) => [one.nutrient, one.price.toFixed(2)])) };
}
type Basics = Awaited<ReturnType<typeof getBasics>>;

/** 食材: the catalogue and the own foods, with marks and prices. */
export function IngredientPage() {
  const { query, setQuery } = useQuery();
  const filter = toFilter(query);
  const asked = { ...filter, pageNo: Number(query['page'] ?? 0) };
  const list = useAsked(JSON.stringify(asked), () => send(api.GET('/api/ingredient', { params: { query: asked } })));
  const basics = useAsked('basics', getBasics);
  const settings = useInPlace('ingredient settings', sendSetting);
  const { doing: open, begin, ends } = useDoing<Open>(list.again);
  const again = () => [basics.again(), list.again(), settings.renew()];
  const empty =
    Object.keys(filter).length > 0
      ? '没有这样的食材。请放宽筛选；目录里没有的，可以新建。'
      : '还没有食材。请新建，或请平台导入目录。';
  return (
    <Page
      title="食材"
      about={<Unsaved of={settings} />}
      actions={<Actions filter={filter} onNew={() => begin({ kind: 'new' })} again={again} />}
    >
      <Filters />
      <Loaded asked={basics}>
        {(known) => (
          <>
            <Loaded asked={list}>
              {({ body }) => (
                <>
                  <Table
                    caption="食材"
                    columns={columnsOf(known, settings, (food) => begin({ kind: 'food', food }))}
                    rows={body.content}
                    keyOf={({ code }) => code}
                    empty={empty}
                  />
                  <Pager page={body} onPage={(number) => setQuery({ page: number === 0 ? '' : String(number) })} />
                </>
              )}
            </Loaded>
            {open?.kind === 'delete' && open.food && <DeleteFood food={open.food} {...ends} />}
            {open && open.kind !== 'delete' && (
              <FoodEditor
                key={open.kind}
                {...{ open, begin, ends, onChanged: list.again }}
                nutrients={known.nutrients}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Asks before a food is deleted. */
function DeleteFood({ food, onDone, onClose }: Ends & { readonly food: Food }) {
  const what = `食材「${nameOf(food)}」`;
  const run = () => send(api.DELETE('/api/ingredient', { body: { code: food.code } }));
  return (
    <Confirm title={`删除${what}？`} action="删除" run={run} onDone={() => onDone(`已删除${what}`)} onClose={onClose}>
      <p>用到它的菜品会留下它的编码，营养就算不全了；请先在那些菜品里换掉它。已经发布的食谱不变。</p>
    </Confirm>
  );
}

interface ActionsProps {
  readonly filter: Filter;
  readonly onNew: () => void;
  readonly again: () => void;
}

/** Workbooks hold the foods that the filter shows. */
function Actions({ filter, onNew, again }: ActionsProps) {
  const asBlob = { params: { query: filter }, parseAs: 'blob' } as const;
  const uploadTo = (kind: 'mark' | 'price') => async (file: File) => {
    const body = { files: asFiles(file) };
    return (await send(api.PUT(`/api/ingredient/${kind}/sheet.xlsx`, { body, ...asUpload }))).desc;
  };
  const bookOf = (kind: 'mark' | 'price', noun: string, isSent: boolean) => (
    <Workbook
      accept=".xlsx,.csv"
      noun={noun}
      onDownload={() => download(send(api.GET(`/api/ingredient/${kind}/template`, asBlob)))}
      {...(isSent && { onUpload: uploadTo(kind) })}
      onDone={again}
    />
  );
  return (
    <>
      {holds(23, 24) && bookOf('mark', '标记', holds(24))}
      {holds(21) && bookOf('price', '价格', holds(22))}
      {holds(46, 47) && (
        <button type="button" class="main" onClick={onNew}>
          新建食材
        </button>
      )}
    </>
  );
}

function Filters() {
  const { filterBy } = useQuery();
  const all = { value: '', text: '全部' };
  const hint = { placeholder: '番茄、fanqie、fq', maxLength: 100 };
  const markChoices = marks.map((value) => ({ value, text: value === 'none' ? '没有标记' : value }));
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <TextField label="名称或拼音" type="search" {...hint} {...filterBy('keyword')} />
      <SelectField label="分类" {...filterBy('category')} choices={[all, ...choicesOf('ingredientCategory')]} />
      {holds(23, 24, 46) && <SelectField label="标记" {...filterBy('mark')} choices={[all, ...markChoices]} />}
    </form>
  );
}

function columnsOf({ nutrients, prices }: Basics, settings: InPlace, onOpen: (food: Food) => void): Column<Food>[] {
  const figures = nutrients.filter(({ key }) => shown.includes(key));
  const cellOf = (field: 'mark' | 'price', isSet: boolean) => (food: Food) => {
    const had = (field === 'mark' ? food.mark : prices.get(food.code)) ?? '';
    return isSet ? <SettingCell {...{ field, food, settings, had }} /> : had;
  };
  const named = (food: Food) => (
    <>
      <button type="button" class="plain" onClick={() => onOpen(food)}>
        {nameOf(food)}
      </button>
      {food.own && <small class="good"> 自有</small>}
      {food.alias && <small> {food.name}</small>}
    </>
  );
  return [
    { name: '食材', cell: named },
    ...(holds(23, 24, 46) ? [{ name: '标记', cell: cellOf('mark', holds(24)) }] : []),
    ...(holds(21) ? [{ name: '价格 元/kg', cell: cellOf('price', holds(22)) }] : []),
    { name: '分类', cell: ({ category }) => category },
    ...figures.map(({ key, value, unit }) => ({
      name: `${value} ${unit}`,
      cell: ({ nutrients: known }: Food) => (known[key] === undefined ? '—' : figure(known[key])),
      isNumber: true,
    })),
    { name: '可食部 %', cell: ({ edible }) => edible ?? '—', isNumber: true },
    { name: '过敏原', cell: ({ allergens }) => (allergens === null ? '不明' : allergens.join('、') || '无') },
  ];
}
