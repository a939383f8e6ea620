import { api, read, send, toUploadFields, uploadOptions } from '../../api/client.ts';
import { fetchEnums, listEnumChoices } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { isPlatform, may } from '../../api/session.ts';
import { useDialog } from '../../parts/actions.tsx';
import { formatEnergy } from '../../parts/energy.ts';
import { formatFigure } from '../../parts/format.ts';
import { Page, type SearchParams, useQuery, useSearchParams, withoutEmpty } from '../../parts/page.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { type Food, foodName, listAllergens, type Nutrient } from './food.ts';
import { FoodEditor } from './food-editor.tsx';
import { SettingCell, type SettingField, type Settings, UnsavedSettings, useSettings } from './setting-cells.tsx';

const shownNutrientKeys = ['energy', 'protein', 'fat', 'carbohydrate', 'sodium'];
const marks = ['常用', '忌用', 'none'] as const;
const markChoices = marks.map((value) => ({ value, text: value === 'none' ? '没有标记' : value }));

const toFilter = ({ keyword = '', category = '', ...rest }: SearchParams) =>
  withoutEmpty({ keyword, category, mark: marks.find((mark) => mark === rest['mark']) });

/** What the list needs beside its foods: the nutrients, and the unit's prices in yuan per kilogram by food code. */
type Basics = { readonly nutrients: readonly Nutrient[]; readonly priceByCode: ReadonlyMap<string, string> };

async function readBasics(): Promise<Basics> {
  const pricesRequest = may('price.view') ? read('/api/ingredient/price') : [];
  const [{ nutrient: nutrients }, prices] = await Promise.all([fetchEnums(), pricesRequest]);
  return { nutrients, priceByCode: new Map(prices.map(({ nutrient: code, price }) => [code, price.toFixed(2)])) };
}

/** 食材: the catalogue and the unit's own foods, with marks and prices. */
export function IngredientPage() {
  const { params } = useSearchParams();
  const filter = toFilter(params);
  const query = { ...filter, pageNo: Number(params['page'] ?? 0) };
  const foodsQuery = useQuery(JSON.stringify(query), () => read('/api/ingredient', query));
  const basicsQuery = useQuery('basics', readBasics);
  const settings = useSettings();
  const { open, confirmDelete, dialog } = useDialog(foodsQuery.refetch);
  const { nutrients = [] } = basicsQuery.data ?? {};
  const onChanged = foodsQuery.refetch;
  const edit = (food?: Food, isNew = false) =>
    open((callbacks) => (
      <FoodEditor key={`${isNew}`} {...{ food, isNew, nutrients, callbacks, edit, confirmDelete, onChanged }} />
    ));
  const isAllowed = may('ingredient.edit') && basicsQuery.data !== undefined;
  const actions = [{ text: '新建食材', kind: 'main', run: () => edit(undefined, true), isAllowed } as const];
  const subtitle = <UnsavedSettings settings={settings} />;
  const refetchAll = () => [basicsQuery.refetch(), foodsQuery.refetch(), settings.clearOutcomes()];
  const noFoods = '还没有食材。请新建，或请平台导入目录。';
  const empty = Object.keys(filter).length > 0 ? '没有这样的食材。请放宽筛选；目录里没有的，可以新建。' : noFoods;
  const filters = [
    { name: 'keyword', label: '名称或拼音', placeholder: '番茄、fanqie、fq' },
    { name: 'category', label: '分类', choices: listEnumChoices('ingredientCategory') },
    ...(isPlatform() ? [] : [{ name: 'mark', label: '标记', choices: markChoices }]),
  ] as const;
  return (
    <Page title="食材" {...{ subtitle, actions }} tools={<Workbooks filter={filter} onDone={refetchAll} />}>
      <Filters filters={filters} />
      {basicsQuery.draw((basics) => (
        <List
          caption="食材"
          {...{ query: foodsQuery, empty, columns: columnsFor(basics, settings, edit) }}
          rowKey={({ code }) => code}
        />
      ))}
      {dialog}
    </Page>
  );
}

function Workbooks({ filter, onDone }: { filter: ReturnType<typeof toFilter>; onDone: () => void }) {
  const uploadTo = (field: SettingField) => async (file: File) => {
    const body = { files: toUploadFields(file) };
    return (await send(api.PUT(`/api/ingredient/${field}/sheet.xlsx`, { body, ...uploadOptions }))).desc;
  };
  const workbook = (field: SettingField, noun: string, mayUpload: boolean) => (
    <Workbook
      {...{ accept: '.xlsx,.csv', noun, onDone }}
      onDownload={() => download(`/api/ingredient/${field}/template`, filter)}
      {...(mayUpload && { onUpload: uploadTo(field) })}
    />
  );
  return (
    <>
      {!isPlatform() && may('ingredient.view', 'mark.edit') && workbook('mark', '标记', may('mark.edit'))}
      {may('price.view') && workbook('price', '价格', may('price.edit'))}
    </>
  );
}

function columnsFor({ nutrients, priceByCode }: Basics, settings: Settings, onOpen: (food: Food) => void) {
  const shownNutrients = nutrients.filter(({ key }) => shownNutrientKeys.includes(key));
  const settingCell = (field: SettingField, isEditable: boolean) => (food: Food) => {
    const savedValue = (field === 'mark' ? food.mark : priceByCode.get(food.code)) ?? '';
    return isEditable ? <SettingCell {...{ field, food, settings, savedValue }} /> : savedValue;
  };
  const nameCell = (food: Food) => (
    <>
      <button type="button" class="plain" onClick={() => onOpen(food)}>
        {foodName(food)}
      </button>
      {food.own && <small class="good"> 自有</small>}
      {food.alias && <small> {food.name}</small>}
    </>
  );
  const columns: readonly Column<Food>[] = [
    { name: '食材', cell: nameCell },
    ...(isPlatform() ? [] : [{ name: '标记', cell: settingCell('mark', may('mark.edit')) }]),
    ...(may('price.view') ? [{ name: '价格 元/kg', cell: settingCell('price', may('price.edit')) }] : []),
    { name: '分类', cell: ({ category }) => category },
    ...shownNutrients.map(({ key, value, unit }) => ({
      name: key === 'energy' ? value : `${value} ${unit}`,
      cell: ({ nutrients: { [key]: amount } }: Food) =>
        amount === undefined ? '—' : (key === 'energy' ? formatEnergy : formatFigure)(amount),
      isNumber: true,
    })),
    { name: '可食部 %', cell: ({ edible }) => edible ?? '—', isNumber: true },
    { name: '过敏原', cell: (food) => listAllergens(food).join('、') },
  ];
  return columns;
}
