import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { openPrintPage } from '../../api/file.ts';
import { may } from '../../api/session.ts';
import { type Action, showToast, useDialog } from '../../parts/actions.tsx';
import type { Version } from '../../parts/editor.tsx';
import { Form } from '../../parts/form.tsx';
import { groupBy } from '../../parts/group.ts';
import { Page, useQuery } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import * as css from './dish.module.css';
import * as dishes from './dish.tsx';
import { DishFields } from './dish-fields.tsx';

/** The page that creates, edits or shows one dish. */
export function DishEditPage() {
  const id = Number(useLocation().query['id'] ?? 0);
  return <DishById key={id} id={id} />;
}

function DishById({ id }: { readonly id: number }) {
  const dishQuery = useQuery('', () => dishes.openDish(id));
  // After a creation the page of the new dish replaces this one: the blank dish that is fetched again is never shown.
  const title = dishQuery.data?.work.name || (id === 0 ? '新建菜品' : '菜品');
  return (
    <Page title={title} subtitle={<a href="/w/dish">全部菜品</a>}>
      {dishQuery.draw((initial) => (
        <DishEditor initial={initial} onSaved={dishQuery.refetch} />
      ))}
    </Page>
  );
}

function DishEditor({ initial, onSaved }: { readonly initial: Version<dishes.Draft>; readonly onSaved: () => void }) {
  const { id, name } = initial.work;
  const { route } = useLocation();
  const isOwn = dishes.isOwn(initial.work);
  const isReadOnly = id === 0 ? !may('dish.create') : !(may('dish.edit') && isOwn);
  const saveDraft = useSaveDraft(id);
  const { confirmDelete, dialog } = useDialog(() => route('/w/dish'));
  const askToDelete = () => dishes.confirmDishDeletion(confirmDelete, [initial.work]);
  const copy = async () => route(`/w/dish/edit?id=${await dishes.copyDish(initial.work)}`);
  const copyKind = isReadOnly ? 'main' : 'button';
  const printLabel = () => openPrintPage(`/api/dish/label.html?ids=${id}`);
  const actions: readonly Action[] = [
    { text: '删除', kind: 'danger', run: askToDelete, isAllowed: may('dish.delete') && isOwn },
    { text: '打印营养标签', kind: 'button', run: printLabel, isAllowed: dishes.maySeeLabels() },
    { text: dishes.toCopyLabel(initial.work), kind: copyKind, run: copy, isAllowed: may('dish.create') },
  ];
  return (
    <>
      {isReadOnly && (
        <p class="notice">
          {isOwn ? '您的角色不能修改菜品，只能查看。' : '这是平台菜品库的菜品，只能查看。复制为自己的以后就可以修改。'}
        </p>
      )}
      <Form<dishes.Draft>
        {...{ draftKey: `dish ${id}`, subject: `菜品「${name}」`, describe: dishes.describeDraft }}
        {...{ initial, onSaved, isReadOnly }}
        actions={id === 0 ? [] : actions}
        read={() => dishes.openDish(id)}
        write={saveDraft}
        isLong
      >
        {(form) => (
          <div class="sides">
            <DishFields {...form} isReadOnly={isReadOnly} />
            {dishes.maySeeLabels() && <Nutrition foods={form.work.ingredient} />}
          </div>
        )}
      </Form>
      {dialog}
    </>
  );
}

/** Returns a function that saves a draft. After a dish is created the page moves to its address. */
function useSaveDraft(id: number) {
  const { route } = useLocation();
  return async (draft: dishes.Draft, { params }: { params: object }): Promise<Version<dishes.Draft>> => {
    const body = dishes.toForm(draft);
    const update = { body: { id, ...body }, params };
    const { ids, etag } = await send(id === 0 ? api.PUT('/api/dish', { body }) : api.POST('/api/dish', update));
    const copyCount = draft.units.length;
    showToast(`已保存「${draft.name}」${copyCount > 0 ? `，另给了 ${copyCount} 个单位` : ''}`);
    if (id === 0) route(`/w/dish/edit?id=${ids[0]}`, true);
    return { work: { ...draft, units: [] }, etag };
  };
}

const mainNutrients = ['能量', '蛋白质', '脂肪', '碳水化合物', '膳食纤维', '钠', '钙', '铁', '维生素A', '维生素C'];
const isMainNutrient = ({ name }: dishes.Component) => mainNutrients.includes(name);

function Nutrition({ foods }: { readonly foods: readonly dishes.Food[] }) {
  const ingredient = foods.filter(({ value }) => Number(value) > 0).map(dishes.toRecipeEntry);
  const labelQuery = useQuery(JSON.stringify(ingredient), async () =>
    ingredient.length === 0 ? [] : (await send(api.POST('/api/dish/label', { body: { ingredient } }))).body.component,
  );
  return (
    <aside class={`${css.nutrition} dense stack`} aria-label="每份营养">
      <h2>每份营养</h2>
      {labelQuery.draw((components) => (
        <>
          <Amounts caption="主要营养" components={components.filter(isMainNutrient)} />
          {components.length > 0 && (
            <details>
              <summary>其他营养素</summary>
              <Amounts caption="其他营养素" components={components.filter((nutrient) => !isMainNutrient(nutrient))} />
            </details>
          )}
          <DataGaps components={components} />
        </>
      ))}
      {foods.length > 0 && <Allergens foods={foods} />}
    </aside>
  );
}

const columns: Column<dishes.Component>[] = [
  { name: '项目', cell: ({ name }) => name },
  { name: '每份', cell: dishes.formatLabelAmount, isNumber: true },
  { name: 'NRV', cell: ({ nvr }) => (nvr === '-' ? '–' : `${Math.round(Number.parseFloat(nvr))} %`), isNumber: true },
];

const Amounts = (props: { readonly caption: string; readonly components: readonly dishes.Component[] }) => (
  <Table {...{ ...props, columns, rows: props.components, empty: '加入食材和克数后，这里随时显示能量和营养素。' }} />
);

function DataGaps({ components }: { readonly components: readonly dishes.Component[] }) {
  const foodNames = [...new Set(components.flatMap(({ missing = [] }) => missing))];
  const describeGap = (foodName: string) => {
    const missingNames = components.filter(({ missing }) => missing?.includes(foodName)).map(({ name }) => name);
    return missingNames.length === components.length ? '没有任何数据' : `缺${missingNames.join('、')}`;
  };
  if (foodNames.length === 0) return null;
  return (
    <div class="notice warn">
      <p>这些食材的数据不全，实际含量会高一些：</p>
      <ul>
        {groupBy(foodNames, describeGap).map(([gap, foodsWithGap]) => (
          <li key={gap}>
            <b>{gap}</b>：{foodsWithGap.join('、')}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Allergens({ foods }: { readonly foods: readonly dishes.Food[] }) {
  const allergens = foods.flatMap(({ key }) => dishes.foodByCode.value.get(key)?.allergens ?? []);
  const unclearFoods = foods.filter(({ key }) => {
    const food = dishes.foodByCode.value.get(key);
    return !food?.allergens || food.mayHaveOthers;
  });
  return (
    <p>
      <b>过敏原</b> {[...new Set(allergens)].join('、') || (unclearFoods.length === 0 ? '没有' : '没有登记')}
      {unclearFoods.length > 0 && (
        <small>；{unclearFoods.map(({ key }) => dishes.toFoodName(key)).join('、')}不清楚</small>
      )}
    </p>
  );
}
