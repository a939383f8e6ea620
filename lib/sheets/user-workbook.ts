import { QUOTAS } from '../domain/quota.ts';
import type { UnitRoles } from '../domain/user/role.ts';
import { toUserRecord, type User, type UserFacts, userFields } from '../domain/user/user.ts';
import type { Change } from '../domain/values/change.ts';
import { MAX_NAME_LENGTH, MAX_UID_LENGTH, requiredText, text } from '../domain/values/fields.ts';
import { writeListSheets } from '../spreadsheet/list-sheet.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { type FactColumns, readFacts, toTextByColumn } from './fact-columns.ts';
import { findHeader } from './sheet-header.ts';
import type { NamedFile, TableForm, TableRow } from './table-sheet.ts';
import { readTableBelow, readWorksheets, toListSheet } from './table-sheet.ts';
import type { UnreadPart } from './unread.ts';
import { WorkbookProblems } from './workbook-problems.ts';

/** The columns of the facts. Reserved names are checked later: a user may keep the one that he has. */
const userFactColumns: FactColumns<UserFacts> = {
  name: { headers: ['姓名', 'name'], width: 20, field: requiredText(MAX_NAME_LENGTH), toText: String },
  phone: { headers: ['电话', '手机', 'phone'], width: 20, field: userFields.phone, toText: String },
};

type UserColumn = 'uid' | 'role' | keyof UserFacts;

const userForm: TableForm<UserColumn> = {
  name: '用户',
  columns: {
    uid: { headers: ['用户名', '账号', 'uid'], width: 20 },
    name: userFactColumns.name,
    role: { headers: ['角色', 'roleName', 'role'], width: 20 },
    phone: userFactColumns.phone,
  },
  identifyingColumns: ['uid'],
  requiredColumns: ['uid'],
  maxRows: QUOTAS.users,
};

/** The maximum length of a drop-down's choices in Excel, commas included. No choice can have a comma or quotation mark. */
const MAX_CHOICES_LENGTH = 255;

/** Writes a unit's users as a workbook, its roles' names on another worksheet. Uploaded unchanged, it changes nothing. */
export function writeUserWorkbook(users: readonly User[], unitRoles: UnitRoles): Buffer {
  const roleNames = unitRoles.roles.map(({ roleName }) => roleName);
  const roleTexts = roleNames.join(',');
  const rolesFitDropDown = roleTexts.length <= MAX_CHOICES_LENGTH && roleNames.every((name) => !/[",]/.test(name));
  const choices = { values: roleNames, errorMessage: '请选择已有的角色，或留空' };
  const roleColumn = { ...userForm.columns.role, ...(rolesFitDropDown && { choices }) };
  const rows = users.map((user) => {
    const { uid, roleName } = toUserRecord(user, unitRoles);
    return { uid, role: roleName, ...toTextByColumn(user, userFactColumns) };
  });
  return writeListSheets(toListSheet({ ...userForm, columns: { ...userForm.columns, role: roleColumn } }, rows), {
    name: '可选角色',
    columns: [{ header: '角色', width: 30 }],
    rows: roleNames.map((roleName) => [roleName]),
  });
}

/** A row of the workbook. An empty cell removes a fact. Facts without a column stay unchanged. */
export interface UserEntry {
  readonly row: TableRow<UserColumn>;
  readonly uid: string;
  readonly facts: Change<UserFacts>;
  /** Empty for no role; undefined if there is no such column, or if its cell has a reported problem. */
  readonly roleName: string | undefined;
}

export interface UserWorkbookReading {
  readonly entries: readonly UserEntry[];
  readonly sheetName: string | undefined;
  readonly unread: readonly UnreadPart[];
  /** The problems so far. The caller compares the entries with the stored users, adds what he finds, and throws all. */
  readonly problems: WorkbookProblems;
}

const uidField = requiredText(MAX_UID_LENGTH);
const roleField = text(MAX_NAME_LENGTH);

/** Reads a workbook of users. @throws AppError if the file cannot be read, has no user names, or has too many rows */
export function readUserWorkbook(file: NamedFile): UserWorkbookReading {
  const problems = new WorkbookProblems(file.name);
  const [headedSheet] = readWorksheets(file, problems).flatMap((sheet) => findHeader(userForm, sheet) ?? []);
  if (!headedSheet) return problems.fail({ sheet: userForm.name }, { code: 'required' });
  const { sheetName, rows, unreadColumns } = readTableBelow(userForm, headedSheet, problems);
  const entries = rows.flatMap((row) => readEntry(row) ?? []);
  const seenUids = new Set<string>();
  for (const { row, uid } of entries) {
    if (seenUids.has(normaliseKey(uid))) row.reportProblem('uid', { code: 'repeated' });
    seenUids.add(normaliseKey(uid));
  }
  return { entries, sheetName, unread: [{ sheet: sheetName, columns: unreadColumns }], problems };
}

/** Reads a row; undefined without a user name. */
function readEntry(row: TableRow<UserColumn>): UserEntry | undefined {
  const uid = row.read('uid', uidField);
  const facts = readFacts(row, userFactColumns);
  const roleName = row.read('role', roleField);
  return uid === undefined ? undefined : { row, uid, facts, roleName };
}
