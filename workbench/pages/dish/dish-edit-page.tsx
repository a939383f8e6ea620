import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { openPrinted } from '../../api/file.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { useOpened } from '../../parts/confirm.tsx';
import { OpenedForm, type Version } from '../../parts/editor.tsx';
import { Page } from '../../parts/page.tsx';
import type { Step } from '../../parts/steps.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toast.tsx';
import * as css from './dish.module.css';
import * as dishes from './dish.tsx';
import { DishFields } from './dish-fields.tsx';

/** One dish: made, changed, looked at. */
export function DishEditPage() {
  const id = Number(useLocation().query['id'] ?? 0);
  return <OneDish key={id} id={id} />;
}

function OneDish({ id }: { readonly id: number }) {
  const asked = useAsked('', () => dishes.openDish(id));
  return (
    <Page title={asked.answer?.work.name || (id === 0 ? '新建菜品' : '菜品')} about={<a href="/w/dish">全部菜品</a>}>
      <Loaded asked={asked}>{(opened) => <DishEditor opened={opened} onSaved={asked.again} />}</Loaded>
    </Page>
  );
}

function DishEditor({ opened, onSaved }: { readonly opened: Version<dishes.Draft>; readonly onSaved: () => void }) {
  const { id, name } = opened.work;
  const { route } = useLocation();
  const isOwn = dishes.isOwn(opened.work);
  const isFixed = id === 0 ? !dishes.may.create() : !(dishes.may.edit() && isOwn);
  const leaving = useOpened(() => route('/w/dish'));
  const remove = () => leaving.remove(...dishes.deletionOf([opened.work]));
  const copy = async () => route(`/w/dish/edit?id=${await dishes.copyDish(opened.work)}`);
  const print = () => openPrinted(`/api/dish/label.html?ids=${id}`);
  const steps: readonly Step[] = [
    { text: '删除', kind: 'danger', act: remove, may: dishes.may.delete() && isOwn },
    { text: '打印营养标签', kind: 'button', act: print, may: dishes.may.label() },
    { text: dishes.copying(opened.work), kind: isFixed ? 'main' : 'button', act: copy, may: dishes.may.create() },
  ];
  return (
    <>
      {isFixed && (
        <p class="notice">
          {isOwn ? '您的角色不能修改菜品，只能查看。' : '这是平台菜品库的菜品，只能查看。复制为自己的以后就可以修改。'}
        </p>
      )}
      <OpenedForm<dishes.Draft>
        {...{ draft: `dish ${id}`, opened, what: `菜品「${name}」`, tell: dishes.tellDraft, onSaved, isFixed }}
        steps={id === 0 ? [] : steps}
        read={() => dishes.openDish(id)}
        write={useStore(id)}
        isLong
      >
        {(typed) => (
          <div class="sides">
            <DishFields {...typed} isFixed={isFixed} />
            {dishes.may.label() && <Nutrition foods={typed.work.ingredient} />}
          </div>
        )}
      </OpenedForm>
      {leaving.opened}
    </>
  );
}

/** Stores a draft on its version; answers it as it is stored. A new one is shown at its address. */
function useStore(id: number) {
  const { route } = useLocation();
  return async (_: Partial<dishes.Draft>, params: object, draft: dishes.Draft): Promise<Version<dishes.Draft>> => {
    const body = dishes.toForm(draft);
    const update = { body: { id, ...body }, params };
    const answer = await send(id === 0 ? api.PUT('/api/dish', { body }) : api.POST('/api/dish', update));
    const { length } = draft.units;
    toast(`已保存「${draft.name}」${length > 0 ? `，另给了 ${length} 个单位` : ''}`);
    if (id === 0) route(`/w/dish/edit?id=${answer.ids[0]}`, true);
    return { work: { ...draft, units: [] }, etag: answer.etag };
  };
}

/** What people ask for first; the rest is seen when it is opened. */
const first = ['能量', '蛋白质', '脂肪', '碳水化合物', '膳食纤维', '钠', '钙', '铁', '维生素A', '维生素C'];

/** What a portion gives, as its ingredients stand now. The answer to an older question is dropped. */
function Nutrition({ foods }: { readonly foods: readonly dishes.Food[] }) {
  const ingredient = foods.filter(({ value }) => Number(value) > 0).map(dishes.toEntry);
  const asked = useAsked(JSON.stringify(ingredient), async () =>
    ingredient.length === 0 ? [] : (await send(api.POST('/api/dish/label', { body: { ingredient } }))).body.component,
  );
  return (
    <aside class={`${css.nutrition} dense stack`} aria-label="每份营养">
      <h2>每份营养</h2>
      <Loaded asked={asked}>
        {(component) => (
          <>
            <Amounts caption="主要营养" component={component.filter(({ name }) => first.includes(name))} />
            {component.length > 0 && (
              <details>
                <summary>其他营养素</summary>
                <Amounts caption="其他营养素" component={component.filter(({ name }) => !first.includes(name))} />
              </details>
            )}
            <Gaps component={component} />
          </>
        )}
      </Loaded>
      {foods.length > 0 && <Allergens foods={foods} />}
    </aside>
  );
}

const columns: Column<dishes.Component>[] = [
  { name: '项目', cell: ({ name }) => name },
  { name: '每份', cell: (one) => `${one.missing ? '不少于 ' : ''}${dishes.amountOf(one)}`, isNumber: true },
  { name: 'NRV', cell: ({ nvr }) => (nvr === '-' ? '–' : `${Math.round(Number.parseFloat(nvr))} %`), isNumber: true },
];

function Amounts(shown: { readonly caption: string; readonly component: readonly dishes.Component[] }) {
  return (
    <Table
      {...{ ...shown, columns, rows: shown.component, empty: '加入食材和克数后，这里随时显示能量和营养素。' }}
      keyOf={({ name }) => name}
    />
  );
}

/** The foods that lack figures, those that lack the same in one line. */
function Gaps({ component }: { readonly component: readonly dishes.Component[] }) {
  const lacking = new Map<string, string[]>();
  for (const food of new Set(component.flatMap(({ missing = [] }) => missing))) {
    const lacks = component.filter(({ missing }) => missing?.includes(food)).map(({ name }) => name);
    const text = lacks.length === component.length ? '没有任何数据' : `缺${lacks.join('、')}`;
    lacking.set(text, [...(lacking.get(text) ?? []), food]);
  }
  if (lacking.size === 0) return null;
  return (
    <div class="notice warn">
      <p>这些食材的数据不全，实际含量会高一些：</p>
      <ul>
        {[...lacking].map(([text, foods]) => (
          <li key={text}>
            <b>{text}</b>：{foods.join('、')}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The allergens of all ingredients, and of which ingredients nobody knows them. */
function Allergens({ foods }: { readonly foods: readonly dishes.Food[] }) {
  const known = foods.flatMap(({ key }) => dishes.details.value.get(key)?.allergens ?? []);
  const unclear = foods.filter(({ key }) => !dishes.details.value.get(key)?.allergens);
  return (
    <p>
      <b>过敏原</b> {[...new Set(known)].join('、') || (unclear.length === 0 ? '没有' : '没有登记')}
      {unclear.length > 0 && <small>；{unclear.map(({ key }) => dishes.nameOf(key)).join('、')}不清楚</small>}
    </p>
  );
}
