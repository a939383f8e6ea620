import { api, asFiles, asUpload, send } from '../../api/client.ts';
import { choicesOf, getEnums } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { useOpened } from '../../parts/confirm.tsx';
import { figure } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { given, type Query, useQuery } from '../../parts/query.ts';
import { type Step, Steps } from '../../parts/steps.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { type Food, nameOf } from './food.ts';
import { FoodEditor } from './food-editor.tsx';
import { SettingCell, type Settings, Unsaved, useSettings } from './setting-cells.tsx';

const shown = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'];
const marks = ['常用', '忌用', 'none'] as const;
const markChoices = marks.map((value) => ({ value, text: value === 'none' ? '没有标记' : value }));

function toFilter({ keyword = '', category = '', ...query }: Query) {
  return given({ keyword, category, mark: marks.find((one) => one === query['mark']) });
}

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
  const { query } = useQuery();
  const filter = toFilter(query);
  const params = { query: { ...filter, pageNo: Number(query['page'] ?? 0) } };
  const asked = useAsked(JSON.stringify(params), async () => (await send(api.GET('/api/ingredient', { params }))).body);
  const basics = useAsked('basics', getBasics);
  const settings = useSettings();
  const { open, remove, opened } = useOpened(asked.again);
  const { nutrients = [] } = basics.answer ?? {};
  const edit = (food?: Food, isNew = false) =>
    open((ends) => (
      <FoodEditor key={`${isNew}`} {...{ food, isNew, nutrients, ends, edit, remove }} onChanged={asked.again} />
    ));
  const mayCreate = holds(46, 47) && basics.answer !== undefined;
  const steps: readonly Step[] = [{ text: '新建食材', kind: 'main', act: () => edit(undefined, true), may: mayCreate }];
  const again = () => [basics.again(), asked.again(), settings.renew()];
  const none = '还没有食材。请新建，或请平台导入目录。';
  const empty = Object.keys(filter).length > 0 ? '没有这样的食材。请放宽筛选；目录里没有的，可以新建。' : none;
  return (
    <Page
      title="食材"
      about={<Unsaved of={settings} />}
      actions={
        <>
          <Workbooks filter={filter} onDone={again} />
          <Steps steps={steps} />
        </>
      }
    >
      <Filters
        of={[
          { name: 'keyword', label: '名称或拼音', placeholder: '番茄、fanqie、fq' },
          { name: 'category', label: '分类', choices: choicesOf('ingredientCategory') },
          ...(holds(23, 24, 46) ? [{ name: 'mark', label: '标记', choices: markChoices }] : []),
        ]}
      />
      <Loaded asked={basics}>
        {(known) => (
          <List
            caption="食材"
            {...{ asked, empty, columns: columnsOf(known, settings, edit) }}
            keyOf={({ code }) => code}
          />
        )}
      </Loaded>
      {opened}
    </Page>
  );
}

/** Workbooks hold the foods that the filter shows. */
function Workbooks({ filter, onDone }: { filter: ReturnType<typeof toFilter>; onDone: () => void }) {
  const asBlob = { params: { query: filter }, parseAs: 'blob' } as const;
  const uploadTo = (kind: 'mark' | 'price') => async (file: File) => {
    const body = { files: asFiles(file) };
    return (await send(api.PUT(`/api/ingredient/${kind}/sheet.xlsx`, { body, ...asUpload }))).desc;
  };
  const bookOf = (kind: 'mark' | 'price', noun: string, isSent: boolean) => (
    <Workbook
      {...{ accept: '.xlsx,.csv', noun, onDone }}
      onDownload={() => download(send(api.GET(`/api/ingredient/${kind}/template`, asBlob)))}
      {...(isSent && { onUpload: uploadTo(kind) })}
    />
  );
  return (
    <>
      {holds(23, 24) && bookOf('mark', '标记', holds(24))}
      {holds(21) && bookOf('price', '价格', holds(22))}
    </>
  );
}

function columnsOf({ nutrients, prices }: Basics, settings: Settings, onOpen: (food: Food) => void): Column<Food>[] {
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
