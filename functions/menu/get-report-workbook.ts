import { hasPermission } from '../../lib/auth/permissions.ts';
import { reportFields } from '../../lib/domain/report/shape.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeReportWorkbook } from '../../lib/sheets/report-workbook.ts';
import { reportMenus } from '../../lib/store/menu/report.ts';

export const { endpoint, handler } = defineEndpoint('getReportWorkbook', 'GET /api/menu/report.xlsx', {
  permission: 'menu.view',
  // More memory brings more processor time: up to a hundred menus are measured.
  memoryMegabytes: 1769,
  input: reportFields,
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: 'The report of a span as a workbook: the groups, the dishes, the foods.',
  example: { vender: '1', from: '2026-09-01', to: '2026-10-31', level: '轻体力' },
  handle: async ({ input, caller, deps: { db, env } }) => {
    const request = { ...input, caller, timeZone: env.timeZone, isPriced: hasPermission(caller, 'price.view') };
    const { report } = await reportMenus(db, request);
    return new FileAnswer(XLSX, writeReportWorkbook(report), { fileName: `膳食报告-${input.from}-${input.to}.xlsx` });
  },
});
