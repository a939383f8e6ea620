import { type GetQuery, read, type Schemas } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { holds } from '../../api/session.ts';
import { SelectField } from '../../parts/field.tsx';
import { Findings } from '../../parts/findings.tsx';
import {
  addDays,
  findMonday,
  formatDaySpan,
  formatLongDay,
  formatMoment,
  formatYuan,
  today,
} from '../../parts/format.ts';
import { Loaded, PageLink, type SearchParams, toAddress, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { Workbook } from '../../parts/workbook.tsx';

type Overview = Schemas['Overview'];
type UnitWeek = Schemas['UnitWeek'];
type Filter = NonNullable<GetQuery<'/api/menu/overview'>>;

/** The page is short, since other tasks are shown next to it. */
const PAGE_SIZE = 10;
/** The number of weeks to choose from, and how many of them are in the future. */
const [WEEKS, WEEKS_AHEAD] = [13, 3];

/** The progress of all units with the menus of a week; late units come first. */
export function UnitsWeek() {
  const { params, bindFilter } = useSearchParams();
  // Unknown parameters reach the service, which refuses them.
  const { page, ...filter } = params as SearchParams & Omit<Filter, 'pageNo' | 'pageSize'>;
  const request = { ...filter, pageNo: Number(page ?? 0), pageSize: PAGE_SIZE };
  const overviewQuery = useQuery(JSON.stringify(request), () => read('/api/menu/overview', request));
  return (
    <section>
      <h2>各单位的食谱</h2>
      <Loaded query={overviewQuery}>
        {(week) => (
          <>
            <Filters filters={listFilters(week)}>
              <SelectField label="周" {...bindFilter('week')} value={week.week} choices={listWeekChoices(week.week)} />
            </Filters>
            <p>{describeTotals(week)}</p>
            <List
              {...{ query: overviewQuery, caption: '各单位的食谱，逾期的在前', columns }}
              rowKey={({ vender }) => vender}
              empty="没有符合条件的单位。停用、到期和整周放假的单位不在其中。"
            />
            <Workbook noun="进度" onDownload={() => download('/api/menu/overview.xlsx', filter)} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function listWeekChoices(week: string) {
  const nearWeeks = Array.from({ length: WEEKS }, (_, index) =>
    addDays(findMonday(today()), 7 * (WEEKS_AHEAD - index)),
  );
  const weeks = [...new Set([...nearWeeks, week])].sort();
  return weeks.map((monday) => ({ value: monday, text: formatDaySpan(monday, addDays(monday, 6)) }));
}

function listFilters({ totals }: Overview) {
  return [
    { name: 'state', label: '状态', choices: totals.map(({ state }) => ({ value: state, text: state })) },
    { name: 'category', label: '类别', choices: listEnumChoices('category') },
  ];
}

function describeTotals({ by, totals }: Overview) {
  const [date = '', time] = by.split('T');
  const lateUnits = totals.reduce((sum, { late }) => sum + late, 0);
  const counts = totals.filter(({ units }) => units > 0).map(({ state, units }) => `${state} ${units}`);
  return (
    <>
      {formatLongDay(date)} {time} 前应发布。{counts.join('，')} {lateUnits > 0 && <b class="high">逾期 {lateUnits}</b>}
    </>
  );
}

const columns: readonly Column<UnitWeek>[] = [
  {
    name: '单位',
    cell: ({ venderName, category }) => (
      <>
        {holds(1) ? <PageLink to={toAddress('/w/unit', { keyword: venderName })}>{venderName}</PageLink> : venderName}{' '}
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
        {publishedAt !== undefined && <time class="faint">{formatMoment(publishedAt)}</time>}
      </>
    ),
  },
  { name: '每日平均', cell: ({ groups }) => groups.length > 0 && <Findings groups={groups} /> },
  {
    name: '人均每日成本',
    cell: ({ groups }) =>
      groups
        .flatMap(({ cost }) => (cost ? `${cost.missingCount > 0 ? '至少 ' : ''}${formatYuan(cost.value)}` : []))
        .join('、'),
  },
];
