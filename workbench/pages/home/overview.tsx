import type { components, paths } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { choicesOf } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { Loaded, useAsked } from '../../parts/asked.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Findings } from '../../parts/findings.tsx';
import { dayAfter, daySpan, longDay, moment, mondayOf, today, yuan } from '../../parts/format.ts';
import { addressOf, type Query, useQuery } from '../../parts/query.ts';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { Way } from '../../parts/way.tsx';
import { Workbook } from '../../parts/workbook.tsx';

type Overview = components['schemas']['Overview'];
type UnitWeek = components['schemas']['UnitWeek'];
type Filter = NonNullable<paths['/api/menu/overview']['get']['parameters']['query']>;

/** So many units are on a page: other things to do stand beside them. */
const PAGE_SIZE = 10;
/** The weeks to choose from: a quarter of a year, and how many of them are ahead. */
const [WEEKS, WEEKS_AHEAD] = [13, 3];

/** How far all units are with a week, those that are late first. */
export function WeekOfUnits() {
  const { query, filterBy } = useQuery();
  // The service refuses what it does not know.
  const { page, ...filter } = query as Query & Omit<Filter, 'pageNo' | 'pageSize'>;
  const ask = { ...filter, pageNo: Number(page ?? 0), pageSize: PAGE_SIZE };
  const asked = useAsked(JSON.stringify(ask), async () => {
    return (await send(api.GET('/api/menu/overview', { params: { query: ask } }))).body;
  });
  const save = () => download(send(api.GET('/api/menu/overview.xlsx', { params: { query: filter }, parseAs: 'blob' })));
  return (
    <section>
      <h2>各单位的食谱</h2>
      <Loaded asked={asked}>
        {(found) => (
          <>
            <Filters of={filtersOf(found)}>
              <SelectField label="周" {...filterBy('week')} value={found.week} choices={weeksWith(found.week)} />
            </Filters>
            <p>{tellTotals(found)}</p>
            <List
              {...{ asked, caption: '各单位的食谱，逾期的在前', columns, isStacked: true }}
              keyOf={({ vender }) => vender}
              empty="没有符合条件的单位。停用、到期和整周放假的单位不在其中。"
            />
            <Workbook noun="进度" onDownload={save} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The weeks to choose from, the shown one among them. */
function weeksWith(week: string) {
  const near = Array.from({ length: WEEKS }, (_, index) => dayAfter(mondayOf(today()), 7 * (WEEKS_AHEAD - index)));
  const weeks = [...new Set([...near, week])].sort();
  return weeks.map((monday) => ({ value: monday, text: daySpan(monday, dayAfter(monday, 6)) }));
}

/** What the units of a week are found by. */
function filtersOf({ totals }: Overview) {
  return [
    { name: 'state', label: '状态', choices: totals.map(({ state }) => ({ value: state, text: state })) },
    { name: 'category', label: '类别', choices: choicesOf('category') },
  ];
}

/** Until when the week should be published, how far how many are, and how many are late. */
function tellTotals({ by, totals }: Overview) {
  const [date = '', time] = by.split('T');
  const late = totals.reduce((sum, one) => sum + one.late, 0);
  const told = totals.filter(({ units }) => units > 0).map(({ state, units }) => `${state} ${units}`);
  return (
    <>
      {longDay(date)} {time} 前应发布。{told.join('，')} {late > 0 && <b class="high">逾期 {late}</b>}
    </>
  );
}

const columns: readonly Column<UnitWeek>[] = [
  {
    name: '单位',
    cell: ({ venderName, category }) => (
      <>
        {holds(1) ? <Way to={addressOf('/w/unit', { keyword: venderName })}>{venderName}</Way> : venderName}{' '}
        <small>{category}</small>
      </>
    ),
  },
  { name: '状态', cell: ({ state }) => state },
  {
    name: '已发布',
    cell: ({ covered, days, late, publishedAt }) => (
      <>
        {covered} / {days} 天 {late && <b class="high">逾期</b>}{' '}
        {publishedAt !== undefined && <small>{moment(publishedAt)}</small>}
      </>
    ),
  },
  { name: '每日平均', cell: ({ groups }) => groups.length > 0 && <Findings groups={groups} /> },
  {
    name: '人均每日成本',
    cell: ({ groups }) =>
      groups
        .flatMap(({ cost }) => (cost ? `${cost.missingCount > 0 ? '至少 ' : ''}${yuan(cost.value)}` : []))
        .join('、'),
  },
];
