import { api, send } from '../../api/client.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { amountOf, type Component, details, type Food, nameOf, toEntry } from './dish.tsx';

/** What people ask for first; the rest is seen when it is opened. */
const first = ['能量', '蛋白质', '脂肪', '碳水化合物', '膳食纤维', '钠', '钙', '铁', '维生素A', '维生素C'];

/** What a portion gives, as its ingredients stand now. The answer to an older question is dropped. */
export function Nutrition({ foods }: { readonly foods: readonly Food[] }) {
  const ingredient = foods.filter(({ value }) => Number(value) > 0).map(toEntry);
  const asked = useAsked(JSON.stringify(ingredient), async () =>
    ingredient.length === 0 ? [] : (await send(api.POST('/api/dish/label', { body: { ingredient } }))).body.component,
  );
  return (
    <aside class="dish-nutrition stack" aria-label="每份营养">
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

const columns: Column<Component>[] = [
  { name: '项目', cell: ({ name }) => name },
  { name: '每份', cell: (one) => `${one.missing ? '不少于 ' : ''}${amountOf(one)}`, isNumber: true },
  { name: 'NRV', cell: ({ nvr }) => (nvr === '-' ? '–' : `${Math.round(Number.parseFloat(nvr))} %`), isNumber: true },
];

function Amounts(shown: { readonly caption: string; readonly component: readonly Component[] }) {
  return (
    <Table
      {...shown}
      columns={columns}
      rows={shown.component}
      keyOf={({ name }) => name}
      empty="加入食材和克数后，这里随时显示能量和营养素。"
    />
  );
}

/** The foods that lack figures, those that lack the same in one line. */
function Gaps({ component }: { readonly component: readonly Component[] }) {
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
function Allergens({ foods }: { readonly foods: readonly Food[] }) {
  const known = foods.flatMap(({ key }) => details.value.get(key)?.allergens ?? []);
  const unclear = foods.filter(({ key }) => !details.value.get(key)?.allergens);
  return (
    <p>
      <b>过敏原</b> {[...new Set(known)].join('、') || (unclear.length === 0 ? '没有' : '没有登记')}
      {unclear.length > 0 && <small>；{unclear.map(({ key }) => nameOf(key)).join('、')}不清楚</small>}
    </p>
  );
}
