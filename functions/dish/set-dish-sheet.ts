import * as z from 'zod/mini';
import { demandPermission } from '../../lib/auth/permissions.ts';
import { requireUnits } from '../../lib/domain/dish.ts';
import { unitAsked } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { Described } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { demandOneFile, readUpload } from '../../lib/http/upload.ts';
import { readDishWorkbook } from '../../lib/sheets/dish-workbook.ts';
import { writeDishes } from '../../lib/store/dish/dish-workbook.ts';

export const endpoint = defineEndpoint({
  id: 'setDishSheet',
  route: 'PUT /api/dish/sheet.xlsx',
  side: 'any',
  permission: ['dish.create', 'dish.edit'],
  access: 'write',
  // More memory brings more processor time, which reading a workbook needs.
  memory: 1024,
  upload: readUpload,
  isUpload: true,
  input: z.object({ vender: unitAsked() }),
  reasons: [
    'unknown_unit',
    'foreign_unit',
    'quota_reached',
    'too_many_dishes',
    'too_many_matches',
    'changed_meanwhile',
  ],
  summary:
    'Makes and changes dishes by a workbook like that of `GET /api/dish/sheet.xlsx`, all or none. A row with ' +
    'an id (`编号`) changes that dish, one without makes a new one; dishes without a row stay. A missing column ' +
    'leaves its field alone, an empty cell empties it. With the sheet `食材`, dishes have the ingredients that ' +
    'stand there.',
  examples: [
    { vender: '1', files: '编号,菜名,标记,烹饪方式,月份\n1000001,番茄炒蛋,半荤,炒,"5,6,7"\n,凉拌番茄,凉菜,拌,' },
  ],
  handle: async ({ input: { vender }, files, caller, deps, isTimeUp }) => {
    const [unit = caller.vender] = requireUnits(caller, vender === undefined ? [] : [vender]);
    const { writes, refuse } = readDishWorkbook(unit, demandOneFile(files));
    const outcome = await writeDishes(deps.db, unit, writes, {
      now: deps.now(),
      isTimeUp,
      refuse,
      guard: ({ created, changed }) => {
        if (created > 0) demandPermission(caller, 'dish.create');
        if (changed > 0) demandPermission(caller, 'dish.edit');
      },
    });
    const { created, changed, unchanged } = outcome;
    return new Described({
      zh: `成功：新建 ${created} 个，修改 ${changed} 个，未变 ${unchanged} 个`,
      en: `OK: ${created} created, ${changed} changed, ${unchanged} unchanged`,
    });
  },
});

export const handler = serve(endpoint);
