import * as z from 'zod/mini';
import { itemFields } from '../../lib/domain/menu/item-fields.ts';
import { requireMenuAccess } from '../../lib/domain/menu/menu.ts';
import { planKitchen } from '../../lib/domain/purchase/kitchen.ts';
import { purchaseFields } from '../../lib/domain/purchase/request.ts';
import { addDays } from '../../lib/domain/values/calendar.ts';
import { about } from '../../lib/domain/values/fields.ts';
import { locate } from '../../lib/domain/values/id.ts';
import { badField } from '../../lib/errors.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { FileAnswer, XLSX } from '../../lib/http/file-answer.ts';
import { serve } from '../../lib/http/serve.ts';
import { writeKitchenWorkbook } from '../../lib/sheets/kitchen-workbook.ts';
import { readShownMenu } from '../../lib/store/menu/shown-menu.ts';

export const endpoint = defineEndpoint({
  id: 'getKitchenWorkbook',
  route: 'GET /api/menu/kitchen.xlsx',
  side: 'any',
  permission: 'menu.view',
  access: 'read',
  input: z.object({
    id: purchaseFields.id,
    revision: purchaseFields.revision,
    day: about('A day of the menu, from 1; absent: all.', z.optional(itemFields.day)),
  }),
  contentType: XLSX,
  reasons: ['menu_not_found', 'revision_not_found', 'unit_not_found', 'menu_too_large'],
  summary:
    'What goes into each pot on a day of a menu (投料单), or on each day, as a workbook: by meal and dish the heads, the cooking ' +
    'method, and the kilograms of each ingredient as it is eaten and as it is bought, each rounded up to 0.01 kg.',
  examples: [{ id: '1000006', day: '1' }],
  handle: async ({ input, caller, deps }) => {
    requireMenuAccess(caller, locate(input.id).unit);
    const { unitName, ...facts } = await readShownMenu(deps.db, input);
    const { name, start, days } = facts.content;
    const { day: firstDay = 1 } = input;
    if (firstDay > days) throw badField('day', { code: 'integer', min: 1, max: days });
    const shownDays = input.day === undefined ? Array.from({ length: days }, (_, index) => index + 1) : [firstDay];
    const kitchenDays = shownDays.map((day) => {
      const isOff = facts.daysOff?.includes(day) ?? false;
      return [planKitchen(facts, day), { unit: unitName, menu: name, date: addDays(start, day - 1), isOff }] as const;
    });
    const file = writeKitchenWorkbook(kitchenDays);
    return new FileAnswer(XLSX, file, { fileName: `投料单-${addDays(start, firstDay - 1)}.xlsx` });
  },
});

export const handler = serve(endpoint);
