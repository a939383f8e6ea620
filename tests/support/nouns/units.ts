import { createHash, randomUUID } from 'node:crypto';
import { toSide } from '../../../lib/auth/caller.ts';
import { digestPassword, hashDigest } from '../../../lib/auth/password.ts';
import { listItemIds } from '../../../lib/auth/permissions.ts';
import { issueToken } from '../../../lib/auth/token.ts';
import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { newSession } from '../../../lib/domain/user/session.ts';
import { User } from '../../../lib/domain/user/user.ts';
import { describeProblem, describeReason, type Problem, type Reason } from '../../../lib/errors.ts';
import { createUnits, type NewUnit } from '../../../lib/store/unit/unit-change.ts';
import { createRole } from '../../../lib/store/user/role.ts';
import { beginSession } from '../../../lib/store/user/session.ts';
import { createUsers } from '../../../lib/store/user/user.ts';
import { normaliseKey } from '../../../lib/text/normal-form.ts';
import { userKey } from '../../../tables/keys.ts';
import { type Answer, LIGHT_COST, type TestService } from '../service/service.ts';
import { type DumpedItem, dumpTable } from '../service/table-dump.ts';

/** Password of every user created here. */
export const PASSWORD = 'school-password';
export const DIGEST = digestPassword(PASSWORD);
const passwordHash = hashDigest(DIGEST, LIGHT_COST);

/** A tiny picture as a front end sends it. */
export const ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const SUCCESS = { code: 200, desc: '成功', success: true };

/** The success of setting marks with codes that neither the catalogue nor a food of the unit has. */
export function successWithUnknown(...codes: string[]) {
  return { ...SUCCESS, desc: `成功；食材目录和自有食材中都没有的编码：${codes.join('、')}` };
}

/** The envelope around a body. */
export function success(body: unknown) {
  return { ...SUCCESS, body };
}

/** The envelope of a failure, with the bad fields that it must name. */
export function failure(code: number, reason: Reason, ...fields: [string, Problem][]) {
  const errors = fields.map(([field, problem]) => ({ field, message: describeProblem(problem, 'zh') }));
  const desc = describeReason(reason, 'zh');
  return { code, desc, success: false, reason, ...(errors.length > 0 ? { errors } : {}) };
}

/** 400 for these fields. */
export function badInput(...fields: [string, Problem][]) {
  return failure(400, 'invalid_input', ...fields);
}

/** Cases of bad fields, each with a short title. */
export function withTitles(cases: readonly (readonly [field: string, value: string, problem: Problem])[]) {
  return cases.map(([field, value, problem]) => {
    const shownValue = value.length > 40 ? `of ${value.length} characters` : JSON.stringify(value);
    return { title: `${field} ${shownValue}`, field, value, problem };
  });
}

/** The form with which a platform operator creates a unit. */
export function draft(account: string, rest: Readonly<Record<string, string>> = {}) {
  const required = { account, password: DIGEST, name: `${account}小学`, category: '小学', expire: '2099-12-31' };
  return { ...required, ...rest };
}

/** The list's record of a unit created by `addUnit`, or from a `draft` without more. */
export function unitRecord(id: number, account: string, rest: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    account,
    name: `${account}小学`,
    category: '小学',
    expire: Date.UTC(2099, 11, 31),
    status: true,
    menuReview: false,
    icon: '',
    iconVersion: pictureVersion(rest['icon']),
    address: '',
    contacts: '',
    phone: '',
    email: '',
    province: '',
    city: '',
    area: '',
    ...rest,
  };
}

/** The version of an icon as it is answered; empty if it is no data string. */
export function pictureVersion(icon: unknown): string {
  const isPicture = typeof icon === 'string' && icon.startsWith('data:');
  return isPicture ? createHash('sha256').update(icon).digest('base64url').slice(0, 16) : '';
}

export function page(content: unknown[], rest: Readonly<Record<string, number>> = {}) {
  return success({ content, number: 0, size: 20, totalElements: content.length, totalPages: 1, ...rest });
}

/** Creates a unit without a call. By default its name is the account with 小学. */
export async function addUnit(service: TestService, account: string, rest: Partial<NewUnit> = {}): Promise<number> {
  const unit = { name: `${account}小学`, category: '小学', expire: '2099-12-31', ...rest };
  const newUnit = { account, passwordHash: await passwordHash, systemRoleItems: listItemIds('business'), ...unit };
  return createUnits(service.deps.db, [newUnit], service.deps.now());
}

/** Begins a session without a password: checking one takes most of a test's time. */
async function openSession({ deps }: TestService, unit: number, uid: string): Promise<string> {
  const { db, keys } = deps;
  const now = deps.now();
  const user = User.parse(await db.get(userKey(unit, normaliseKey(uid))));
  const session = newSession(randomUUID(), user, now);
  await beginSession(db, unit, session);
  const name = { uid: session.uid, vender: unit, sessionId: session.id };
  return issueToken(await keys.current(now), name, { nowSeconds: Math.floor(now / 1000), expireSeconds: session.ttl });
}

/** Creates a unit with its main account signed in. */
export async function addSchool(service: TestService, account: string, rest: Partial<NewUnit> = {}) {
  const id = await addUnit(service, account, rest);
  return { id, account, token: await openSession(service, id, account) };
}

/** Creates a user without a call, with a role that has these items; without items, with the system role. */
export async function addUser(service: TestService, unit: number, uid: string, roleItems?: readonly number[]) {
  const { db } = service.deps;
  const roleId = roleItems ? await createRole(db, unit, { roleName: `${uid}的角色`, roleItems }) : systemRoleId(unit);
  const user = { uid, name: uid, phone: '', roleId, passwordHash: await passwordHash };
  await createUsers(db, unit, [user], service.deps.now());
  return roleId;
}

/** Creates a user without a call, signs him in, and returns the token. */
export async function addSignedIn(service: TestService, unit: number, uid: string, roleItems?: readonly number[]) {
  await addUser(service, unit, uid, roleItems);
  return openSession(service, unit, uid);
}

/** All items of a side without these. */
export function itemsWithout(unit: number, ...removed: number[]): number[] {
  return listItemIds(toSide(unit)).filter((item) => !removed.includes(item));
}

/** The platform's record of the unit in the list. */
export async function findRecord(service: TestService, admin: string, id: number) {
  const answer = await service.call('GET /api/vender', { pageSize: 200 }, { token: admin });
  return answer.json.body.content.find((record: { id: number }) => record.id === id);
}

/** Codes and reasons of answers, sorted, so that it does not matter who came first. */
export function outcomes(answers: readonly Answer[]): string[] {
  return answers.map(({ status, json }) => `${status} ${json.reason ?? 'success'}`).sort();
}

/**
 * Every item in the order of keys, without the head of the units, whose versions and next number grow with every
 * change, and without what expires: attempts to sign in, lines of writers, and the platform's log of operations.
 */
export async function readLasting(service: TestService): Promise<DumpedItem[]> {
  const name = (item: DumpedItem) => `${item['pk']} ${item['sk']}`;
  const isLasting = (item: DumpedItem) =>
    name(item) !== 'UNITS HEAD' && item['pk'] !== 'V#0#LOG' && item['sk'] !== 'LINE' && item['sk'] !== 'ATTEMPTS';
  return (await dumpTable(service)).filter(isLasting).sort((a, b) => (name(a) < name(b) ? -1 : 1));
}

/**
 * Reads what follows from the units and users of the table, and what is stored in addition to them: claims on names,
 * rows, head, icons, roles. Unless a deletion is running, both must be equal.
 */
export async function readBothSides(service: TestService) {
  const items = await dumpTable(service);
  const filterItems = (test: (pk: string, sk: string) => boolean) =>
    items.filter((item) => test(String(item['pk']), String(item['sk'])));
  const users = filterItems((pk, sk) => pk.startsWith('V#') && sk.startsWith('USER#'));
  const units = filterItems((_, sk) => sk === 'UNIT');
  const tenants = units.filter((unit) => unit['id'] !== 0);
  const key = (text: unknown) => normaliseKey(String(text));
  const owner = (item: DumpedItem) => String(item['pk']).slice('V#'.length);
  const implied = {
    claims: users.map((user) => `${key(user['uid'])} of ${owner(user)}`),
    mains: units.map((unit) => `${key(unit['account'])} of ${unit['id']}`),
    names: tenants.map((unit) => `${key(unit['name'])} of ${unit['id']}`),
    unitRoles: units.map((unit) => String(unit['id'])),
    icons: tenants.filter((unit) => unit['hasIcon']).map((unit) => String(unit['id'])),
    rows: tenants.map(
      (unit) => `${unit['id']} ${unit['name']} ${unit['account']} ${unit['category']} ${unit['hasIcon']}`,
    ),
    total: tenants.length,
    tasks: [] as string[],
  };
  const stored: typeof implied = {
    claims: filterItems((pk, sk) => pk.startsWith('UID#') && sk === 'UID').map(
      (claim) => `${key(claim['uid'])} of ${claim['unit']}`,
    ),
    mains: users.filter((user) => isMain(units, user)).map((user) => `${key(user['uid'])} of ${owner(user)}`),
    names: filterItems((pk) => pk.startsWith('UNITNAME#')).map(
      (claim) => `${String(claim['pk']).slice('UNITNAME#'.length)} of ${claim['unit']}`,
    ),
    unitRoles: filterItems((_, sk) => sk === 'ROLES').map(owner),
    icons: filterItems((pk, sk) => pk.startsWith('V#') && sk === 'ICON').map(owner),
    rows: filterItems((pk, sk) => pk === 'UNITS' && sk.startsWith('ROW#')).map(
      (row) => `${row['number']} ${row['name']} ${row['account']} ${row['category']} ${row['hasIcon']}`,
    ),
    total: Number(filterItems((pk, sk) => pk === 'UNITS' && sk === 'HEAD')[0]?.['total'] ?? 0),
    tasks: filterItems((pk) => pk === 'TASKS').map((task) => String(task['sk'])),
  };
  return { implied: sortLists(implied), stored: sortLists(stored) };
}

/** Whether the user is the main account of his unit and holds its system role. */
function isMain(units: readonly DumpedItem[], user: DumpedItem): boolean {
  const unit = units.find((candidate) => candidate['pk'] === user['pk']);
  const isNamed = normaliseKey(String(unit?.['account'])) === normaliseKey(String(user['uid']));
  return isNamed && user['roleId'] === systemRoleId(Number(unit?.['id']));
}

function sortLists(side: Readonly<Record<string, string[] | number>>) {
  return Object.fromEntries(
    Object.entries(side).map(([name, list]) => [name, Array.isArray(list) ? list.toSorted() : list]),
  );
}
