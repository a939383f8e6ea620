import { hasPermission } from '../../lib/auth/permissions.ts';
import { Report, reportFields } from '../../lib/domain/report/shape.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { reportMenus } from '../../lib/store/menu/report.ts';

export const { endpoint, handler } = defineEndpoint('getReport', 'GET /api/menu/report', {
  permission: 'menu.view',
  // More memory brings more processor time: up to a hundred menus are measured.
  memoryMegabytes: 1769,
  input: reportFields,
  output: Report,
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary:
    'What the live menus of a span gave each group on average, on how many days that was too little or too much by the ' +
    'standard that judged the day then, and how often each dish was served. Only callers who may see prices (item 21) get ' +
    'costs.',
  example: { vender: '1', from: '2026-09-01', to: '2026-10-31', level: '轻体力' },
  handle: async ({ input, caller, deps: { db, env } }) => {
    const request = { ...input, caller, timeZone: env.timeZone, isPriced: hasPermission(caller, 'price.view') };
    return (await reportMenus(db, request)).report;
  },
});
