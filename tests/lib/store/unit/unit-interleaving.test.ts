import { describe, expect, it } from 'vitest';
import { UnitRecord } from '../../../../lib/domain/unit.ts';
import { AppError } from '../../../../lib/errors.ts';
import { updateUnit } from '../../../../lib/store/unit/unit-change.ts';
import { listUnits } from '../../../../lib/store/unit/unit-list.ts';
import { deleteUnit } from '../../../../lib/store/unit-deletion.ts';
import { changePassword, readOwnCredentials } from '../../../../lib/store/user/credentials.ts';
import { createUsers, deleteUser, UidClaim } from '../../../../lib/store/user/user.ts';
import { uidClaimKey } from '../../../../tables/keys.ts';
import { addUnit, addUser, findRecord, PASSWORD } from '../../../support/nouns/units.ts';
import { openPlatform } from '../../../support/service/open.ts';
import { Interrupted } from '../interrupted.ts';

const { service, admin } = await openPlatform();
let serial = 0;

describe('between the reads and the write of a call', () => {
  const readClaim = async (uid: string) => UidClaim.parse(await service.deps.db.get(uidClaimKey(uid)));
  /** A deletion that is cut short after it has freed the uids, before it has removed the users. */
  const deleteHalf = async (id: number) => {
    const error = Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
    service.storeCalls.fault = (command) => (command.startsWith('BatchWrite') ? { when: 'before', error } : undefined);
    await deleteUnit(service.deps.db, id).catch(() => {});
    service.storeCalls.fault = () => undefined;
  };
  /** What the first deletion has left, if anything. */
  const deleteRest = (id: number) => deleteUnit(service.deps.db, id).catch(() => {});

  it('the uid becomes a user of the same unit: the rebind promotes him, as it would have a moment later', async () => {
    const id = await addUnit(service, `main${++serial}`);
    const uid = `heir${serial}`;
    await updateUnit(new Interrupted(service, () => addUser(service, id, uid, [36])), id, { account: uid });
    const { json } = await service.call('GET /api/me', {}, { token: await service.signIn(uid, PASSWORD) });
    expect(json.body).toMatchObject({ uid, vender: id, isMain: true, roleName: '超级管理员' });
  });

  it('the uid becomes a user of another unit: the rebind is duplicate_account', async () => {
    const [id, other] = [await addUnit(service, `main${++serial}`), await addUnit(service, `else${serial}`)];
    const rebind = updateUnit(new Interrupted(service, () => addUser(service, other, `heir${serial}`)), id, {
      account: `heir${serial}`,
    });
    await expect(rebind).rejects.toEqual(new AppError('duplicate_account'));
  });

  it('the user is deleted: the rebind gives his uid to the main user', async () => {
    const id = await addUnit(service, `main${++serial}`);
    const uid = `heir${serial}`;
    await addUser(service, id, uid);
    await updateUnit(new Interrupted(service, () => deleteUser(service.deps.db, id, uid)), id, { account: uid });
    expect((await findRecord(service, admin, id)).account).toBe(uid);
  });

  it('the unit is deleted: neither a new user nor a change of it gets through', async () => {
    const user = { uid: `late${++serial}`, name: '晚', phone: '', passwordHash: 'none' };
    const first = await addUnit(service, `gone${serial}`);
    const roleId = first * 1_000_000 + 1;
    const gone = (id: number) => new Interrupted(service, () => deleteUnit(service.deps.db, id));
    await expect(createUsers(gone(first), first, [{ ...user, roleId }], 0)).rejects.toEqual(
      new AppError('unit_not_found'),
    );
    const second = await addUnit(service, `gone${serial}`);
    await expect(updateUnit(gone(second), second, { account: 'x', name: 'x' })).rejects.toEqual(
      new AppError('unit_not_found'),
    );
  });

  it('the unit is being deleted and its uid taken again: deleting the old user leaves the new owner his uid', async () => {
    const id = await addUnit(service, `main${++serial}`);
    const uid = `again${serial}`;
    await addUser(service, id, uid);
    let heir = 0;
    const happens = async () => {
      await deleteHalf(id);
      heir = await addUnit(service, uid);
    };
    await deleteUser(new Interrupted(service, happens), id, uid).catch(() => {});
    await deleteRest(id);
    expect(await readClaim(uid)).toMatchObject({ uid, unit: heir });
  });

  it("the unit is being deleted and its uid taken again: the old user's new password does not open the new owner's account", async () => {
    const id = await addUnit(service, `again${++serial}`);
    const uid = `again${serial}`;
    const claim = await readClaim(uid);
    let heir = 0;
    const happens = async () => {
      await deleteHalf(id);
      heir = await addUnit(service, uid);
    };
    const { db } = service.deps;
    const session = { uid, vender: id, sessionId: 'none' };
    const lastRead = await readOwnCredentials(db, session);
    const change = { checkedHash: claim.hash, newHash: 'of the old user', lastRead };
    await changePassword(new Interrupted(service, happens), session, change).catch(() => {});
    await deleteRest(id);
    expect(await readClaim(uid)).toEqual({ ...claim, unit: heir });
  });
});

describe('between the rows and the units of a page', () => {
  it.each([undefined, '页'])(
    'a unit is deleted: it does not show, though its data is still there, and the next page counts it no more (keyword %s)',
    async (keyword) => {
      const name = (place: string) => `${place}页${++serial}`;
      const remaining = [await addUnit(service, `p${serial}`, { name: name('左') })];
      const gone = await addUnit(service, `p${serial}`, { name: name('中') });
      remaining.push(await addUnit(service, `p${serial}`, { name: name('右') }));
      const db = new Interrupted(service, () => deleteUnit(service.deps.db, gone, () => true), 'query');
      const page = await listUnits(db, { pageNo: 0, pageSize: 200 }, { keyword });
      const next = await service.call('GET /api/vender', { pageSize: 200, keyword: keyword ?? '' }, { token: admin });
      expect(page.content.map((unit) => UnitRecord.parse(unit))).toEqual(next.json.body.content);
      expect(next.json.body.totalElements).toBe(next.json.body.content.length);
      const ids = page.content.map(({ id }) => id);
      expect([ids.includes(gone), ids.slice(0, 2)]).toEqual([false, remaining.toReversed()]);
    },
  );
});
