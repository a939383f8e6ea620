import { QUOTAS } from '../domain/quota.ts';
import type { UnitRoles } from '../domain/user/role.ts';
import { toUserRecord, type User, type UserFacts, userFields } from '../domain/user/user.ts';
import { MAX_NAME_LENGTH, MAX_UID_LENGTH, requiredText, text } from '../domain/values/fields.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { type FactColumns, readFacts, toListSheet, toTextByColumn } from './fact-columns.ts';
import { findHeader } from './sheet-header.ts';
import { type NamedFile, readTable, readWorksheets, type TableForm, type TableRow } from './table-sheet.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** The columns of the facts. Reserved names are checked later: a user may keep the one that he has. */
const factColumns: FactColumns<UserFacts> = {
  name: { headers: ['姓名', 'name'], width: 20, field: requiredText(MAX_NAME_LENGTH), toText: String },
  phone: { headers: ['电话', '手机', 'phone'], width: 20, field: userFields.phone, toText: String },
};

type UserColumn = 'uid' | 'role' | keyof UserFacts;

const userForm: TableForm<UserColumn> = {
  name: '用户',
  columns: {
    uid: { headers: ['用户名', '账号', 'uid'], width: 20 },
    name: factColumns.name,
    role: { headers: ['角色', 'roleName', 'role'], width: 20 },
    phone: factColumns.phone,
  },
  identifyingColumns: ['uid'],
  requiredColumns: ['uid'],
  maxRows: QUOTAS.users,
};

/** The maximum characters of all choices of a drop-down list in Excel. */
const MAX_CHOICES_LENGTH = 255;

/** Writes a unit's users as a workbook, its roles' names on another worksheet. Uploaded unchanged, it changes nothing. */
export function writeUserWorkbook(users: readonly User[], unitRoles: UnitRoles): Buffer {
  const roleNames = unitRoles.roles.map(({ roleName }) => roleName);
  const canBeChoices =
    roleNames.join(',').length <= MAX_CHOICES_LENGTH && roleNames.every((roleName) => !/[",]/.test(roleName));
  const choices = { values: roleNames, refusal: '请选择已有的角色，或留空' };
  const roleColumn = { ...userForm.columns.role, ...(canBeChoices && { choices }) };
  const rows = users.map((user) => {
    const { uid, roleName } = toUserRecord(user, unitRoles);
    return { uid, role: roleName, ...toTextByColumn(user, factColumns) };
  });
  return writeListSheets(toListSheet({ ...userForm, columns: { ...userForm.columns, role: roleColumn } }, rows), {
    name: '可选角色',
    columns: [{ header: '角色', width: 30 }],
    rows: roleNames.map((roleName) => [roleName]),
  });
}

/** A row of the workbook. Missing facts stay unchanged. The role is empty for none, and undefined if it is missing or has a problem. */
export type UserEntry = NonNullable<ReturnType<typeof readEntry>>;

const uidField = requiredText(MAX_UID_LENGTH);
const roleField = text(MAX_NAME_LENGTH);

/**
 * Reads a workbook of users. A missing column changes nothing; an empty cell removes the value. Problems are reported.
 * @throws AppError `invalid_input` if the whole file cannot be read
 */
export function readUserWorkbook(file: NamedFile) {
  const problems = new WorkbookProblems(file.name);
  const sheet = readWorksheets(file, problems).find((candidate) => findHeader(userForm, candidate));
  const table =
    (sheet && readTable(userForm, sheet, problems)) ?? problems.fail({ sheet: userForm.name }, { code: 'required' });
  const seenUids = new Set<string>();
  const entries = table.rows.flatMap((row) => readEntry(row, seenUids) ?? []);
  return { entries, sheet: table.name, unread: [{ sheet: table.name, columns: table.unreadColumns }], problems };
}

/** Reads a row, and adds its user name to `seenUids`; undefined without a user name. */
function readEntry(row: TableRow<UserColumn>, seenUids: Set<string>) {
  const uid = row.read('uid', uidField);
  const facts = readFacts(row, factColumns);
  const role = row.read('role', roleField);
  if (uid === undefined) return undefined;
  if (seenUids.has(normaliseKey(uid))) row.reportProblem('uid', { code: 'repeated' });
  seenUids.add(normaliseKey(uid));
  return { uid, facts, role, sheetRow: row };
}
