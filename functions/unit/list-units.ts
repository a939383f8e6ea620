import * as z from 'zod/mini';
import { categoryParameter, UnitRecord } from '../../lib/domain/unit.ts';
import { about, boolean, date, iconsParameter, keyword, paging } from '../../lib/domain/values/fields.ts';
import { makePageSchema } from '../../lib/domain/values/page.ts';
import { defineEndpoint } from '../../lib/http/serve.ts';
import { listUnits } from '../../lib/store/unit/unit-list.ts';

export const { endpoint, handler } = defineEndpoint({
  id: 'listUnits',
  route: 'GET /api/vender',
  side: 'admin',
  permission: ['unit.view', 'unit.edit', 'unit.delete'],
  access: 'read',
  input: {
    keyword: keyword(),
    category: categoryParameter(),
    status: about('`true`: only open units; `false`: only closed ones.', z.optional(boolean())),
    expireBefore: about('Only units whose last day is before this day.', z.optional(date())),
    icons: iconsParameter(),
    ...paging,
  },
  output: makePageSchema(UnitRecord),
  reasons: ['page_too_large'],
  summary: 'Units by page, newest first. `expire` is midnight in UTC of the last day.',
  examples: [
    {
      keyword: '小学',
      category: '小学',
      status: 'true',
      expireBefore: '2100-01-01',
      icons: 'false',
      pageSize: '2',
      pageNo: '0',
    },
  ],
  handle: ({ input: { pageNo, pageSize, icons, ...filter }, deps }) =>
    listUnits(deps.db, { pageNo, pageSize }, filter, icons),
});
