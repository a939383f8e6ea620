import * as z from 'zod/mini';
import { holds } from '../../lib/auth/permissions.ts';
import { requireMenuUnit } from '../../lib/domain/menu/menu.ts';
import { makeReport } from '../../lib/domain/report/report.ts';
import { MAX_REPORT_DAYS, reportFields } from '../../lib/domain/report/request.ts';
import { listDates } from '../../lib/domain/screen/live-day.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { drawReportPage } from '../../lib/sheets/report-page.ts';
import { gatherReport } from '../../lib/store/menu/report.ts';

export const endpoint = defineEndpoint({
  id: 'showReport',
  route: 'GET /api/menu/report.html',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  // More memory brings more processor time: up to a hundred menus are measured.
  memory: 1769,
  input: z.object(reportFields),
  contentType: 'text/html',
  reasons: ['foreign_unit', 'unit_not_found', 'page_too_large'],
  summary: 'The report of a span, a page to be printed on A4 landscape.',
  examples: [{ vender: '1', from: '2026-09-01', to: '2026-10-31', level: '' }],
  handle: async ({ input: { vender, from, to, level }, caller, deps: { db, env } }) => {
    const unit = requireMenuUnit(caller, vender);
    const dates = listDates(from, to, MAX_REPORT_DAYS);
    const facts = await gatherReport(db, unit, { dates, timeZone: env.timeZone });
    const report = makeReport(facts, { level, isPriced: holds(caller, 'price.view') });
    return new FileAnswer('text/html', drawReportPage(report, facts.unitName), {
      headers: { 'x-robots-tag': 'noindex' },
    });
  },
});

export const handler = serve(endpoint);
