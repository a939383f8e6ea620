import type { ComponentChildren } from 'preact';
import { type GetQuery, read, type Schemas } from '../../api/client.ts';
import { addDays, formatDay, formatDaySpan, formatMoment, today } from '../../parts/format.ts';
import { ENDING_DAYS, LastDay } from '../../parts/last-day.tsx';
import { PageLink, toAddress, useQuery } from '../../parts/page.tsx';
import { listWaitingMenus, toReviewAddress } from '../review/submission.ts';
import { ShortList } from './short-list.tsx';

/** An unpublished menu is marked when it begins within so many days. */
const URGENT_DAYS = 3;

/** The menus that wait for the platform's review; the longest wait comes first. */
export function PendingMenus() {
  const pending = useQuery('pending', async () => (await listWaitingMenus()).content);
  return (
    <ShortList
      {...{ title: '等您审核的食谱', to: '/w/review', query: pending, empty: '没有食谱在等审核。' }}
      rowKey={({ menu }) => menu}
    >
      {(menu) => (
        <>
          <PageLink to={toReviewAddress(menu)}>
            {menu.venderName}：{menu.name}
          </PageLink>
          <p>
            {formatDaySpan(menu.start, addDays(menu.start, menu.days - 1))} {describeStart(menu.start)}
          </p>
          <small>
            {menu.userName} {formatMoment(menu.time)} 提交
          </small>
        </>
      )}
    </ShortList>
  );
}

function describeStart(start: string) {
  if (start <= today()) return <b class="high">已经开始，还没审</b>;
  return start <= addDays(today(), URGENT_DAYS) && <b class="low">{formatDay(start)}就开始，还没审</b>;
}

interface UnitsProps {
  readonly title: string;
  readonly filter: Pick<NonNullable<GetQuery<'/api/vender'>>, 'expireBefore' | 'standard' | 'signedIn'>;
  readonly empty: string;
  readonly describe: (unit: Schemas['Unit']) => ComponentChildren;
}

/** The open units that something is to be done about, the first to end first. */
function Units({ title, filter, empty, describe }: UnitsProps) {
  const units = useQuery(title, async () => {
    const { content } = await read('/api/vender', { ...filter, status: 'true', icons: 'false', pageSize: 200 });
    return content.sort((one, other) => one.expire - other.expire);
  });
  return (
    <ShortList {...{ title, to: toAddress('/w/unit', filter), query: units, empty }} rowKey={({ id }) => id}>
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
  const expireBefore = addDays(today(), ENDING_DAYS + 1);
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
