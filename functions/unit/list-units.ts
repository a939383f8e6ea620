import * as z from 'zod/mini';
import { categoryParameter, UnitRecord } from '../../lib/domain/unit.ts';
import { about, boolean, date, iconsParameter, keyword, paging } from '../../lib/domain/values/fields.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listUnitIdsWithStandard } from '../../lib/store/standard.ts';
import { listUnits } from '../../lib/store/unit/unit-list.ts';

export const { endpoint, handler } = defineEndpoint('listUnits', 'GET /api/vender', {
  callers: 'admin',
  permission: ['unit.view', 'unit.edit', 'unit.delete'],
  input: {
    keyword: keyword(),
    category: categoryParameter(),
    status: about('`true`: only open units; `false`: only closed ones.', z.optional(boolean())),
    expireBefore: about('Only units whose last day is before this day.', z.optional(date())),
    standard: about('`true`: only units with a standard; `false`: only those without.', z.optional(boolean())),
    signedIn: about(
      '`false`: only units whose main account has never signed in; `true`: only others, and those that were created before this was noted.',
      z.optional(boolean()),
    ),
    icons: iconsParameter(),
    ...paging,
  },
  output: makePageSchema(UnitRecord),
  reasons: ['page_too_large'],
  summary: 'Units by page, newest first. `expire` is midnight in UTC of the last day.',
  example: {
    keyword: '小学',
    category: '小学',
    status: 'true',
    expireBefore: '2100-01-01',
    standard: 'true',
    signedIn: 'true',
    icons: 'false',
    pageSize: '2',
    pageNo: '0',
  },
  handle: async ({ input: { pageNo, pageSize, icons, standard, ...filter }, deps: { db } }) => {
    const judgedUnitIds = standard === undefined ? undefined : await listUnitIdsWithStandard(db);
    const isListedId = judgedUnitIds && ((unitId: number) => judgedUnitIds.has(unitId) === standard);
    return listUnits(db, { pageNo, pageSize }, { ...filter, isListedId }, icons);
  },
});
