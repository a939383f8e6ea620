import type { Schemas } from '../api/client.ts';
import { countDays, toDate, today } from './format.ts';

/** The number of days before its end from which a unit is due for renewal. */
export const ENDING_DAYS = 30;

/** The last day of a unit, with a warning when it is near. */
export function LastDay({ unit: { expire } }: { readonly unit: Pick<Schemas['Unit'], 'expire'> }) {
  const date = toDate(expire);
  const daysLeft = countDays(today(), date);
  return (
    <>
      <time>{date}</time>
      {daysLeft < 0 && <b class="high"> 已到期，现在不能登录</b>}
      {daysLeft >= 0 && daysLeft <= ENDING_DAYS && (
        <b class="low"> {daysLeft === 0 ? '今天是最后一天' : `还有 ${daysLeft} 天`}</b>
      )}
    </>
  );
}
