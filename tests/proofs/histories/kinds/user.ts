import { readWorkbook } from '../../../../lib/spreadsheet/rows.ts';
import { normaliseKey } from '../../../../lib/text/normal-form.ts';
import { Attachment, toUpload } from '../../../support/files/attachment.ts';
import { bookOf } from '../../../support/files/sheets.ts';
import type { CallOptions } from '../../../support/service/service.ts';
import { done, fails } from '../answer.ts';
import { digest, freeText, given, id, maybe, name, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { isSameName, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind, type Viewpoint } from '../kind.ts';
import { findRoleOf, findUser, isMainAccount, type ModelUser, nextEpoch, usersOf, type World } from '../world.ts';
import { holdsAll, roleIds } from './role.ts';
import { UIDS } from './unit.ts';

const USER_NAMES = ['李师傅', '王老师', 'Ann'];

/** A uid of the own unit, the newest user first; hardly ever another one. */
function ownUid(draw: Draw, { world, home }: Viewpoint) {
  const own = usersOf(world, home).map((user) => user.uid);
  return name(draw, 'uid', draw.rarely(8) ? UIDS : own.reverse(), 64);
}

const check = (route: string, field: 'uid' | 'account') =>
  defineKind({
    route,
    weight: 1,
    choose: (draw) => ({ [field]: needed(draw, field, () => name(draw, field, UIDS, 64)) }),
    answer: ({ world }, wanted) => done(findUser(world, String(wanted[field])) === undefined),
  });

const createUser = defineKind({
  route: 'PUT /api/user',
  weight: 4,
  creates: true,
  choose: (draw, viewpoint) => ({
    uid: needed(draw, 'uid', () => name(draw, 'uid', UIDS.slice(3), 64)),
    roleId: needed(draw, 'roleId', () => id(draw, 'roleId', roleIds(viewpoint))),
    name: needed(draw, 'name', () => name(draw, 'name', USER_NAMES, 100)),
    password: needed(draw, 'password', () => digest(draw, 'password')),
    phone: maybe(draw, () => freeText(draw, 'phone', '010-2')),
  }),
  answer: ({ world, caller }, { uid, roleId, name: userName, password, phone = '' }) => {
    const role = findRoleOf(world, caller.unit, roleId);
    if (!role) return fails('unknown_role', 'roleId');
    if (!holdsAll(caller, role.roleItems)) return fails('cannot_grant');
    if (findUser(world, uid)) return fails('duplicate_uid');
    addUser(world, { uid, unit: caller.unit, name: userName, phone, roleId, digest: password });
    return done();
  },
});

/** Adds a user who is created now. */
export function addUser(world: World, user: Omit<ModelUser, 'time' | 'epoch'>): void {
  world.users.set(normaliseKey(user.uid), { ...user, time: world.now, epoch: nextEpoch(world) });
}

const updateUser = defineKind({
  route: 'POST /api/user',
  weight: 5,
  choose: (draw, viewpoint) => ({
    uid: needed(draw, 'uid', () => ownUid(draw, viewpoint)),
    roleId: draw.rarely(2) ? newRole(draw, viewpoint) : undefined,
    name: maybe(draw, () => name(draw, 'name', USER_NAMES, 100)),
    password: draw.rarely(6) ? digest(draw, 'password') : undefined,
    phone: maybe(draw, () => freeText(draw, 'phone', '010-3')),
  }),
  answer: ({ world, caller }, { uid, roleId, password, name: userName, phone }) => {
    const user = findUser(world, uid);
    if (user?.unit !== caller.unit) return fails('user_not_found');
    if (roleId && !findRoleOf(world, caller.unit, roleId)) return fails('unknown_role', 'roleId');
    if (password !== undefined && forbidRole(world, caller, user, roleId) === undefined) {
      if (isSameName(user.uid, caller.user.uid)) return fails('invalid_input', 'password');
    }
    const reason = forbidRole(world, caller, user, roleId) ?? forbidPassword(world, caller, user, password);
    if (reason) return fails(reason);
    const before = JSON.stringify(user);
    user.roleId = roleId ?? user.roleId;
    user.name = userName ?? user.name;
    user.phone = phone ?? user.phone;
    if (password !== undefined) Object.assign(user, { digest: password, epoch: nextEpoch(world) });
    return { kind: 'success', isIdle: JSON.stringify(user) === before };
  },
});

/** The new role; 0 revokes. */
function newRole(draw: Draw, viewpoint: Viewpoint) {
  return draw.rarely(4) ? given('0', 0) : id(draw, 'roleId', roleIds(viewpoint), 0);
}

function forbidRole(world: World, caller: ModelCaller, user: ModelUser, roleId: number | undefined) {
  if (roleId === undefined || roleId === user.roleId) return undefined;
  if (isMainAccount(world, user)) return 'protected_main_account';
  if (isSameName(user.uid, caller.user.uid)) return 'protected_self';
  if (!holdsAll(caller, itemsOf(world, user.unit, user.roleId))) return 'outranked';
  return holdsAll(caller, itemsOf(world, user.unit, roleId)) ? undefined : 'cannot_grant';
}

/** Setting somebody else's password is a way to his permissions. */
function forbidPassword(world: World, caller: ModelCaller, user: ModelUser, password: string | undefined) {
  if (password === undefined || isSameName(user.uid, caller.user.uid)) return undefined;
  const isAbove = isMainAccount(world, user) && !caller.isMain;
  return isAbove || !holdsAll(caller, itemsOf(world, user.unit, user.roleId)) ? 'outranked' : undefined;
}

function itemsOf(world: World, unit: number, roleId: number): readonly number[] {
  return findRoleOf(world, unit, roleId)?.roleItems ?? [];
}

const toRoleName = (world: World, { unit, roleId }: ModelUser) => findRoleOf(world, unit, roleId)?.roleName ?? '';

const getUserSheet = defineKind({
  route: 'GET /api/user/sheet.xlsx',
  weight: 1,
  choose: () => ({}),
  read: (file) => {
    const [users] = readWorkbook('users.xlsx', file).map(({ rows }) =>
      rows.slice(1).map(({ cells }) => Array.from({ length: 4 }, (_, index) => cells[index] ?? '')),
    );
    return { code: 200, desc: '成功', success: true, body: users };
  },
  answer: ({ world, caller: { unit } }) =>
    done(usersOf(world, unit).map((user) => [user.uid, user.name, toRoleName(world, user), user.phone])),
});

/**
 * A workbook with users of the own unit, some under another name or phone. There are no new ones: nobody would know
 * their passwords.
 */
const setUserSheet = defineKind({
  route: 'PUT /api/user/sheet.xlsx',
  weight: 2,
  choose: (draw, { world, home }) => {
    const rows = draw.few(usersOf(world, home), 1).map((user) => ({
      uid: user.uid,
      name: draw.rarely(2) ? draw.some('簿中改名', '又一个') : user.name,
      phone: draw.rarely(3) ? draw.some('010-9', '') : user.phone,
    }));
    return { files: given(JSON.stringify(rows.map(({ uid, name, phone }) => [uid, name, phone])), rows) };
  },
  send: ({ files }): CallOptions => {
    const rows: string[][] = JSON.parse(files.sent ?? '[]');
    const book = bookOf([['用户', [['用户名', '姓名', '电话'], ...rows]]]);
    const { contentType, body } = toUpload([['files', new Attachment('用户.xlsx', book)]]);
    return { rawBody: body, encoding: 'base64', headers: { 'content-type': contentType } };
  },
  answer: ({ world, caller }, { files: rows }) => {
    const found = rows.map((row) => [row, findUser(world, row.uid)] as const);
    if (found.some(([, user]) => user?.unit !== caller.unit)) return fails('invalid_input', 'files');
    const changed = found.filter(([row, user]) => user?.name !== row.name || user?.phone !== row.phone);
    const mayEdit = caller.items.includes(caller.isPlatform ? 15 : 38);
    if (changed.length > 0 && !mayEdit) return fails('missing_permission');
    for (const [{ name: userName, phone }, user] of changed) Object.assign(user ?? {}, { name: userName, phone });
    const body = { created: 0, changed: changed.length, unchanged: rows.length - changed.length, passwords: [] };
    return { ...done(body), isIdle: changed.length === 0 };
  },
});

const deleteUser = defineKind({
  route: 'DELETE /api/user',
  weight: 2,
  choose: (draw, viewpoint) => ({ uid: needed(draw, 'uid', () => ownUid(draw, viewpoint)) }),
  answer: ({ world, caller }, { uid }) => {
    const user = findUser(world, uid);
    if (user?.unit !== caller.unit) return fails('user_not_found');
    if (isSameName(uid, caller.user.uid)) return fails('protected_self');
    if (isMainAccount(world, user)) return fails('protected_main_account');
    if (!holdsAll(caller, itemsOf(world, user.unit, user.roleId))) return fails('outranked');
    for (const [key, one] of world.users) if (one === user) world.users.delete(key);
    return done();
  },
});

const listUsers = defineKind({
  route: 'GET /api/user',
  weight: 3,
  choose: () => ({}),
  answer: ({ world, caller: { unit } }) =>
    done(
      usersOf(world, unit).map(({ name: userName, phone, roleId, uid, time }) => {
        const roleName = findRoleOf(world, unit, roleId)?.roleName ?? '';
        return { name: userName, phone, roleId, roleName, uid, time };
      }),
    ),
});

export const kinds: readonly Kind[] = [
  check('GET /api/user/check', 'uid'),
  check('GET /api/vender/check/account', 'account'),
  createUser,
  updateUser,
  getUserSheet,
  setUserSheet,
  deleteUser,
  listUsers,
];
