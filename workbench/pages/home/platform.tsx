import { api, send } from '../../api/client.ts';
import { useAsked } from '../../parts/asked.tsx';
import { day, dayAfter, daySpan, moment, today } from '../../parts/format.ts';
import { addressOf } from '../../parts/query.ts';
import { Way } from '../../parts/way.tsx';
import { listWaiting, reviewAddress } from '../review/submission.ts';
import { Listed } from './listed.tsx';

const DAY_MS = 86_400_000;
/** So many days ahead a unit's end is told. */
const ENDING_DAYS = 30;
/** A menu that begins in so many days and is not published is pressing. */
const PRESSING_DAYS = 3;

/** The menus that wait for the platform, the longest first, and whether they begin soon. */
export function Pending() {
  const asked = useAsked('pending', async () => (await listWaiting()).content);
  return (
    <Listed
      {...{ title: '等您审核的食谱', to: '/w/review', asked, empty: '没有食谱在等审核。' }}
      keyOf={({ menu }) => menu}
    >
      {(one) => (
        <>
          <Way to={reviewAddress(one)}>
            {one.venderName}：{one.name}
          </Way>
          <p>
            {daySpan(one.start, dayAfter(one.start, one.days - 1))} {tellStart(one.start)}
          </p>
          <small>
            {one.userName} {moment(one.time)} 提交
          </small>
        </>
      )}
    </Listed>
  );
}

/** Whether a menu that is not published yet begins soon, or should have begun. */
function tellStart(start: string) {
  if (start <= today()) return <b class="high">已经开始，还没发布</b>;
  return start <= dayAfter(today(), PRESSING_DAYS) && <b class="low">{day(start)}就开始，还没发布</b>;
}

/** The open units whose last day is near or over. */
export function Ending() {
  const expireBefore = dayAfter(today(), ENDING_DAYS + 1);
  const asked = useAsked('ending', async () => {
    const query = { expireBefore, status: 'true', icons: 'false', pageSize: 200 } as const;
    const { body } = await send(api.GET('/api/vender', { params: { query } }));
    return [...body.content].sort((one, other) => one.expire - other.expire);
  });
  return (
    <Listed
      {...{ title: `${ENDING_DAYS} 天内到期的单位`, to: addressOf('/w/unit', { expireBefore }), asked }}
      keyOf={({ id }) => id}
      {...{ empty: `${ENDING_DAYS} 天内没有单位到期。` }}
    >
      {({ name, expire }) => (
        <>
          <Way to={addressOf('/w/unit', { keyword: name })}>{name}</Way>
          <p>{tellEnd(expire)}</p>
        </>
      )}
    </Listed>
  );
}

function tellEnd(expire: number) {
  const left = Math.round((expire - Date.parse(today())) / DAY_MS);
  const date = day(new Date(expire).toISOString().slice(0, 10));
  if (left < 0) return <b class="high">{date}已到期，现在不能登录</b>;
  return left === 0 ? <b class="low">今天是最后一天</b> : `用到${date}，还有 ${left} 天`;
}
