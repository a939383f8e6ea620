import { Overview, overviewFields } from '../../lib/domain/menu/overview.ts';
import { paging } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listUnitWeeks } from '../../lib/store/menu/overview.ts';

export const { endpoint, handler } = defineEndpoint('listOverview', 'GET /api/menu/overview', {
  callers: 'admin',
  permission: 'menu.view',
  input: { ...overviewFields, ...paging },
  output: Overview,
  summary:
    'How far the units are with the menus of a week, by page: late units first, then newest first. A unit must publish a ' +
    'menu for each day on which it serves. A unit that serves on no day of the week is left out: it is closed, its last ' +
    'day is over, or all are days off.',
  example: { week: '2026-10-05', category: '小学', state: '已发布', late: 'false', pageSize: '2', pageNo: '0' },
  handle: ({ input: { pageNo, pageSize, ...filter }, deps: { db, env, now } }) => {
    const clock = { now: now(), timeZone: env.timeZone, publishBy: env.publishBy };
    return listUnitWeeks(db, { ...filter, clock }, { pageNo, pageSize });
  },
});
