import { read, type Schemas } from '../../api/client.ts';
import { fetchEnums, listEnumChoices } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { may } from '../../api/session.ts';
import { addDays, formatDay, formatDaySpan, formatWeekday, today } from '../../parts/dates.ts';
import { ChooseOne, SelectField, TextField } from '../../parts/field.tsx';
import { formatExact, formatFigure, formatYuan } from '../../parts/format.ts';
import { Page, type SearchParams, toAddress, useQuery, useSearchParams, withoutEmpty } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { compareLatestFirst, readMenu } from '../planner/menu-calls.ts';

type MenuChoice = Schemas['MenuChoice'];
type Row = Schemas['PurchaseRow'];

/** A purchase list, and the menu revision on which it is based. */
type Purchase = Schemas['Purchase'] & { readonly menu: Schemas['Menu'] };

/** The most foods without a price that are named. */
const MAX_NAMED = 12;

/** 采购: the purchase list of a menu, by day and in total. */
export function PurchasePage() {
  const menusQuery = useQuery('', async () => {
    const [menus] = await Promise.all([read('/api/menu/select'), fetchEnums()]);
    return menus.sort(compareLatestFirst);
  });
  return (
    <Page title="采购">
      {menusQuery.draw((menus) =>
        menus.length > 0 ? (
          <MenuPurchase menus={menus} />
        ) : (
          <p class="empty">
            还没有食谱，算不出要买什么。先在 <a href="/w/menus">食谱</a> 里新建一周。
          </p>
        ),
      )}
    </Page>
  );
}

/** The menu to buy for next: the earliest that has not ended; published menus come before drafts. */
function findNextMenu(menus: readonly MenuChoice[]): MenuChoice | undefined {
  const upcoming = menus.filter((menu) => lastDayOf(menu) >= today());
  return upcoming.filter(({ state }) => state === '已发布').at(-1) ?? upcoming.at(-1) ?? menus[0];
}

const lastDayOf = ({ start, days }: Pick<MenuChoice, 'start' | 'days'>): string => addDays(start, days - 1);

function MenuPurchase({ menus }: { readonly menus: readonly MenuChoice[] }) {
  const { params, setParams } = useSearchParams();
  const menu = menus.find(({ id }) => String(id) === params['menu']) ?? findNextMenu(menus);
  const request = toRequest(menu?.id ?? 0, params);
  const purchaseQuery = useQuery(JSON.stringify(request), () => readPurchase(request));
  if (menu === undefined) return null;
  const choices = menus.map((choice) => {
    const { id, start, name, state } = choice;
    return { value: `${id}`, text: `${formatDaySpan(start, lastDayOf(choice))} ${name}（${state}）` };
  });
  const onMenu = (menuId: string) => setParams({ menu: menuId, from: '', to: '', day: '' });
  const { day = '' } = params;
  const shownSpan = day && { from: day, to: day };
  const field = (name: 'from' | 'to' | 'reserve', defaultValue: string) => ({
    value: params[name] ?? defaultValue,
    onValue: (value: string) => setParams({ [name]: value, ...(name !== 'reserve' && { day: '' }) }, true),
    error: purchaseQuery.failure?.messageFor(name),
  });
  const span = { type: 'date', min: menu.start, max: lastDayOf(menu) } as const;
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <SelectField label="食谱" choices={choices} value={`${menu.id}`} onValue={onMenu} />
        <TextField label="从" {...span} {...field('from', menu.start)} />
        <TextField label="到" {...span} {...field('to', lastDayOf(menu))} />
        <TextField label="备用 %" type="number" min={0} max={100} {...field('reserve', '0')} />
        <Workbook noun="采购" onDownload={() => download('/api/menu/purchase.xlsx', { ...request, ...shownSpan })} />
      </form>
      {purchaseQuery.draw((purchase) => (
        <PurchaseList {...{ purchase, day }} onDay={(chosen) => setParams({ day: chosen }, true)} />
      ))}
    </>
  );
}

const toRequest = (id: number, { from, to, reserve }: SearchParams) => ({
  id,
  ...withoutEmpty({ from, to, reserve: reserve ? Number(reserve) : undefined }),
});

/** Reads the purchase list, and the published revision of the menu or else its current state. */
async function readPurchase(request: ReturnType<typeof toRequest>): Promise<Purchase> {
  const [purchase, menu] = await Promise.all([read('/api/menu/purchase', request), readMenu({ id: request.id })]);
  const { id, published: revision } = menu;
  return { ...purchase, menu: revision === undefined ? menu : await readMenu({ id, revision }) };
}

type PurchaseListProps = { purchase: Purchase; day: string; onDay: (day: string) => void };

/** The foods to buy on a day; with an empty one on all days together. */
function PurchaseList({ purchase, day, onDay }: PurchaseListProps) {
  const { days, total, menu, missingDishes = [] } = purchase;
  const chosenDay = days.find(({ date }) => date === day);
  const rows = sortByCategory(chosenDay?.ingredients ?? total);
  const totalKg = rows.reduce((sum, { kg }) => sum + kg, 0);
  const totalCost = rows.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const choices = days.map(({ date }) => ({ value: date, text: `${formatWeekday(date)} ${formatDay(date)}` }));
  const allDays = { value: '', text: `合计 ${days.length} 天` };
  const maySeePrices = may('price.view');
  const columns = [...quantityColumns, ...(maySeePrices ? priceColumns : []), ...detailColumns];
  return (
    <div class="stack">
      <ChooseOne label="哪一天" choices={[allDays, ...choices]} value={chosenDay ? day : ''} onValue={onDay} />
      <div>
        <p>
          {rows.length} 种食材，<b>{formatExact(totalKg)} kg</b>
          {maySeePrices && '，共 '}
          {maySeePrices && <b>{formatYuan(totalCost)}</b>}
        </p>
        <p class="faint">
          {menu.published === undefined
            ? '按还没有发布的内容和现在的价格算。'
            : `按正在供应的第 ${menu.published} 次提交算，价格是提交时的。`}
          {chosenDay && describePeople(menu.groups, chosenDay.people)}
        </p>
      </div>
      {missingDishes.length > 0 && <p class="notice warn">{missingDishes.length} 道菜已被删除，没有算进来。</p>}
      {maySeePrices && <Unpriced rows={rows} />}
      <Table caption="要买的食材，按类别" columns={columns} rows={rows} empty="这几天没有菜，不用买。" />
    </div>
  );
}

function sortByCategory(rows: readonly Row[]): Row[] {
  const rankByCategory = new Map(listEnumChoices('ingredientCategory').map(({ value }, index) => [value, index]));
  const rank = ({ category }: Row) => rankByCategory.get(category) ?? rankByCategory.size;
  return [...rows].sort((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1));
}

/** Describes how many people eat. Exceptions for the day replace the usual number of a group. */
function describePeople(groups: Purchase['menu']['groups'], exceptions: Schemas['PurchasePeople'][] = []): string {
  const texts = groups.map((group) => {
    const exception = exceptions.find(({ group: name }) => name === group.name);
    return `${group.name} ${exception?.people ?? group.people} 人${exception ? `（平时 ${group.people} 人）` : ''}`;
  });
  return `${texts.join('，')}。`;
}

function Unpriced({ rows }: { readonly rows: readonly Row[] }) {
  const unpriced = rows.filter(({ price }) => price === undefined);
  if (unpriced.length === 0) return null;
  return (
    <p class="notice warn">
      {unpriced.length} 种食材没有价格，没有算进金额，请到「食材」里填：
      {unpriced.slice(0, MAX_NAMED).map(({ code, name }, index) => (
        <span key={code}>
          {index > 0 && '、'}
          <a href={toAddress('/w/ingredient', { keyword: name })}>{name}</a>
        </span>
      ))}
      {unpriced.length > MAX_NAMED && '…'}
    </p>
  );
}

const noteByFlag = { edible_unknown: '可食部未知，按 100 % 算', unlisted: '食材目录里没有' } as const;

const quantityColumns: readonly Column<Row>[] = [
  {
    name: '食材',
    cell: ({ name, flags = [] }) => (
      <>
        {name} <small>{flags.map((flag) => noteByFlag[flag]).join('，')}</small>
      </>
    ),
  },
  { name: '要买 kg', isNumber: true, cell: ({ kg }) => <b>{formatExact(kg)}</b> },
];
const priceColumns: readonly Column<Row>[] = [
  { name: '金额 元', isNumber: true, cell: ({ cost }) => (cost === undefined ? '' : formatExact(cost)) },
  { name: '单价 元/kg', isNumber: true, cell: ({ price }) => (price === undefined ? '没有价格' : formatExact(price)) },
];
const detailColumns: readonly Column<Row>[] = [
  { name: '净用量 kg', isNumber: true, cell: ({ grams }) => formatFigure(grams / 1000) },
  { name: '可食部 %', isNumber: true, cell: ({ edible }) => edible ?? '' },
  { name: '类别', cell: ({ category }) => category },
];
