import { overviewFields } from '../../lib/domain/menu/overview.ts';
import { MAX_MATCHES } from '../../lib/domain/values/page.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeOverviewWorkbook } from '../../lib/sheets/overview-workbook.ts';
import { listUnitWeeks } from '../../lib/store/menu/overview.ts';

export const { endpoint, handler } = defineEndpoint('getOverviewWorkbook', 'GET /api/menu/overview.xlsx', {
  callers: 'admin',
  permission: 'menu.view',
  // More memory brings more processor time: five thousand units take a second of a full core.
  memoryMegabytes: 1024,
  input: overviewFields,
  reasons: ['too_many_matches'],
  summary: 'The overview as a workbook: all units that pass the filters, at most 5,000, with a row for each group.',
  example: { week: '2026-10-05', category: '小学', state: '已发布', late: 'false' },
  handle: async ({ input, deps: { db, env, now } }) => {
    const clock = { now: now(), timeZone: env.timeZone, publishBy: env.publishBy };
    const page = { pageNo: 0, pageSize: MAX_MATCHES };
    const overview = await listUnitWeeks(db, { ...input, clock, maxMatches: MAX_MATCHES }, page);
    const file = writeOverviewWorkbook(overview, env.timeZone);
    return new FileAnswer(XLSX, file, { fileName: `食谱进度-${overview.week}.xlsx` });
  },
});
