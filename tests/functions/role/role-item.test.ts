import { describe, expect, it } from 'vitest';
import { bindRoleCalls } from '../../support/nouns/roles.ts';
import { addSignedIn, failure, itemsWithout, SUCCESS, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { asPlatform } from '../../support/service/platform.ts';

/** Ids and names of the permission items, by category. */
const BUSINESS: [category: string, items: Record<number, string>][] = [
  ['基础', { 18: '使用流程', 19: '数据大屏-大屏显示', 20: '数据大屏-大屏显示(LED)' }],
  ['配餐设置', { 21: '配餐设置-查看', 22: '配餐设置-编辑' }],
  ['食材', { 23: '食材-查看', 24: '食材-常用/忌用打标' }],
  ['菜品', { 25: '菜品-查看', 26: '菜品-新建', 27: '菜品-编辑', 28: '菜品-删除' }],
  ['食谱', { 29: '食谱-查看', 30: '食谱-新建', 31: '食谱-编辑', 32: '食谱-删除', 33: '食谱审核记录-查看' }],
  ['单位信息', { 34: '单位信息-查看', 35: '单位信息-修改' }],
  ['系统设置', { 36: '用户-查看', 37: '用户-新建', 38: '用户-编辑', 39: '用户-删除' }],
  ['系统设置', { 40: '角色-查看', 41: '角色-新建', 42: '角色-编辑', 43: '角色-删除' }],
  ['食材', { 46: '食材-编辑' }],
];
const ADMIN_SIDE: typeof BUSINESS = [
  ['单位', { 1: '单位-查看', 2: '单位-新建', 3: '单位-编辑', 4: '单位-删除' }],
  ['营养标准', { 5: '营养标准-查看', 6: '营养标准-新建', 7: '营养标准-编辑', 8: '营养标准-删除' }],
  ['菜品', { 9: '菜品-查看', 10: '菜品-新建', 11: '菜品-编辑', 12: '菜品-删除' }],
  ['食材', { 13: '食材-查看' }],
  ['系统设置', { 14: '用户-查看', 15: '用户-新建/编辑/删除', 16: '角色-查看', 17: '角色-新建/编辑/删除' }],
  ['食谱', { 44: '食谱-查看', 45: '食谱-审核' }],
  ['食材库', { 47: '食材库-编辑' }],
];
const toItems = (groups: typeof BUSINESS, itemType: string) =>
  groups.flatMap(([category, items]) =>
    Object.entries(items).map(([id, itemName]) => ({ id: Number(id), category, itemName, itemType })),
  );

const { service, setup } = await openSetup();

/** `some`: items of the side; `creator`: the item that creating and editing roles needs. */
describe.each([
  ['business', setup.school, toItems(BUSINESS, '业务端'), [25, 18], [41, 42], 17],
  ['admin', asPlatform(setup), toItems(ADMIN_SIDE, '管理端'), [9, 1], [17], 18],
] as const)('on the %s side', (side, home, catalogue, some, creator, foreignItem) => {
  const all = catalogue.map(({ id }) => id);
  const { list, call, find, add } = bindRoleCalls(setup, home);

  it('GET /api/role/item is the list of the items of the own side', async () => {
    const answer = await service.call('GET /api/role/item', {}, { token: home.token });
    expect([answer.status, answer.json]).toEqual([200, success(catalogue)]);
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(all).toEqual(side === 'admin' ? [...range(1, 17), 44, 45, 47] : [...range(18, 43), 46]);
  });

  it('unknown items and items of the other side are 400, all of them named in field items', async () => {
    const role = await add(some);
    const before = await list();
    const items = [0, some[0], foreignItem, 48, 999_999].join(',');
    const names = `0, ${foreignItem}, 48, 999999`;
    const expected = failure(400, 'unknown_permission_item', ['items', { code: 'unknown', names }]);
    for (const answer of [
      await call('PUT', { roleName: setup.unique('新'), items }),
      await call('POST', { roleId: role.id, roleName: '不该出现', items }),
    ]) {
      expect([answer.status, answer.json]).toEqual([400, expected]);
    }
    expect(await list()).toEqual(before);
  });

  it('nobody grants items that he does not hold himself: 403 cannot_grant, by PUT and by POST', async () => {
    const token = await addSignedIn(service, home.id, setup.unique('limited'), [...creator, some[0]]);
    const role = await add([some[1]]);
    const before = await list();
    for (const items of [some.join(','), itemsWithout(home.id, some[0]).join(',')]) {
      const created = await call('PUT', { roleName: setup.unique('新'), items }, token);
      expect([created.status, created.json]).toEqual([403, failure(403, 'cannot_grant')]);
    }
    const raised = await call('POST', { roleId: role.id, roleName: '不该出现', items: all.join(',') }, token);
    expect([raised.status, raised.json]).toEqual([403, failure(403, 'cannot_grant')]);
    expect(await list()).toEqual(before);
    // The call does not grant items that the role has already.
    expect((await call('POST', { roleId: role.id, items: some.join(',') }, token)).json).toEqual(SUCCESS);
    expect((await call('PUT', { roleName: setup.unique('新'), items: String(some[0]) }, token)).json).toEqual(SUCCESS);
  });

  it('nobody changes his own role, neither adds to it nor takes away', async () => {
    const uid = setup.unique('selfish');
    const token = await addSignedIn(service, home.id, uid, [...creator, some[0]]);
    const own = await find(`${uid}的角色`);
    for (const items of [[...creator, ...some], creator]) {
      const answer = await call('POST', { roleId: own.id, items: items.join(',') }, token);
      expect(answer.json).toEqual(failure(409, 'protected_self'));
      expect(await find(`${uid}的角色`)).toEqual(own);
    }
  });
});
