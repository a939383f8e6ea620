import { api, send } from '../../api/client.ts';
import { addDays, formatDay, formatDaySpan, formatMoment, today } from '../../parts/format.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { useQuery } from '../../parts/query.tsx';
import { toAddress } from '../../parts/search-params.ts';
import { listWaitingMenus, toReviewAddress } from '../review/submission.ts';
import { ShortList } from './short-list.tsx';

const DAY_MS = 86_400_000;
/** A unit is listed when it ends within so many days. */
const ENDING_DAYS = 30;
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

/** A warning if an unpublished menu begins soon or has begun. */
function describeStart(start: string) {
  if (start <= today()) return <b class="high">已经开始，还没发布</b>;
  return start <= addDays(today(), URGENT_DAYS) && <b class="low">{formatDay(start)}就开始，还没发布</b>;
}

/** The open units that end soon or have ended. */
export function EndingUnits() {
  const expireBefore = addDays(today(), ENDING_DAYS + 1);
  const ending = useQuery('ending', async () => {
    const query = { expireBefore, status: 'true', icons: 'false', pageSize: 200 } as const;
    const { body } = await send(api.GET('/api/vender', { params: { query } }));
    return [...body.content].sort((one, other) => one.expire - other.expire);
  });
  return (
    <ShortList
      {...{ title: `${ENDING_DAYS} 天内到期的单位`, to: toAddress('/w/unit', { expireBefore }), query: ending }}
      rowKey={({ id }) => id}
      {...{ empty: `${ENDING_DAYS} 天内没有单位到期。` }}
    >
      {({ name, expire }) => (
        <>
          <PageLink to={toAddress('/w/unit', { keyword: name })}>{name}</PageLink>
          <p>{describeEnd(expire)}</p>
        </>
      )}
    </ShortList>
  );
}

function describeEnd(expire: number) {
  const daysLeft = Math.round((expire - Date.parse(today())) / DAY_MS);
  const date = formatDay(new Date(expire).toISOString().slice(0, 10));
  if (daysLeft < 0) return <b class="high">{date}已到期，现在不能登录</b>;
  return daysLeft === 0 ? <b class="low">今天是最后一天</b> : `用到${date}，还有 ${daysLeft} 天`;
}
