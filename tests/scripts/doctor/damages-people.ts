import { packRoles, RoleRoster } from '../../../lib/domain/user/role.ts';
import { deletionTask } from '../../../lib/store/unit-deletion.ts';
import { deletionTaskKey, markBucketKey } from '../../../tables/keys.ts';
import { adding, at, changing, type Damage, MISSING, removing, unit, unitItem } from './damage.ts';

const ofItems: Damage[] = [
  {
    title: 'an item of no kind',
    invariant: 'unknown-item',
    repair: 'left',
    inflict: adding(() => ({ pk: 'V#01', sk: 'UNIT' })),
  },
  {
    title: 'a bucket of marks that there is not',
    invariant: 'unknown-item',
    repair: 'left',
    inflict: adding(({ school }) => ({ ...markBucketKey(school.id, 64), version: 1, codes: {} })),
  },
  {
    title: 'a user without a name',
    invariant: 'unreadable-item',
    repair: 'left',
    inflict: changing(unit, 'USER#chef.one', { name: 5 }),
  },
  {
    title: 'a unit without a version',
    invariant: 'unreadable-item',
    repair: 'left',
    inflict: changing(unit, 'UNIT', { version: 'x' }),
  },
  {
    title: 'an ingredient whose code is another',
    invariant: 'misplaced-item',
    repair: 'left',
    inflict: changing(at('INGREDIENT'), 'CODE#', { code: 'other' }),
  },
  {
    title: 'a second user with the uid of the main account',
    invariant: 'misplaced-item',
    repair: 'left',
    inflict: adding((table, items) => ({ ...items.first(unit(table), 'USER#lively'), sk: 'USER#second' })),
  },
  {
    title: 'a session of another id',
    invariant: 'misplaced-item',
    repair: 'left',
    inflict: changing(unit, 'SESSION#', { id: 'other' }),
  },
];

const ofClaims: Damage[] = [
  {
    title: 'a claim on a uid that nobody has',
    invariant: 'uid-claim-without-user',
    repair: 'as before',
    inflict: adding(({ school }) => ({ pk: 'UID#ghost', sk: 'UID', uid: 'ghost', unit: school.id, hash: 'x' })),
  },
  {
    title: 'a user who is gone, with his claim left',
    invariant: 'uid-claim-without-user',
    repair: 'healthy',
    inflict: (items, table) => {
      const roles = items.first(unit(table), 'ROLES');
      items.change(roles, { users: Number(roles['users']) - 1 });
      return removing(unit, 'USER#helper', () => items.first('UID#helper', 'UID'))(items, table);
    },
  },
  {
    title: 'a user without a claim',
    invariant: 'user-without-uid-claim',
    repair: 'left',
    inflict: removing(at('UID#helper'), 'UID', (_, items, table) => items.first(unit(table), 'USER#helper')),
  },
  {
    title: 'a claim that says another unit',
    invariant: 'user-without-uid-claim',
    repair: 'left',
    inflict: (items, table) => {
      items.change(items.first('UID#helper', 'UID'), { unit: 1 });
      return items.first(unit(table), 'USER#helper');
    },
  },
  {
    title: 'a claim that writes the uid in another way',
    invariant: 'user-without-uid-claim',
    repair: 'left',
    inflict: (items, table) => {
      items.change(items.first('UID#helper', 'UID'), { uid: 'HELPER' });
      return items.first(unit(table), 'USER#helper');
    },
  },
  {
    title: 'a claim on a name that nobody has',
    invariant: 'name-claim-without-unit',
    repair: 'as before',
    inflict: adding(({ school }) => ({ pk: 'UNITNAME#ghost', sk: 'UNITNAME', unit: school.id })),
  },
  {
    title: 'a claim on the name of a unit that is being deleted',
    invariant: 'name-claim-without-unit',
    repair: 'as before',
    inflict: adding(({ dying }, items) => {
      const name = String(items.first(`V#${dying}`, 'UNIT')['name']);
      return { pk: `UNITNAME#${name}`, sk: 'UNITNAME', unit: dying };
    }),
  },
  {
    title: 'a unit without the claim on its name',
    invariant: 'unit-without-name-claim',
    repair: 'as before',
    inflict: removing(at('UNITNAME#lively#1小学'), 'UNITNAME', unitItem),
  },
  {
    title: 'a claim on a name that says a unit of another name',
    invariant: 'unit-without-name-claim',
    repair: 'as before',
    inflict: (items, table) => {
      items.change(items.first('UNITNAME#lively#1小学', 'UNITNAME'), { unit: 1 });
      return items.first(unit(table), 'UNIT');
    },
  },
];

const ofUnits: Damage[] = [
  {
    title: 'a main account that is no user',
    invariant: 'main-account',
    repair: 'left',
    inflict: (items, table) => {
      items.remove(items.first('UID#lively#1', 'UID'));
      return removing(unit, 'USER#lively', unitItem)(items, table);
    },
  },
  {
    title: 'a main account without the system role',
    invariant: 'main-account',
    repair: 'left',
    inflict: (items, table) => {
      items.change(items.first(unit(table), 'USER#lively'), { roleId: 0 });
      return items.first(unit(table), 'UNIT');
    },
  },
  {
    title: 'a unit without roles',
    invariant: 'roster',
    repair: 'left',
    inflict: removing(unit, 'ROLES', unitItem),
  },
  {
    title: 'roles without the system role',
    invariant: 'roster',
    repair: 'left',
    inflict: (items, table) => {
      const roles = items.first(unit(table), 'ROLES');
      items.change(roles, { roles: packRoles(RoleRoster.parse(roles).roles.slice(1)) });
      return items.first(unit(table), 'UNIT');
    },
  },
  {
    title: 'roles whose next number is taken',
    invariant: 'roster',
    repair: 'left',
    inflict: (items, table) => {
      items.change(items.first(unit(table), 'ROLES'), { next: 2 });
      return items.first(unit(table), 'UNIT');
    },
  },
  {
    title: 'a user with a role that does not exist',
    invariant: 'user-role',
    repair: 'healthy',
    inflict: changing(unit, 'USER#chef.one', { roleId: 999 }),
  },
  {
    title: 'a count of users that is not theirs',
    invariant: 'user-count',
    repair: 'as before',
    inflict: (items, table) => {
      const roles = items.first(unit(table), 'ROLES');
      items.change(roles, { users: Number(roles['users']) + 1 });
      return roles;
    },
  },
  {
    title: 'a note that would delete a unit that lives',
    invariant: 'deletion-note',
    repair: 'as before',
    inflict: adding(({ school }) => ({ ...deletionTaskKey(school.id), ...deletionTask(school.id) })),
  },
  {
    title: 'a note of a unit that does not exist',
    invariant: 'deletion-note',
    repair: 'as before',
    inflict: adding(() => ({ ...deletionTaskKey(MISSING), ...deletionTask(MISSING) })),
  },
  {
    title: 'a deletion that nothing will finish',
    invariant: 'deletion-note',
    repair: 'as before',
    inflict: removing(at('TASKS'), 'TASK#unit-', (_, items, { dying }) => items.first(`V#${dying}`, 'UNIT')),
  },
];

/** Damages of single items, of claims, units, users and roles. */
export const damagesOfPeople: readonly Damage[] = [...ofItems, ...ofClaims, ...ofUnits];
