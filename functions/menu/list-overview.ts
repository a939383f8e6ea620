import { Overview, overviewFields } from '../../lib/domain/menu/overview.ts';
import { paging } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listUnitWeeks } from '../../lib/store/menu/overview.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'listOverview',
  route: 'GET /api/menu/overview',
  side: 'admin',
  permission: 'menu.view',
  access: 'read',
  input: { ...overviewFields, ...paging },
  output: Overview,
  reasons: [],
  summary:
    'How far the units are with the menus of a week, by page: those that are late first, then newest first. A unit ' +
    'owes the days on which it serves. One that serves on no day of the week, as it is closed, its last day is over, ' +
    'or it has days off, is left out.',
  examples: [{ week: '2026-10-05', category: '小学', state: '已发布', late: 'false', pageSize: '2', pageNo: '0' }],
  handle: ({ input: { pageNo, pageSize, ...filter }, deps: { db, env, now } }) =>
    listUnitWeeks(
      db,
      { ...filter, clock: { now: now(), timeZone: env.timeZone, publishBy: env.publishBy } },
      { pageNo, pageSize },
    ),
});
