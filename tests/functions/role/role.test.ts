import { describe, expect, it } from 'vitest';
import { hasPermission, listItemIds, type Permission } from '../../../lib/auth/permissions.ts';
import type { Problem } from '../../../lib/errors.ts';
import { itemIdsByPermission } from '../../../workbench/api/permissions.ts';
import { bindRoleCalls, type Role } from '../../support/nouns/roles.ts';
import { badInput, failure, SUCCESS, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { asPlatform } from '../../support/service/platform.ts';

const { service, setup } = await openSetup();
const other = await setup.createSchool();

/** `some`: two items of the side. */
describe.each([
  ['business', setup.school, [25, 18]],
  ['admin', asPlatform(setup), [9, 1]],
] as const)('on the %s side', (side, home, some) => {
  const all = listItemIds(side);
  const { list, call, find, add } = bindRoleCalls(setup, home);

  it('GET /api/role starts with the system role: all items of the side, roleType 系统角色, vender the own unit', async () => {
    const fresh = side === 'admin' ? home : await setup.createSchool();
    const answer = await service.call('GET /api/role', {}, { token: fresh.token });
    const id = fresh.id * 1_000_000 + 1;
    const system = { id, roleName: '超级管理员', roleType: '系统角色', roleItems: all, vender: fresh.id };
    expect(answer.json).toEqual(success([system]));
    for (const [name, ids] of Object.entries(itemIdsByPermission) as [Permission, number[]][]) {
      const granting = all.filter((id) => hasPermission({ side, itemIds: new Set([id]), isMain: false }, name));
      const asked = name === 'price.view' ? [...ids, 44] : ids; // The platform sees prices within analyses only.
      expect([name, ...asked.filter((id) => all.includes(id))]).toEqual([name, ...granting]);
    }
  });

  it('PUT creates a custom role at the end of the list, its items once each and as given', async () => {
    const before = await list();
    const roleName = setup.unique('营养师');
    const answer = await call('PUT', { roleName: ` ${roleName}　`, items: `${some.join(', ')},${some[0]}` });
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    const { id } = await find(roleName);
    const added = { id, roleName, roleType: '自定义角色', roleItems: [...some], vender: home.id };
    expect(await list()).toEqual([...before, added]);
    expect(before.map((role) => role.id)).not.toContain(id);
  });

  it.each([
    ['absent', {}],
    ['empty', { items: '' }],
  ])('PUT with items %s creates a role without items', async (_, items) => {
    const roleName = setup.unique('空');
    expect((await call('PUT', { roleName, ...items })).json).toEqual(SUCCESS);
    expect((await find(roleName)).roleItems).toEqual([]);
  });

  it('PUT takes all items of the side, and a name of 100 characters', async () => {
    const roleName = setup.unique('名'.repeat(90)).padEnd(100, '长');
    expect((await call('PUT', { roleName, items: all.join(',') })).json).toEqual(SUCCESS);
    expect((await find(roleName)).roleItems).toEqual(all);
  });

  it('POST changes the parameters given and no others, of this role and no other', async () => {
    const role = await add(some);
    const before = await list();
    const withChange = (change: Partial<Role>) =>
      before.map((other) => (other.id === role.id ? { ...other, ...change } : other));
    const roleName = setup.unique('主厨');
    const answer = await call('POST', { roleId: role.id, roleName });
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await list()).toEqual(withChange({ roleName }));
    // Its former name is free again.
    const again = await call('PUT', { roleName: role.roleName });
    expect(again.json).toEqual(SUCCESS);
    await call('DELETE', { roleId: (await find(role.roleName)).id });
    const roleItems = [...some].toReversed();
    expect((await call('POST', { roleId: role.id, items: roleItems.join(',') })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange({ roleName, roleItems }));
    expect((await call('POST', { roleId: role.id, items: '' })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange({ roleName, roleItems: [] }));
  });

  it('POST that changes nothing is 200, the own name in other letters is no duplicate', async () => {
    const role = await add(some);
    const before = await list();
    expect((await call('POST', { roleId: role.id })).json).toEqual(SUCCESS);
    const same = { roleId: role.id, roleName: role.roleName, items: some.join(',') };
    expect((await call('POST', same)).json).toEqual(SUCCESS);
    expect(await list()).toEqual(before);
    expect((await call('POST', { roleId: role.id, roleName: `${role.roleName}a` })).json).toEqual(SUCCESS);
    expect((await call('POST', { roleId: role.id, roleName: `${role.roleName}A` })).json).toEqual(SUCCESS);
    expect((await find(`${role.roleName}A`)).id).toBe(role.id);
  });

  it.each(['body', 'query'] as const)(
    'DELETE, roleId in the %s, takes this role; the same once more is 404',
    async (deleteWith) => {
      const before = await list();
      const { id } = await add(some);
      const remove = () => service.call('DELETE /api/role', { roleId: id }, { token: home.token, deleteWith });
      expect((await remove()).json).toEqual(SUCCESS);
      expect(await list()).toEqual(before);
      const again = await remove();
      expect([again.status, again.json]).toEqual([404, failure(404, 'role_not_found')]);
      expect((await add()).id).not.toBe(id);
    },
  );

  it('roleName is unique in its unit ignoring case, also against the system role; another unit may have it', async () => {
    const role = await add();
    const roleName = setup.unique('Chef');
    expect((await call('PUT', { roleName })).json).toEqual(SUCCESS);
    const before = await list();
    const fullWidth = roleName.replace('Chef', 'ＣＨＥＦ');
    for (const taken of [roleName, roleName.toLowerCase(), ` ${fullWidth} `, '超级管理员']) {
      for (const answer of [
        await call('PUT', { roleName: taken, items: some.join(',') }),
        await call('POST', { roleId: role.id, roleName: taken, items: some.join(',') }),
      ]) {
        expect([answer.status, answer.json]).toEqual([409, failure(409, 'duplicate_role_name')]);
      }
    }
    expect(await list()).toEqual(before);
    expect((await call('PUT', { roleName }, other.token)).json).toEqual(SUCCESS);
  });

  it.each(['POST', 'DELETE'])(
    'the system role is protected: %s is 409 protected_role and changes nothing',
    async (method) => {
      const before = await list();
      const roleId = before[0]?.id ?? 0;
      const changes =
        method === 'POST' ? [{}, { roleName: '不该出现' }, { items: '' }, { items: all.join(',') }] : [{}];
      for (const change of changes) {
        const answer = await call(method, { roleId, ...change });
        expect([answer.status, answer.json]).toEqual([409, failure(409, 'protected_role')]);
      }
      expect(await list()).toEqual(before);
    },
  );

  it("another unit's role is 404 with the same body as an id that nobody has, and stays as it is", async () => {
    const foreign = await setup.createRole([25], other);
    const roles = await setup.succeed('GET /api/role', {}, other.token);
    for (const roleId of [foreign, other.id * 1_000_000 + 1, 987_654_001]) {
      for (const answer of [
        await call('POST', { roleId, roleName: '不该出现', items: some.join(',') }),
        await call('DELETE', { roleId }),
      ]) {
        expect([answer.status, answer.json]).toEqual([404, failure(404, 'role_not_found')]);
      }
    }
    expect(await setup.succeed('GET /api/role', {}, other.token)).toEqual(roles);
  });

  const idRange = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER } as const;
  const name = (roleName: string) => ({ roleName });
  it.each<[string, Record<string, string>, [string, Problem]]>([
    ['roleName is empty', name(''), ['roleName', { code: 'empty' }]],
    ['roleName is blank', name(' 　'), ['roleName', { code: 'empty' }]],
    ['roleName has 101 characters', name('名'.repeat(101)), ['roleName', { code: 'too_long', max: 100 }]],
    ['roleName has a control character', name('主\u001f厨'), ['roleName', { code: 'text' }]],
    ['items has a word', { items: '18,chef' }, ['items', { code: 'ids' }]],
    ['items has a gap', { items: '18,,19' }, ['items', { code: 'ids' }]],
    ['items has a negative', { items: '-18' }, ['items', { code: 'ids' }]],
    ['items has 48 entries', { items: Array(48).fill(18).join(',') }, ['items', { code: 'too_many', max: 47 }]],
    ['items is JSON', { items: '[18,19]' }, ['items', { code: 'ids' }]],
  ])('PUT and POST are 400 where %s, and change nothing', async (_, bad, problem) => {
    const { id, roleName } = await add();
    const before = await list();
    const created = await call('PUT', { roleName: setup.unique('新'), ...bad });
    expect([created.status, created.json]).toEqual([400, badInput(problem)]);
    const changed = await call('POST', { roleId: id, roleName: `${roleName}改`, ...bad });
    expect([changed.status, changed.json]).toEqual([400, badInput(problem)]);
    expect(await list()).toEqual(before);
  });

  it('what is required is named: roleName in PUT, roleId in POST and DELETE', async () => {
    expect((await call('PUT', {})).json).toEqual(badInput(['roleName', { code: 'required' }]));
    for (const method of ['POST', 'DELETE']) {
      expect((await call(method, {})).json).toEqual(badInput(['roleId', { code: 'required' }]));
      for (const roleId of ['', '0', '-1', '1.5', '1,2', '主厨']) {
        expect((await call(method, { roleId })).json).toEqual(badInput(['roleId', idRange]));
      }
    }
  });
});
