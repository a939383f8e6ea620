import { beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../../../lib/errors.ts';
import { continueTasks } from '../../../../lib/store/sweep.ts';
import { deleteUnit } from '../../../../lib/store/unit-deletion.ts';
import { createRole, deleteRole, updateRole } from '../../../../lib/store/user/role.ts';
import { createUsers, deleteUser, updateUser } from '../../../../lib/store/user/user.ts';
import type { Database } from '../../../../lib/table/database.ts';
import { endUserSessions } from '../../../../scripts/admin/users.ts';
import { examine } from '../../../../scripts/doctor/examine.ts';
import { prefixes, unitPartition, userKey } from '../../../../tables/keys.ts';
import { addUnit } from '../../../support/nouns/units.ts';
import { openSetup } from '../../../support/service/open.ts';
import { InterruptedAt } from '../interrupted.ts';

const { service, setup } = await openSetup();
const { db } = service.deps;

interface HeldRoles {
  readonly unit: number;
  readonly doomed: number;
  readonly remaining: number;
  readonly holder: string;
  readonly other: string;
}

const draft = (uid: string, roleId: number) => ({ uid, name: uid, phone: '', roleId, passwordHash: 'none' });

/** A unit with a role that two users hold, and one that another user holds. */
async function makeHeldRoles(): Promise<HeldRoles> {
  const unit = await addUnit(service, setup.unique('held'));
  const doomed = await createRole(db, unit, { roleName: '将删', roleItems: [25] });
  const remaining = await createRole(db, unit, { roleName: '保留', roleItems: [26] });
  const [holder, second, other] = [setup.unique('holder'), setup.unique('second'), setup.unique('other')];
  await createUsers(db, unit, [draft(holder, doomed)], 1);
  await createUsers(db, unit, [draft(second, doomed)], 2);
  await createUsers(db, unit, [draft(other, remaining)], 3);
  return { unit, doomed, remaining, holder, other };
}

type Action = (table: Database, held: HeldRoles) => Promise<unknown>;

/** What others may do while a role is being deleted. */
const actions: Readonly<Record<string, Action>> = {
  'the role is given to somebody': (table, { unit, other, doomed }) =>
    updateUser(table, unit, other, { roleId: doomed }),
  'somebody is hired with it': (table, { unit, doomed }) =>
    createUsers(table, unit, [draft(setup.unique('hired'), doomed)], 4),
  'a holder is given another': (table, { unit, holder, remaining }) =>
    updateUser(table, unit, holder, { roleId: remaining }),
  'a holder loses it': (table, { unit, holder }) => updateUser(table, unit, holder, { roleId: 0 }),
  'a holder is renamed': (table, { unit, holder }) => updateUser(table, unit, holder, { name: '改名' }),
  'a holder gets a new password': (table, { unit, holder }) => updateUser(table, unit, holder, { passwordHash: 'new' }),
  'a holder is given it once more': (table, { unit, holder, doomed }) =>
    updateUser(table, unit, holder, { roleId: doomed }),
  'a holder is deleted': (table, { unit, holder }) => deleteUser(table, unit, holder),
  'sessions of a holder end': (table, { unit, holder }) => endUserSessions(table, unit, holder),
  'it is renamed': (table, { unit, doomed }) => updateRole(table, unit, doomed, { roleName: '改名' }),
  'another role is made': (table, { unit }) => createRole(table, unit, { roleName: '新角色', roleItems: [25] }),
  'it is deleted': (table, { unit, doomed }) => deleteRole(table, unit, doomed),
  'the sweep comes by': (table) => continueTasks(table, () => false),
  'the unit is deleted': (table, { unit }) => deleteUnit(table, unit),
};

const refusals = ['role_not_found', 'user_not_found', 'unknown_role', 'unit_not_found'];

/** Success, or the reason of a failure that the actions of others explain. */
async function settleOutcome(action: Promise<unknown>): Promise<string> {
  const outcome = await action.then(
    () => 'success',
    (error: AppError) => error.reason,
  );
  expect(['success', ...refusals]).toContain(outcome);
  return outcome;
}

/** Expects that no user in the table holds the role. */
async function expectRevoked({ unit, doomed }: HeldRoles): Promise<void> {
  const users = await db.query(unitPartition(unit), { prefix: prefixes.user });
  expect(users.filter(({ roleId }) => roleId === doomed)).toEqual([]);
}

/** Expects that everything is in order, and nothing is left to do. */
async function expectSound(): Promise<void> {
  const { findings, unfinished } = await examine(service.deps.env);
  expect({ findings, unfinished }).toEqual({ findings: [], unfinished: [] });
}

/** Runs `first` with `second` before each of its sequential reads and writes. */
async function interleave(first: Action, second: Action): Promise<number> {
  for (let position = 0; ; position++) {
    const held = await makeHeldRoles();
    const table = new InterruptedAt(service, position, () => settleOutcome(second(db, held)));
    await settleOutcome(first(table, held));
    await settleOutcome(deleteRole(db, held.unit, held.doomed));
    await continueTasks(db, () => false);
    await expectRevoked(held);
    if (!table.isOver) return position;
  }
}

const deletion: Action = (table, { unit, doomed }) => deleteRole(table, unit, doomed);

describe('between any two steps of the deletion of a role', () => {
  it.each(Object.entries(actions))('%s: nobody is left with it', async (_, action) => {
    expect(await interleave(deletion, action)).toBeGreaterThanOrEqual(5);
  });
});

describe('a role is deleted between any two steps of a call:', () => {
  it.each(Object.entries(actions))('%s, and nobody is left with it', async (_, action) => {
    expect(await interleave(action, deletion)).toBeGreaterThanOrEqual(1);
  });
});

it('none of all these leaves anything that the doctor would find wrong', expectSound);

describe('a deletion of a role that is cut short', () => {
  let held: HeldRoles;
  beforeAll(async () => {
    held = await makeHeldRoles();
    await deleteRole(db, held.unit, held.doomed, { isTimeUp: () => true });
  });
  const storedRole = async (uid: string) => (await db.get(userKey(held.unit, uid)))?.['roleId'];

  it('is done for everybody: it is in no list, and cannot be given or deleted any more', async () => {
    const { unit, doomed, holder, other } = held;
    expect(await storedRole(holder)).toBe(doomed);
    await expect(updateUser(db, unit, other, { roleId: doomed })).rejects.toMatchObject({ reason: 'unknown_role' });
    await expect(updateUser(db, unit, holder, { roleId: doomed })).rejects.toMatchObject({ reason: 'unknown_role' });
    await expect(deleteRole(db, unit, doomed)).rejects.toMatchObject({ reason: 'role_not_found' });
  });

  it('is unfinished to the doctor, and no damage', async () => {
    const { findings, unfinished } = await examine(service.deps.env);
    expect({ findings, unfinished }).toEqual({ findings: [], unfinished: [`delete-role: role-${held.doomed}`] });
  });

  it('leaves the role to nobody who is changed meanwhile', async () => {
    await updateUser(db, held.unit, held.holder, { name: '改名' });
    expect(await storedRole(held.holder)).toBe(0);
  });

  it('is finished by the sweep', async () => {
    expect(await continueTasks(db, () => false)).toEqual({ unfinishedCount: 0, failedCount: 0 });
    await expectRevoked(held);
    await expectSound();
  });
});
