import { hasPermission } from '../../lib/auth/permissions.ts';
import { reportFields } from '../../lib/domain/report/shape.ts';
import { defineEndpoint, FileAnswer } from '../../lib/http/serve.ts';
import { drawReportPage } from '../../lib/sheets/report-page.ts';
import { reportMenus } from '../../lib/store/menu/report.ts';

export const { endpoint, handler } = defineEndpoint('showReport', 'GET /api/menu/report.html', {
  permission: 'menu.view',
  // More memory brings more processor time: up to a hundred menus are measured.
  memoryMegabytes: 1769,
  input: reportFields,
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: 'The report of a span, a page to be printed on A4 landscape.',
  example: { vender: '1', from: '2026-09-01', to: '2026-10-31', level: '轻体力' },
  handle: async ({ input, caller, deps: { db, env } }) => {
    const request = { ...input, caller, timeZone: env.timeZone, isPriced: hasPermission(caller, 'price.view') };
    const { report, unitName } = await reportMenus(db, request);
    return new FileAnswer('text/html', drawReportPage(report, unitName), { headers: { 'x-robots-tag': 'noindex' } });
  },
});
