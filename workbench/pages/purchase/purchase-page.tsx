import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { getEnums } from '../../api/enums.ts';
import type { Failure } from '../../api/failure.ts';
import { download } from '../../api/file.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { dayAfter, daySpan, today } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { type Query, useQuery } from '../../parts/query.ts';
import { Workbook } from '../../parts/workbook.tsx';
import { Bought, type Purchase } from './bought.tsx';

type MenuChoice = components['schemas']['MenuChoice'];

/** 采购: what is to be bought for a menu, by day and in all. */
export function PurchasePage() {
  const asked = useAsked('', async () => {
    const [{ body }] = await Promise.all([send(api.GET('/api/menu/select')), getEnums()]);
    return body.sort((a, b) => (a.start < b.start ? 1 : -1));
  });
  return (
    <Page title="采购">
      <Loaded asked={asked}>
        {(menus) =>
          menus.length > 0 ? (
            <PurchaseOf menus={menus} />
          ) : (
            <p class="empty">
              还没有食谱，算不出要买什么。先在 <a href="/w/menus">食谱</a> 里新建一周。
            </p>
          )
        }
      </Loaded>
    </Page>
  );
}

/** The menu that is bought for next: the earliest that is not over, what is published before drafts. */
function nextOf(menus: readonly MenuChoice[]): MenuChoice | undefined {
  const ahead = menus.filter((menu) => lastDay(menu) >= today());
  const published = ahead.filter(({ state }) => state === '已发布');
  return [...published].pop() ?? [...ahead].pop() ?? menus[0];
}

function lastDay({ start, days }: Pick<MenuChoice, 'start' | 'days'>): string {
  return dayAfter(start, days - 1);
}

function PurchaseOf({ menus }: { readonly menus: readonly MenuChoice[] }) {
  const { query } = useQuery();
  const menu = menus.find(({ id }) => String(id) === query['menu']) ?? nextOf(menus);
  const request = toRequest(menu?.id ?? 0, query);
  const asked = useAsked(JSON.stringify(request), () => readPurchase(request));
  if (menu === undefined) return null;
  const save = () =>
    download(send(api.GET('/api/menu/purchase.xlsx', { params: { query: request }, parseAs: 'blob' })));
  return (
    <>
      <Filters menus={menus} menu={menu} failure={asked.failure} onSave={save} />
      <Loaded asked={asked}>{(purchase) => <Bought key={menu.id} purchase={purchase} />}</Loaded>
    </>
  );
}

function toRequest(id: number, { from, to, reserve }: Query) {
  return { id, ...(from ? { from } : {}), ...(to ? { to } : {}), ...(reserve ? { reserve: Number(reserve) } : {}) };
}

/** What is bought, and the menu as it is bought for: the live submission, or else what it says now. */
async function readPurchase(request: ReturnType<typeof toRequest>): Promise<Purchase> {
  const ask = async (query: { id: number; revision?: number }) => {
    const { body } = await send(api.GET('/api/menu', { params: { query } }));
    if (!('items' in body)) throw new TypeError('A page of menus was answered');
    return body;
  };
  const [{ body }, menu] = await Promise.all([
    send(api.GET('/api/menu/purchase', { params: { query: request } })),
    ask({ id: request.id }),
  ]);
  const { id, published: revision } = menu;
  return { ...body, menu: revision === undefined ? menu : await ask({ id, revision }) };
}

interface FiltersProps {
  readonly menus: readonly MenuChoice[];
  readonly menu: MenuChoice;
  readonly failure: Failure | undefined;
  readonly onSave: () => Promise<unknown>;
}

function Filters({ menus, menu, failure, onSave }: FiltersProps) {
  const { query, setQuery } = useQuery();
  const choices = menus.map(({ id, name, start, days, state }) => {
    return { value: String(id), text: `${daySpan(start, lastDay({ start, days }))} ${name}（${state}）` };
  });
  const field = (name: 'from' | 'to' | 'reserve', other: string) => ({
    value: query[name] ?? other,
    onValue: (value: string) => setQuery({ [name]: value }, true),
    wrong: failure?.about(name),
  });
  const span = { type: 'date', min: menu.start, max: lastDay(menu) } as const;
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="食谱"
        choices={choices}
        value={String(menu.id)}
        onValue={(value) => setQuery({ menu: value, from: '', to: '' })}
      />
      <TextField label="从" {...span} {...field('from', menu.start)} />
      <TextField label="到" {...span} {...field('to', lastDay(menu))} />
      <TextField label="备用 %" type="number" min={0} max={100} {...field('reserve', '0')} />
      <Workbook noun="采购" onDownload={onSave} />
    </form>
  );
}
