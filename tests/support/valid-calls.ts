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
  'GET /docs': () => ({ parameters: {} }),
  'GET /openapi.json': () => ({ parameters: {} }),
  'GET /health': () => ({ parameters: {} }),

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
  'GET /api/vender/info': asSchool(),
  'GET /api/vender/config': asSchool(),
  'POST /api/vender/config': (stage) => ({
    token: stage.school.token,
    parameters: { vender: stage.school.id, breakfast: stage.unique(''), dinner: '34.5', lunch: '40' },
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
  'POST /api/vender/password': async (stage) => ({
    token: stage.admin,
    parameters: { venderId: (await stage.createSchool()).id, password: digestPassword('forgotten') },
  }),
  'GET /api/vender': asAdmin({ keyword: '小学', pageSize: 10, pageNo: 0 }),
  'GET /api/vender/select': asAdmin({ keyword: '小学' }),
  'POST /api/vender/select': asAdmin({ keyword: '小学' }),

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

  'GET /api/log': asSchool({ pageSize: 10 }),

  'GET /api/nutrition': async (stage) => {
    await stage.createStandard();
    return { token: stage.school.token, parameters: { keyword: '标准', pageSize: 10, pageNo: 0 } };
  },
  'GET /api/nutrition/select': async (stage) => {
    await stage.createStandard();
    return { token: stage.school.token, parameters: { vender: stage.school.id, keyword: '标准' } };
  },
  'PUT /api/nutrition': (stage) => ({
    token: stage.admin,
    parameters: { name: stage.unique('学龄儿童 & 100% + '), vendors: stage.school.id, overflow: '0.5' },
  }),
  'POST /api/nutrition': async (stage) => ({
    token: stage.admin,
    parameters: {
      id: await stage.createStandard(),
      name: stage.unique('青少年标准'),
      vendors: stage.school.id,
      overflow: '0.25',
      foodCategoryDay: '{"谷类 & 薯类":250.50}',
      foodCategoryWeek: '{"水产品":1e2}',
      ingredient: '{"轻体力":{"蛋白质":{"min":50,"max":75.0,"ul":100}}}',
    },
  }),
  'DELETE /api/nutrition': async (stage) => ({
    token: stage.admin,
    parameters: { id: await stage.createStandard() },
  }),

  'GET /api/ingredient': async (stage) => {
    await stage.loadRice();
    return {
      token: stage.school.token,
      parameters: { keyword: '稻米', category: '谷类及制品', pageSize: 10, pageNo: 0 },
    };
  },
  'GET /api/ingredient/select': async (stage) => ({
    token: stage.school.token,
    parameters: { codes: await stage.loadRice() },
  }),
  'GET /api/ingredient/mark': asSchool(),
  'GET /api/ingredient/mark/template': async (stage) => {
    await stage.loadRice();
    return { token: stage.school.token, parameters: { category: '谷类及制品' } };
  },
  'PUT /api/ingredient/mark': (stage) => ({
    token: stage.school.token,
    parameters: { nutrient: stage.unique('自编码 & + '), mark: '常用' },
  }),
  'DELETE /api/ingredient/mark': async (stage) => {
    const nutrient = stage.unique('自编码');
    await stage.succeed('PUT /api/ingredient/mark', { nutrient, mark: '忌用' }, stage.school.token);
    return { token: stage.school.token, parameters: { nutrient } };
  },

  'GET /api/dish': async (stage) => {
    await stage.createDish();
    return { token: stage.school.token, parameters: { keyword: '菜', mark: '素菜', pageSize: 10, pageNo: 0 } };
  },
  'GET /api/dish/select': async (stage) => {
    await stage.createDish();
    return { token: stage.school.token, parameters: { keyword: '菜' } };
  },
  'GET /api/dish/label': async (stage) => {
    await stage.loadRice();
    return { token: stage.school.token, parameters: { ids: await stage.createDish() } };
  },
  'GET /api/dish/label.html': async (stage) => {
    await stage.loadRice();
    return { token: stage.school.token, parameters: { ids: await stage.createDish() } };
  },
  'GET /api/dish/label.svg': async (stage) => {
    await stage.loadRice();
    return { token: stage.school.token, parameters: { id: await stage.createDish() } };
  },
  'PUT /api/dish': (stage) => ({
    token: stage.school.token,
    parameters: {
      name: stage.unique('番茄 & 鸡蛋 + 100% '),
      vendors: stage.school.id,
      icon: 'data:image/png;base64,AA+/',
      month: '9,10',
      mark: '小荤',
      poly: '炒',
      ingredient: '[{"key":"012001x","value":100.5,"isMain":true},{"key":"自 & 编","value":20}]',
    },
  }),
  'POST /api/dish': async (stage) => ({
    token: stage.school.token,
    parameters: { id: await stage.createDish(), name: stage.unique('改名'), icon: 'egg.png', month: '', poly: '蒸' },
  }),
  'DELETE /api/dish': async (stage) => ({
    token: stage.school.token,
    parameters: { ids: `${await stage.createDish()},${await stage.createDish()}` },
  }),
  'PUT /api/dish/copy': async (stage) => ({
    token: stage.school.token,
    parameters: { id: await stage.createDish(), vendors: stage.school.id },
  }),
};

/** The prepared call of a route. @throws Error where the table has no row for it. */
export async function prepareCall(stage: Stage, route: string): Promise<ValidCall> {
  const prepare = validCalls[route];
  if (!prepare) throw new Error(`no valid call for ${route}: give it a row in tests/support/valid-calls.ts`);
  return prepare(stage);
}
