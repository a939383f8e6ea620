import { useLocation } from 'preact-iso/router';
import { api, send } from '../../api/client.ts';
import { download } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { type Ends, useDoing } from '../../parts/editor-dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Findings } from '../../parts/findings.tsx';
import { dayAfter, daySpan } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { useQuery } from '../../parts/query.ts';
import { Steps } from '../../parts/steps.tsx';
import { type Column, Pager, Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toast.tsx';
import { Way } from '../../parts/way.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { type HeadFields, toBody } from '../planner/dialogs/head-fields.ts';
import { MenuHead } from '../planner/dialogs/menu-head.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { type Figures, listMenus, type Menu, readFigures, states, toFilter } from './listed.ts';

/** What a dialog is open for, and about which menu. */
type Doing = { readonly kind: 'copy' | 'delete'; readonly menu: Menu } | { readonly kind: 'new' | 'plan' };

/** 食谱: the weeks of the unit. */
export function MenusPage() {
  const { query, setQuery } = useQuery();
  const filter = toFilter(query);
  const asked = useAsked(JSON.stringify(filter), () => listMenus(filter));
  const menus = asked.answer?.content ?? [];
  const figures = useAsked(menus.map(({ id, modify }) => `${id} ${modify}`).join(), () => readFigures(menus)).answer;
  const { doing, begin, ends } = useDoing<Doing>(asked.again);
  const save = () => download(send(api.GET('/api/menu/list.xlsx', { params: { query: filter }, parseAs: 'blob' })));
  const isFiltered = Object.keys(filter).length > 2;
  return (
    <Page
      title="食谱"
      actions={
        <>
          <Workbook noun="食谱" onDownload={save} />
          {holds(30) && (
            <Steps
              steps={[
                { text: '新建并自动排', act: () => begin({ kind: 'plan' }), kind: 'button' },
                { text: '新建食谱', act: () => begin({ kind: 'new' }), kind: 'main' },
              ]}
            />
          )}
        </>
      }
    >
      <Filters />
      <Loaded asked={asked}>
        {(page) => (
          <>
            <Table
              caption="食谱，最近的一周在前"
              columns={columnsOf(figures ?? new Map(), begin)}
              rows={page.content}
              keyOf={({ id }) => id}
              empty={isFiltered ? '没有符合条件的食谱，请放宽筛选。' : '还没有食谱。先新建一周，再排上菜。'}
              isStacked
            />
            <Pager page={page} onPage={(number) => setQuery({ page: String(number) })} />
          </>
        )}
      </Loaded>
      {doing && <Dialogs doing={doing} ends={ends} />}
    </Page>
  );
}

function Filters() {
  const { filterBy } = useQuery();
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <TextField label="名称或拼音" type="search" maxLength={100} {...filterBy('keyword')} />
      <SelectField
        label="状态"
        choices={[{ value: '', text: '全部' }, ...states.map((value) => ({ value, text: value }))]}
        {...filterBy('state')}
      />
      <TextField label="从" type="date" {...filterBy('from')} />
      <TextField label="到" type="date" {...filterBy('to')} />
    </form>
  );
}

function columnsOf(figures: Figures, begin: (doing: Doing) => void): Column<Menu>[] {
  return [
    {
      name: '食谱',
      cell: ({ id, name, groups }) => (
        <>
          <Way to={`/w/planner?id=${id}`}>{name}</Way>{' '}
          <small>{groups.map((group) => `${group.name} ${group.people} 人`).join('，')}</small>
          {figures.get(id)?.rejection && <p class="high">审核意见：{figures.get(id)?.rejection}</p>}
        </>
      ),
    },
    { name: '日期', cell: ({ start, days }) => daySpan(start, dayAfter(start, days - 1)) },
    {
      name: '状态',
      cell: ({ state, published }) => (
        <>
          <span class={tones[state]}>{state}</span>
          {published !== undefined && state !== '已发布' && <small> 正在供应第 {published} 次提交</small>}
        </>
      ),
    },
    { name: '每日平均', cell: ({ id }) => <Findings groups={figures.get(id)?.groups ?? []} /> },
    ...(holds(21) ? [{ name: '人均每日成本', cell: ({ id }: Menu) => figures.get(id)?.cost }] : []),
    { name: '操作', cell: (menu) => <Steps about={`「${menu.name}」`} steps={stepsOf(menu, begin)} /> },
  ];
}

/** What can be done with a menu. What waits or is live cannot be deleted. */
function stepsOf(menu: Menu, begin: (doing: Doing) => void) {
  const isFree = menu.state !== '待审核' && menu.published === undefined;
  return [
    { text: '复制', may: holds(30), act: () => begin({ kind: 'copy', menu }) },
    { text: '删除', may: holds(32) && isFree, act: () => begin({ kind: 'delete', menu }) },
  ];
}

const tones = { 草稿: 'low', 待审核: '', 已驳回: 'high', 已发布: 'good' } as const;

function Dialogs({ doing, ends: { onDone, onClose } }: { readonly doing: Doing; readonly ends: Ends }) {
  const { route } = useLocation();
  if (!('menu' in doing)) {
    const [title, rest] = doing.kind === 'new' ? ['新建食谱', ''] : ['新建并自动排', '&plan=1'];
    const create = async (fields: HeadFields) => {
      const { ids } = await send(api.PUT('/api/menu', { body: toBody(fields) }));
      toast(`已新建「${fields.name}」，可以排菜了`);
      route(`/w/planner?id=${ids[0]}${rest}`);
    };
    return <MenuHead title={title} draft="head new" action="新建" run={create} onClose={onClose} />;
  }
  if (doing.kind === 'copy') return <CopyMenu menu={doing.menu} onDone={onDone} onClose={onClose} />;
  const { id, name, items } = doing.menu;
  return (
    <Confirm
      title={`删除食谱「${name}」？`}
      action="删除"
      run={() => send(api.DELETE('/api/menu', { body: { ids: String(id) } }))}
      onDone={() => onDone(`已删除食谱「${name}」`)}
      onClose={onClose}
    >
      <p>排好的 {items.length} 道菜会一起删除，不能恢复。审核记录会保留。</p>
    </Confirm>
  );
}
