import type { ComponentChildren } from 'preact';
import { type GetQuery, read, type Schemas } from '../../api/client.ts';
import { listEnumChoices } from '../../api/enums.ts';
import { download } from '../../api/file.ts';
import { may } from '../../api/session.ts';
import * as dates from '../../parts/dates.ts';
import { SelectField, toChoices } from '../../parts/field.tsx';
import { Findings } from '../../parts/findings.tsx';
import { formatYuan } from '../../parts/format.ts';
import { PageLink, type SearchParams, Section, toAddress, useQuery, useSearchParams } from '../../parts/page.tsx';
import { type Column, Filters, List } from '../../parts/table.tsx';
import { ENDING_DAYS, LastDay } from '../../parts/units.tsx';
import { Workbook } from '../../parts/workbook.tsx';
import { listWaitingMenus, nameMenu, toReviewAddress } from '../review/submission.ts';
import { ShortList } from './short-list.tsx';

/** An unpublished menu is marked when it begins within so many days. */
const URGENT_DAYS = 3;

/** The menus that wait for the platform's review; the longest wait comes first. */
export function PendingMenus() {
  const query = useQuery('pending', async () => (await listWaitingMenus()).content);
  return (
    <ShortList
      {...{ title: '等您审核的食谱', to: '/w/review', query, empty: '没有食谱在等审核。' }}
      rowKey={({ menu }) => menu}
    >
      {(menu) => (
        <>
          <PageLink to={toReviewAddress(menu)}>{nameMenu(menu)}</PageLink>
          <p>
            {dates.formatDaySpan(menu.start, dates.addDays(menu.start, menu.days - 1))} {describeStart(menu.start)}
          </p>
          <small>{`${menu.userName} ${dates.formatMoment(menu.time)} 提交`}</small>
        </>
      )}
    </ShortList>
  );
}

function describeStart(start: string) {
  if (start <= dates.today()) return <b class="high">已经开始，还没审</b>;
  const isNear = start <= dates.addDays(dates.today(), URGENT_DAYS);
  return isNear && <b class="low">{dates.formatDay(start)}就开始，还没审</b>;
}

type UnitFilter = Pick<NonNullable<GetQuery<'/api/vender'>>, 'expireBefore' | 'standard' | 'signedIn'>;
type Describe = (unit: Schemas['Unit']) => ComponentChildren;
type UnitsProps = { title: string; filter: UnitFilter; empty: string; describe: Describe };

function Units({ title, filter, empty, describe }: UnitsProps) {
  const query = useQuery(title, async () => {
    const { content } = await read('/api/vender', { ...filter, status: 'true', icons: 'false', pageSize: 200 });
    return content.sort((one, other) => one.expire - other.expire);
  });
  return (
    <ShortList {...{ title, to: toAddress('/w/unit', filter), query, empty }} rowKey={({ id }) => id}>
      {(unit) => (
        <>
          <PageLink to={toAddress('/w/unit', { keyword: unit.name })}>{unit.name}</PageLink>
          <p>{describe(unit)}</p>
        </>
      )}
    </ShortList>
  );
}

/** The units that lack something: a standard, a first sign-in, or time. */
export function UnitsToCare() {
  const expireBefore = dates.addDays(dates.today(), ENDING_DAYS + 1);
  return (
    <>
      <Units
        {...{ title: '没有营养标准的单位', filter: { standard: 'false' }, empty: '每个单位都有营养标准。' }}
        describe={() => <b class="low">食谱不能评价</b>}
      />
      <Units
        {...{ title: '从没登录过的单位', filter: { signedIn: 'false' }, empty: '每个单位都登录过。' }}
        describe={({ account, contacts, phone }) => `主账号 ${account} ${contacts} ${phone}`}
      />
      <Units
        {...{ title: `${ENDING_DAYS} 天内到期的单位`, filter: { expireBefore } }}
        empty={`${ENDING_DAYS} 天内没有单位到期。`}
        describe={(unit) => <LastDay unit={unit} />}
      />
    </>
  );
}

type Overview = Schemas['Overview'];
type Filter = NonNullable<GetQuery<'/api/menu/overview'>>;

/** The page is short, since other tasks are shown next to it. */
const PAGE_SIZE = 10;
/** The number of weeks to choose from, and how many of them are in the future. */
const WEEK_COUNT = 13;
const FUTURE_WEEK_COUNT = 3;

/** The progress of all units with the menus of a week; late units come first. */
export function UnitsWeek() {
  const { params, bindFilter } = useSearchParams();
  // Unknown parameters reach the service, which refuses them.
  const { page, ...filter } = params as SearchParams & Omit<Filter, 'pageNo' | 'pageSize'>;
  const request = { ...filter, pageNo: Number(page ?? 0), pageSize: PAGE_SIZE };
  const overviewQuery = useQuery(JSON.stringify(request), () => read('/api/menu/overview', request));
  return (
    <Section title="各单位的食谱">
      {overviewQuery.draw((overview) => (
        <>
          <Filters filters={listFilters(overview)}>
            <SelectField label="周" {...bindFilter('week')} value={overview.week} choices={listWeekChoices(overview)} />
          </Filters>
          <p>{describeTotals(overview)}</p>
          <List
            {...{ query: overviewQuery, caption: '各单位的食谱，逾期的在前', columns }}
            empty="没有符合条件的单位。停用、到期和整周放假的单位不在其中。"
          />
          <Workbook noun="进度" onDownload={() => download('/api/menu/overview.xlsx', filter)} />
        </>
      ))}
    </Section>
  );
}

function listWeekChoices({ week }: Overview) {
  const lastMonday = dates.addDays(dates.toMonday(dates.today()), 7 * FUTURE_WEEK_COUNT);
  const nearMondays = Array.from({ length: WEEK_COUNT }, (_, index) => dates.addDays(lastMonday, -7 * index));
  const mondays = [...new Set([...nearMondays, week])].sort();
  return mondays.map((monday) => ({ value: monday, text: dates.formatDaySpan(monday, dates.addDays(monday, 6)) }));
}

const listFilters = ({ totals }: Overview) => [
  { name: 'state', label: '状态', choices: toChoices(totals.map(({ state }) => state)) },
  { name: 'category', label: '类别', choices: listEnumChoices('category') },
];

function describeTotals({ by, totals }: Overview) {
  const [date = '', time] = by.split('T');
  const lateCount = totals.reduce((sum, { late }) => sum + late, 0);
  const counts = totals.filter(({ units }) => units > 0).map(({ state, units }) => `${state} ${units}`);
  return (
    <>
      {dates.formatLongDay(date)} {time} 前应发布。{counts.join('，')}{' '}
      {lateCount > 0 && <b class="high">逾期 {lateCount}</b>}
    </>
  );
}

const columns: readonly Column<Schemas['UnitWeek']>[] = [
  {
    name: '单位',
    cell: ({ venderName: name, category }) => (
      <>
        {may('unit.view') ? <PageLink to={toAddress('/w/unit', { keyword: name })}>{name}</PageLink> : name}{' '}
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
        {publishedAt !== undefined && <time class="faint">{dates.formatMoment(publishedAt)}</time>}
      </>
    ),
  },
  { name: '每日平均', cell: ({ groups }) => groups.length > 0 && <Findings groups={groups} /> },
  { name: '人均每日成本', cell: ({ groups }) => groups.flatMap(describeCost).join('、') },
];

const describeCost = ({ cost }: Schemas['UnitWeek']['groups'][number]) =>
  cost ? `${cost.missingCount > 0 ? '至少 ' : ''}${formatYuan(cost.value)}` : [];
