import * as z from 'zod/mini';
import { requirePermission } from '../../lib/auth/permissions.ts';
import { requireTargetUnits } from '../../lib/domain/dish.ts';
import { unitParameter } from '../../lib/domain/values/fields.ts';
import { defineEndpoint } from '../../lib/http/endpoint.ts';
import { CreatedAnswer } from '../../lib/http/reply.ts';
import { serve } from '../../lib/http/serve.ts';
import { readUpload, requireOneFile } from '../../lib/http/upload.ts';
import { describeDishOutcome } from '../../lib/sheets/dish-outcome.ts';
import { readDishWorkbook } from '../../lib/sheets/dish-reading.ts';
import { writeDishes } from '../../lib/store/dish/dish-workbook.ts';
import { readFoodNames } from '../../lib/store/ingredient/ingredient.ts';

/** The maximum number of ids that fit into the headers of an answer. */
const MAX_IDS = 500;

export const endpoint = defineEndpoint({
  id: 'setDishSheet',
  route: 'PUT /api/dish/sheet.xlsx',
  side: 'any',
  permission: ['dish.create', 'dish.edit'],
  access: 'write',
  logged: { kind: '菜品', text: '设置菜品表' },
  // More memory brings more processor time, which reading a workbook needs.
  memory: 1024,
  upload: readUpload,
  isUploadOnly: true,
  creates: true,
  input: z.object({ vender: unitParameter() }),
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
    'stand there; their codes must be of the catalogue or of a dish of the unit, and not of another food than the ' +
    'name beside them. A row with a version (`版本`) changes its dish only while the dish has that version; without ' +
    'one, or without the column, it changes it anyway. `desc` names dishes made and changed, the header ' +
    'the first 500 made.',
  examples: [
    {
      vender: '1',
      files: '编号,菜名,标记,烹饪方式,月份,适用餐次\n1000001,番茄炒蛋,半荤,炒,"5,6,7",\n,凉拌番茄,凉菜,拌,,"午餐,晚餐"',
    },
  ],
  handle: async ({ input: { vender }, files, caller, deps, isTimeUp }) => {
    const [unit = caller.vender] = requireTargetUnits(caller, vender === undefined ? [] : [vender]);
    const workbook = readDishWorkbook(unit, requireOneFile(files), await readFoodNames(deps.db, unit));
    const outcome = await writeDishes(deps.db, unit, workbook, {
      now: deps.now(),
      isTimeUp,
      requirePermission: ({ createdNames, changedNames }) => {
        if (createdNames.length > 0) requirePermission(caller, 'dish.create');
        if (changedNames.length > 0) requirePermission(caller, 'dish.edit');
      },
    });
    return CreatedAnswer.forIds(outcome.ids.slice(0, MAX_IDS), '/api/dish?id=').withDesc(describeDishOutcome(outcome));
  },
});

export const handler = serve(endpoint);
