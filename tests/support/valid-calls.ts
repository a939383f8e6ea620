import { digestPassword } from '../../lib/auth/password.ts';
import type { Stage } from './stage.ts';

/** A call that succeeds. */
export interface ValidCall {
  /** Absent where the endpoint needs none. */
  readonly token?: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** Makes whatever the call needs, anew each time, so that it can be made again and again. */
type Prepare = (stage: Stage) => ValidCall | Promise<ValidCall>;

const asSchool =
  (parameters: ValidCall['parameters'] = {}): Prepare =>
  ({ school }) => ({ token: school.token, parameters });

const asAdmin =
  (parameters: ValidCall['parameters'] = {}): Prepare =>
  ({ admin }) => ({ token: admin, parameters });

/** By route: how to call it so that it answers 200. Every endpoint of the service but `$default` has its row. */
export const validCalls: Readonly<Record<string, Prepare>> = {
  'POST /api/login': ({ school }) => ({
    parameters: { uid: school.account, password: digestPassword(school.password) },
  }),
  'POST /api/logout': async ({ service, school }) => ({
    token: await service.signIn(school.account, school.password),
    parameters: {},
  }),
  'GET /api/me': asSchool(),
  'POST /api/me/password': async (stage) => {
    const person = await stage.createUser();
    const token = await stage.service.signIn(person.uid, person.password);
    const [oldPassword, newPassword] = [digestPassword(person.password), digestPassword('another')];
    return { token, parameters: { oldPassword, newPassword } };
  },

  'GET /api/vender/check/account': asSchool({ account: '新账号' }),
  'GET /api/vender/check/name': asSchool({ name: '新小学' }),
  'GET /api/vender/config': asSchool(),
  'POST /api/vender/config': ({ school }) => ({
    token: school.token,
    parameters: { vender: school.id, breakfast: '25.5', dinner: '34.5', lunch: '40' },
  }),
  'PUT /api/vender': (stage) => ({
    token: stage.admin,
    parameters: {
      account: stage.unique('账号'),
      password: digestPassword('123456'),
      name: stage.unique('光明中学 & 附属 + 100% = '),
      category: '初中',
      expire: '2099-12-31',
      address: '朝阳路 1 号',
    },
  }),
  'DELETE /api/vender': async (stage) => ({
    token: stage.admin,
    parameters: { vender: (await stage.createSchool()).id },
  }),
  'POST /api/vender': (stage) => ({
    token: stage.school.token,
    parameters: { venderId: stage.school.id, name: stage.unique('红旗小学'), contacts: '王老师', phone: '010-1' },
  }),
  'GET /api/vender': asAdmin({ keyword: '小学', pageSize: 10, pageNo: 0 }),
  'GET /api/vender/select': asAdmin({ keyword: '小学' }),

  'GET /api/user/check': asSchool({ uid: '新用户' }),
  'PUT /api/user': async (stage) => ({
    token: stage.school.token,
    parameters: {
      uid: stage.unique('厨师'),
      name: '李师傅',
      password: digestPassword('123456'),
      roleId: await stage.createRole([25]),
      phone: '010-2',
    },
  }),
  'DELETE /api/user': async (stage) => ({
    token: stage.school.token,
    parameters: { uid: (await stage.createUser()).uid },
  }),
  'POST /api/user': async (stage) => ({
    token: stage.school.token,
    parameters: { uid: (await stage.createUser()).uid, name: '张师傅', password: digestPassword('x'), roleId: 0 },
  }),
  'GET /api/user': asSchool(),

  'GET /api/role/item': asSchool(),
  'PUT /api/role': (stage) => ({
    token: stage.school.token,
    parameters: { roleName: stage.unique('营养师'), items: '25,26,27' },
  }),
  'DELETE /api/role': async (stage) => ({
    token: stage.school.token,
    parameters: { roleId: await stage.createRole() },
  }),
  'POST /api/role': async (stage) => ({
    token: stage.school.token,
    parameters: { roleId: await stage.createRole(), roleName: stage.unique('主厨'), items: '25' },
  }),
  'GET /api/role': asSchool(),

  'GET /api/basic/enum': asSchool(),
};

/** The prepared call of a route. @throws Error where the table has no row for it. */
export async function prepareCall(stage: Stage, route: string): Promise<ValidCall> {
  const prepare = validCalls[route];
  if (!prepare) throw new Error(`no valid call for ${route}: give it a row in tests/support/valid-calls.ts`);
  return prepare(stage);
}
