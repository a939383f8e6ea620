import { describe, expect, it } from 'vitest';
import { createRole } from '../../../../lib/store/user/role.ts';
import {
  createUsers,
  deleteUser,
  findUidClaims,
  listUsersByUnit,
  updateUser,
} from '../../../../lib/store/user/user.ts';
import { addUnit } from '../../../support/nouns/units.ts';
import { openSetup } from '../../../support/service/open.ts';
import { Interrupted } from '../interrupted.ts';

const { service, setup } = await openSetup();
const { db } = service.deps;

describe('a user who is deleted and created again while a call concerns the former one', () => {
  /**
   * A unit with a user who holds a role, and an action that replaces him by another user with the same uid, without a
   * role.
   */
  async function makeUser() {
    const unit = await addUnit(service, setup.unique('anew'));
    const roleId = await createRole(db, unit, { roleName: '营养师', roleItems: [25] });
    const uid = setup.unique('Anew');
    await createUsers(db, unit, [{ uid, name: '旧', phone: '1', roleId, passwordHash: 'former' }], 1);
    const makeAnew = async () => {
      await deleteUser(db, unit, uid);
      const anew = { uid: uid.toLowerCase(), name: '新', phone: '2', roleId: 0, passwordHash: 'latter' };
      await createUsers(db, unit, [anew], 2);
    };
    const look = async () => {
      const users = await listUsersByUnit(db, unit);
      return { users: users.filter((user) => user.phone !== ''), claim: (await findUidClaims(db, [uid]))[0] };
    };
    return { unit, uid, makeAnew, look };
  }

  it('keeps his other facts, and the password if none was given', async () => {
    const { unit, uid, makeAnew, look } = await makeUser();
    await updateUser(new Interrupted(service, makeAnew), unit, uid, { name: '改' });
    const { users, claim } = await look();
    expect(users).toEqual([
      expect.objectContaining({ uid: uid.toLowerCase(), name: '改', phone: '2', roleId: 0, time: 2 }),
    ]);
    expect(claim).toMatchObject({ uid: uid.toLowerCase(), hash: 'latter' });
  });

  it('is not judged by the facts of the former user', async () => {
    const { unit, uid, makeAnew, look } = await makeUser();
    const seen: string[] = [];
    await updateUser(new Interrupted(service, makeAnew), unit, uid, { passwordHash: 'given' }, ({ user }) =>
      seen.push(user.name),
    );
    expect(seen).toEqual(['旧', '新']);
    expect((await look()).claim?.hash).toBe('given');
  });

  it('is deleted only by a call that has seen him', async () => {
    const { unit, uid, makeAnew, look } = await makeUser();
    const seen: string[] = [];
    await deleteUser(new Interrupted(service, makeAnew), unit, uid, ({ user }) => seen.push(user.name));
    expect(seen).toEqual(['旧', '新']);
    expect(await look()).toEqual({ users: [], claim: undefined });
  });
});
