import { defineEndpoint, FileAnswer, XLSX } from '../../lib/http/serve.ts';
import { writeUserWorkbook } from '../../lib/sheets/user-workbook.ts';
import { getUnitRoles } from '../../lib/store/user/unit-roles.ts';
import { listUsersByUnit } from '../../lib/store/user/user.ts';

export const { endpoint, handler } = defineEndpoint('getUserSheet', 'GET /api/user/sheet.xlsx', {
  permission: ['user.view', 'user.create', 'user.edit', 'user.delete'],
  reasons: ['unit_not_found', 'too_many_matches', 'page_too_large'],
  summary: 'A workbook of the users of the own unit, to be changed and uploaded.',
  handle: async ({ caller: { vender }, deps: { db } }) => {
    const [users, unitRoles] = await Promise.all([listUsersByUnit(db, vender), getUnitRoles(db, vender)]);
    return new FileAnswer(XLSX, writeUserWorkbook(users, unitRoles), { fileName: '用户.xlsx' });
  },
});
