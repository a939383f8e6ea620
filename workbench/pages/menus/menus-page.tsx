import { api, read, type Schemas, send } from '../../api/client.ts';
import { download } from '../../api/file.ts';
import { may } from '../../api/session.ts';
import { Actions, type DialogCallbacks, type DialogOpener, showToast, useDialog } from '../../parts/actions.tsx';
import { addDays, formatDaySpan } from '../../parts/dates.ts';
import { toChoices } from '../../parts/field.tsx';
import { Findings, toFindings } from '../../parts/findings.tsx';
import { formatYuan } from '../../parts/format.ts';
import { Page, PageLink, type SearchParams, useQuery, useSearchParams, withoutEmpty } from '../../parts/page.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { FactsDialog, type MenuFields, toBody } from '../planner/dialogs/menu-facts.tsx';
import { compareLatestFirst, listMenus, stateTones } from '../planner/menu-calls.ts';
import { readRejection } from '../review/submission.ts';

type Menu = Schemas['Menu'];

const states = Object.keys(stateTones) as Menu['state'][];

/** The page is short, since the service analyses each menu on it. */
const PAGE_SIZE = 10;

/** 食谱: the menus of the unit, one per week. */
export function MenusPage() {
  const filter = toFilter(useSearchParams().params);
  const menusQuery = useQuery(JSON.stringify(filter), async () => {
    const page = await listMenus(filter);
    return { ...page, content: page.content.sort(compareLatestFirst) };
  });
  const menus = menusQuery.data?.content ?? [];
  const figuresById = useQuery(menus.map(({ id, modify }) => `${id} ${modify}`).join(), () => readFigures(menus)).data;
  const { dialog, ...opener } = useDialog(menusQuery.refetch);
  const makeCreator = (isAutoPlanned: boolean) => () =>
    opener.open(({ onClose }) => <NewMenu isAutoPlanned={isAutoPlanned} onClose={onClose} />);
  const actions = [
    { text: '新建并自动排', isAllowed: may('menu.create'), run: makeCreator(true), kind: 'button' },
    { text: '新建食谱', isAllowed: may('menu.create'), run: makeCreator(false), kind: 'main' },
  ] as const;
  const downloadList = () => download('/api/menu/list.xlsx', filter);
  const isFiltered = Object.keys(filter).some((name) => !name.startsWith('page'));
  const filters = [
    { name: 'keyword', label: '名称或拼音' },
    { name: 'state', label: '状态', choices: toChoices(states) },
    { name: 'from', label: '从', type: 'date' },
    { name: 'to', label: '到', type: 'date' },
  ] as const;
  return (
    <Page title="食谱" actions={actions} tools={<Workbook noun="食谱" onDownload={downloadList} />}>
      <Filters filters={filters} />
      <List
        {...{ query: menusQuery, columns: columnsFor(figuresById ?? new Map(), opener) }}
        caption="食谱，最近的一周在前"
        empty={isFiltered ? '没有符合条件的食谱，请放宽筛选。' : '还没有食谱。先新建一周，再排上菜。'}
      />
      {dialog}
    </Page>
  );
}

/** The dialog for a new menu, which then opens in the planner. `isAutoPlanned` starts planning there. */
function NewMenu({ isAutoPlanned, onClose }: Pick<DialogCallbacks, 'onClose'> & { readonly isAutoPlanned: boolean }) {
  const { route } = useSearchParams();
  const write = async (fields: MenuFields) => {
    const { ids } = await send(api.PUT('/api/menu', { body: toBody(fields) }));
    showToast(`已新建「${fields.name}」，可以排菜了`);
    route(`/w/planner?id=${ids[0]}${isAutoPlanned ? '&dialog=plan' : ''}`);
  };
  const title = isAutoPlanned ? '新建并自动排' : '新建食谱';
  return <FactsDialog {...{ title, write, onClose }} draftKey="head new" submitLabel="新建" />;
}

const columnsFor = (figuresById: FiguresById, opener: DialogOpener): Column<Menu>[] => [
  {
    name: '食谱',
    cell: ({ id, name, groups }) => (
      <>
        <PageLink to={`/w/planner?id=${id}`}>{name}</PageLink>{' '}
        <small>{groups.map((group) => `${group.name} ${group.people} 人`).join('，')}</small>
        {figuresById.get(id)?.rejection && <p class="high">审核意见：{figuresById.get(id)?.rejection}</p>}
      </>
    ),
  },
  { name: '日期', cell: ({ start, days }) => <time>{formatDaySpan(start, addDays(start, days - 1))}</time> },
  {
    name: '状态',
    cell: ({ state, published }) => (
      <>
        <span class={stateTones[state]}>{state}</span>
        {published !== undefined && state !== '已发布' && <small> 正在供应第 {published} 次提交</small>}
      </>
    ),
  },
  { name: '每日平均', cell: ({ id }) => <Findings groups={figuresById.get(id)?.groups ?? []} /> },
  ...(may('price.view') ? [{ name: '人均每日成本', cell: ({ id }: Menu) => figuresById.get(id)?.cost }] : []),
  { name: '操作', cell: (menu) => <Actions target={`「${menu.name}」`} actions={actionsFor(menu, opener)} /> },
];

/** The actions on a menu. A menu that is waiting or published cannot be deleted. */
function actionsFor(menu: Menu, opener: DialogOpener) {
  const { id, name, items, state, published } = menu;
  const deleteMenu = () => send(api.DELETE('/api/menu', { body: { ids: `${id}` } }));
  const consequence = `排好的 ${items.length} 道菜会一起删除，不能恢复。审核记录会保留。`;
  const askToDelete = () => opener.confirmDelete(`食谱「${name}」`, deleteMenu, consequence);
  return [
    { text: '复制', isAllowed: may('menu.create'), to: `/w/planner?id=${id}&dialog=copy` },
    { text: '删除', isAllowed: may('menu.delete') && state !== '待审核' && published === undefined, run: askToDelete },
  ];
}

function toFilter({ keyword, state, from, to, page }: SearchParams) {
  const validState = states.find((name) => name === state);
  return { pageSize: PAGE_SIZE, pageNo: Number(page ?? 0), ...withoutEmpty({ keyword, state: validState, from, to }) };
}

/** The findings, the daily cost and the reviewer's last comment of each menu; a published menu has those of its revision. */
type FiguresById = ReadonlyMap<number, Awaited<ReturnType<typeof readMenuFigures>>>;

const readFigures = async (menus: readonly Menu[]): Promise<FiguresById> =>
  new Map(await Promise.all(menus.map(async (menu) => [menu.id, await readMenuFigures(menu)] as const)));

async function readMenuFigures({ id, state, published }: Menu) {
  const query = { id, ...(state === '已发布' && published !== undefined ? { revision: published } : {}) };
  const [analysis, rejection] = await Promise.all([
    read('/api/menu/analysis', query),
    state === '已驳回' ? readRejection(id) : undefined,
  ]);
  return { groups: toFindings(analysis.levels), cost: describeDailyCost(analysis), rejection };
}

/** The cost per person and day over all groups; undefined if the person may not see prices. */
function describeDailyCost({ levels }: Schemas['Analysis']): string | undefined {
  const totalPeople = levels.reduce((sum, { people }) => sum + people, 0);
  if (totalPeople === 0 || levels.some(({ average }) => average.cost === undefined)) return undefined;
  const totalCost = levels.reduce((sum, { people, average }) => sum + people * (average.cost?.value ?? 0), 0);
  return formatYuan(totalCost / totalPeople);
}
