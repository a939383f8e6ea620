import * as z from 'zod/mini';
import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { loadCaller } from '../../lib/auth/caller.ts';
import type { PrintablePath } from '../../lib/domain/link.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { answerFileForCaller } from '../../lib/http/answer-as.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { asErrorPage } from '../../lib/http/error-page.ts';
import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { drawErrorPage } from '../../lib/screen/error-page.ts';
import { SECRET_HEADERS } from '../../lib/screen/page.ts';
import { getLink, openLink } from '../../lib/store/link.ts';
import { endpoint as drawLabel } from '../dish/draw-label.ts';
import { endpoint as printLabels } from '../dish/print-labels.ts';
import { endpoint as getKitchenWorkbook } from '../menu/get-kitchen-workbook.ts';
import { endpoint as getPurchaseWorkbook } from '../menu/get-purchase-workbook.ts';
import { endpoint as getSamplesWorkbook } from '../menu/get-samples-workbook.ts';
import { endpoint as showKitchen } from '../menu/show-kitchen.ts';
import { endpoint as showMenuSheet } from '../menu/show-menu-sheet.ts';
import { endpoint as showReport } from '../menu/show-report.ts';
import { endpoint as previewScreen } from '../screen/preview-screen.ts';

/** The endpoints that answer what can be printed. */
const endpointByPath: Readonly<Record<PrintablePath, Endpoint>> = {
  '/api/dish/label.html': printLabels,
  '/api/dish/label.svg': drawLabel,
  '/api/menu/kitchen.html': showKitchen,
  '/api/menu/kitchen.xlsx': getKitchenWorkbook,
  '/api/menu/purchase.xlsx': getPurchaseWorkbook,
  '/api/menu/report.html': showReport,
  '/api/menu/samples.xlsx': getSamplesWorkbook,
  '/api/menu/sheet.html': showMenuSheet,
  '/api/screen/preview': previewScreen,
};

const LINK_ADVICE = {
  zh: '链接只能打开一次，且须在一分钟内。请回到系统重新打开。',
  en: 'A link opens once, within a minute. Go back and open it again.',
};

export const { endpoint, handler } = defineEndpoint('openLink', 'GET /print/{token}', {
  callers: 'public',
  access: 'write',
  // More memory brings more processor time: a report measures up to a hundred menus.
  memoryMegabytes: 1769,
  input: { token: about('The token in the address that `POST /api/link` has answered.', z.string()) },
  contentType: ['text/html', 'image/svg+xml', XLSX],
  reasons: [
    'link_not_found',
    'not_signed_in',
    'unit_closed',
    'unit_expired',
    'wrong_side',
    'missing_permission',
    ...Object.values(endpointByPath).flatMap(({ reasons }) => reasons),
  ],
  summary:
    'Answers once what a link leads to: the page, picture or workbook, as the caller who made the link may see it now.',
  example: { token: 'EXAMPLE-print-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  handle: async (call) => {
    const { deps, input, identify } = call;
    const hash = hashAddressToken(input.token);
    const { path, query, ...session } = await getLink(deps.db, hash, deps.now());
    const caller = await loadCaller(deps, session);
    identify(caller);
    const { type, content, headers } = await answerFileForCaller(endpointByPath[path], query, { ...call, caller });
    // The link is marked as opened last, so that it can be opened again if the answer fails.
    await openLink(deps.db, hash, deps.now());
    return new FileAnswer(type, content, { headers: { ...headers, ...SECRET_HEADERS } });
  },
  drawFailure: asErrorPage((reason, language) => drawErrorPage(reason, language, { advice: LINK_ADVICE })),
});
