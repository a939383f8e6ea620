import * as z from 'zod/mini';
import { requirePermission } from '../../lib/auth/permissions.ts';
import { chooseTargetUnits } from '../../lib/domain/dish.ts';
import { about, boolean, unitParameter } from '../../lib/domain/values/fields.ts';
import { Answer, defineEndpoint } from '../../lib/http/serve.ts';
import { readUpload, requireOneFile } from '../../lib/http/upload.ts';
import { DishPreview, describeDishOutcome, foodAnswersField, toDishPreview } from '../../lib/sheets/dish-outcome.ts';
import { readDishWorkbook } from '../../lib/sheets/dish-reading.ts';
import { previewDishes, writeDishes } from '../../lib/store/dish/dish-writing.ts';
import { readFoodNames } from '../../lib/store/ingredient/food-list.ts';

/** The maximum number of ids that fit into the headers of an answer. */
const MAX_IDS = 500;

export const { endpoint, handler } = defineEndpoint('setDishSheet', 'PUT /api/dish/sheet.xlsx', {
  permission: ['dish.create', 'dish.edit'],
  logged: { kind: '菜品', text: '设置菜品表' },
  upload: readUpload,
  isUploadOnly: true,
  answersNewIds: true,
  input: {
    vender: unitParameter(),
    preview: about(
      'Whether to write nothing, and to answer only what would be created, changed and asked.',
      z._default(boolean(), false),
    ),
    answers: about(
      'Which foods are meant: for the `text` of a question the code of the food, empty to leave the food out.',
      z.optional(foodAnswersField()),
    ),
  },
  output: DishPreview,
  reasons: ['unknown_unit', 'foreign_unit', 'quota_reached', 'too_many_dishes', 'too_many_matches'],
  summary:
    'Creates and changes dishes by a workbook like that of `GET /api/dish/sheet.xlsx`, or by a `.csv`, all or none. A row ' +
    'with an id (`编号`) changes that dish, one without creates a new one; dishes without a row stay. A missing column ' +
    'leaves its field alone, an empty cell empties it. The sheet `食材`, or foods beside their dishes, give the ' +
    'ingredients of dishes: by code, or else by any name that the catalogue has. A name of no food or of several foods is ' +
    'an error, and in a preview a question; the same file is then sent again with `answers`. A cell may have foods with ' +
    'their grams (`猪肉50g，青椒0.03kg`). A row with a version (`版本`) changes its dish only while the dish has that ' +
    'version. `desc` names the created and changed dishes, and columns that are not read; the header has the first 500 ids.',
  example: {
    vender: '1',
    preview: 'false',
    answers: '{"西红柿":"043119"}',
    files: '编号,菜名,标记,烹饪方式,月份,适用餐次\n1000001,番茄炒蛋,半荤,炒,"5,6,7",\n,凉拌番茄,凉菜,拌,,"午餐,晚餐"',
  },
  handle: async ({ input: { vender, preview, answers }, files, caller, deps, isTimeUp }) => {
    const [unit = caller.vender] = chooseTargetUnits(caller, vender === undefined ? [] : [vender]);
    const foodNamesByCode = await readFoodNames(deps.db, unit);
    const naming = { foodNamesByCode, codeByAnsweredText: answers };
    const workbook = readDishWorkbook(unit, requireOneFile(files), naming);
    const { unread } = workbook;
    if (preview) return toDishPreview({ ...(await previewDishes(deps.db, unit, workbook)), unread }, foodNamesByCode);
    const outcome = await writeDishes(deps.db, unit, workbook, {
      now: deps.now(),
      isTimeUp,
      requirePermission: ({ createdNames, changedNames }) => {
        if (createdNames.length > 0) requirePermission(caller, 'dish.create');
        if (changedNames.length > 0) requirePermission(caller, 'dish.edit');
      },
    });
    const desc = describeDishOutcome(outcome, unread);
    return Answer.created(outcome.ids.slice(0, MAX_IDS), '/api/dish?id=', { desc });
  },
});
