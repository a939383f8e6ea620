import { QUOTAS } from '../domain/quota.ts';
import type { UnitRoles } from '../domain/user/role.ts';
import { toUserRecord, type User, type UserFacts, userFields } from '../domain/user/user.ts';
import type { Change } from '../domain/values/change.ts';
import { MAX_NAME_LENGTH, MAX_UID_LENGTH, requiredText, text } from '../domain/values/fields.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { type FactColumns, readFacts, toListSheet, toTextByColumn } from './fact-columns.ts';
import { findHeader } from './sheet-header.ts';
import { type NamedFile, readTableBelow, readWorksheets, type TableForm, type TableRow } from './table-sheet.ts';
import type { UnreadPart } from './unread.ts';
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

/** The maximum length of a drop-down's list of choices in Excel. Commas separate them, and quotation marks enclose the list. */
const MAX_CHOICES_LENGTH = 255;

/** Writes a unit's users as a workbook, its roles' names on another worksheet. Uploaded unchanged, it changes nothing. */
export function writeUserWorkbook(users: readonly User[], unitRoles: UnitRoles): Buffer {
  const roleNames = unitRoles.roles.map(({ roleName }) => roleName);
  const roleTexts = roleNames.join(',');
  const rolesFitDropDown = roleTexts.length <= MAX_CHOICES_LENGTH && roleNames.every((name) => !/[",]/.test(name));
  const choices = { values: roleNames, refusal: '请选择已有的角色，或留空' };
  const roleColumn = { ...userForm.columns.role, ...(rolesFitDropDown && { choices }) };
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

/** A row of the workbook. Missing facts stay unchanged. */
export interface UserEntry {
  readonly row: TableRow<UserColumn>;
  readonly uid: string;
  readonly facts: Change<UserFacts>;
  /** The role's name. Empty means no role. Undefined means that there is no such column, or a reported problem. */
  readonly role: string | undefined;
}

/** A workbook of users as it was read. */
export interface UserWorkbookReading {
  readonly entries: readonly UserEntry[];
  readonly sheetName: string | undefined;
  readonly unread: readonly UnreadPart[];
  /** The problems so far. Who compares the entries with the users adds more, and throws them. */
  readonly problems: WorkbookProblems;
}

const uidField = requiredText(MAX_UID_LENGTH);
const roleField = text(MAX_NAME_LENGTH);

/** Reads a workbook of users. An empty cell removes a value, a missing column does not. @throws AppError if it is none */
export function readUserWorkbook(file: NamedFile): UserWorkbookReading {
  const problems = new WorkbookProblems(file.name);
  const [headedSheet] = readWorksheets(file, problems).flatMap((sheet) => findHeader(userForm, sheet) ?? []);
  if (!headedSheet) return problems.fail({ sheet: userForm.name }, { code: 'required' });
  const table = readTableBelow(userForm, headedSheet, problems);
  const entries = table.rows.flatMap((row) => readEntry(row) ?? []);
  const seenUids = new Set<string>();
  for (const { row, uid } of entries) {
    if (seenUids.has(normaliseKey(uid))) row.reportProblem('uid', { code: 'repeated' });
    seenUids.add(normaliseKey(uid));
  }
  return { entries, sheetName: table.name, unread: [{ sheet: table.name, columns: table.unreadColumns }], problems };
}

/** Reads a row; undefined without a user name. */
function readEntry(row: TableRow<UserColumn>): UserEntry | undefined {
  const uid = row.read('uid', uidField);
  const facts = readFacts(row, factColumns);
  const role = row.read('role', roleField);
  return uid === undefined ? undefined : { row, uid, facts, role };
}
