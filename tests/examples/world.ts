import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { digestPassword } from '../../lib/auth/password.ts';
import { openToken } from '../../lib/auth/token.ts';
import { LINK_LIFE_S } from '../../lib/domain/link.ts';
import { createLink } from '../../lib/store/link.ts';
import { createScreen } from '../../lib/store/screen/screen.ts';
import { loadIngredients } from '../../scripts/command/load-foods.ts';
import { starterFoods } from '../../scripts/command/starter.ts';
import { ADMIN, type Answer, type TestService } from '../support/service/service.ts';

/** The people who are signed in: the platform's administrator, and the main accounts of units 1 and 2. */
export type Person = 'admin' | 'hongqi' | 'dongfang' | 'qiquan';

/** The end of the address of screen 1000001. */
const SCREEN_TOKEN = 'EXAMPLE-shown-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
/** The end of the address of the phone page 1000003. */
const PHONE_TOKEN = 'EXAMPLE-phone-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The end of the address of a link of unit 1's main account. */
const LINK_TOKEN = 'EXAMPLE-print-AAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The evening before, in Asia/Shanghai, when everything in the world is created: one thing per minute. */
const EVENING = Date.parse('2026-08-31T22:00:00+08:00');
/** The time when all examples are sent. The sessions of the evening are still valid. */
const MORNING = Date.parse('2026-09-01T08:00:00+08:00');
const MINUTE_MS = 60_000;

type Parameters = Readonly<Record<string, string | number>>;

/** The world of the example requests: always the same people and things, with the same ids and times. */
export interface World {
  readonly service: TestService;
  /** Tokens of the signed-in people. */
  readonly tokens: ReadonlyMap<Person, string>;
}

/** Builds the world on a new service, and then stops its time. */
export async function buildWorld(service: TestService): Promise<World> {
  const tokens = new Map<Person, string>();
  service.stoppedAt = EVENING;
  const passMinute = () => {
    service.stoppedAt = (service.stoppedAt ?? EVENING) + MINUTE_MS;
  };
  const send = async (person: Person, route: string, parameters: Parameters) => {
    passMinute();
    requireSuccess(await service.call(route, parameters, { token: tokens.get(person) }));
  };
  const signIn = async (person: Person, password = makePassword(person)) => {
    passMinute();
    tokens.set(person, await service.signIn(person, password));
  };
  await loadIngredients(service.deps.db, namedFoods(service));
  await signIn('admin', ADMIN.password);
  for (const [route, parameters] of platformThings) await send('admin', route, parameters);
  for (const school of ['hongqi', 'dongfang'] as const) await signIn(school);
  for (const [route, parameters] of schoolThings) await send('hongqi', route, parameters);
  await send('dongfang', 'PUT /api/dish', { name: '白粥', mark: '粥' });
  await hangScreens(service);
  await send('admin', 'POST /api/vender', { venderId: 1, menuReview: 'true' });
  for (const id of [1000004, 1000007]) await send('hongqi', 'POST /api/menu/submit', { id });
  await send('admin', 'POST /api/vender', { venderId: 1, menuReview: 'false' });
  await send('admin', 'POST /api/vender', { venderId: 3, status: 'false' });
  service.stoppedAt = MORNING;
  await makeLink(service, tokens.get('hongqi') ?? '');
  return { service, tokens };
}

/** The foods that the world and the examples name. The whole catalogue would be compared item by item in many tests. */
function namedFoods({ endpoints }: TestService) {
  const namedCodes = JSON.stringify([
    schoolThings,
    platformThings,
    [...endpoints.values()].map(({ examples }) => examples),
  ]);
  return starterFoods.filter(({ code }) => namedCodes.includes(code));
}

/** Screens 1000001 and 1000003, with known addresses, and 1000002. */
async function hangScreens({ deps: { db } }: TestService): Promise<void> {
  await createScreen(db, 1, { name: '一楼食堂', form: 'wall', levels: [], hash: hashAddressToken(SCREEN_TOKEN) });
  await createScreen(db, 1, { name: '校门口', form: 'led', levels: ['轻体力'] });
  await createScreen(db, 1, { name: '家长', form: 'phone', levels: [], hash: hashAddressToken(PHONE_TOKEN) });
}

/** One red point. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A link of the session to the sheet of menu 1000006, with a known address. */
async function makeLink({ deps }: TestService, token: string): Promise<void> {
  const session = await openToken(deps, token);
  const content = { path: '/api/menu/sheet.html', query: 'id=1000006', ...session } as const;
  // It lives long enough for the examples, which are sent a second after each other.
  await createLink(deps.db, hashAddressToken(LINK_TOKEN), content, MORNING + LINK_LIFE_S * 1000);
}

const makePassword = (uid: string) => `${uid}-2026`;

const unit = (account: string, name: string, expire = '2027-07-31'): [string, Parameters] => {
  const password = digestPassword(makePassword(account));
  return ['PUT /api/vender', { account, password, name, category: '小学', expire }];
};
const user = (uid: string, name: string, roleId: number): [string, Parameters] => [
  'PUT /api/user',
  { uid, name, password: digestPassword(makePassword(uid)), roleId },
];
const role = (roleName: string, items: string): [string, Parameters] => ['PUT /api/role', { roleName, items }];
const mark = (nutrient: string, value: string): [string, Parameters] => [
  'PUT /api/ingredient/mark',
  { nutrient, mark: value },
];
const price = (nutrient: string, yuan: string): [string, Parameters] => [
  'PUT /api/ingredient/price',
  { nutrient, price: yuan },
];
const food = (code: string, name: string, category: string): [string, Parameters] => [
  'PUT /api/ingredient',
  { code, name, category },
];
const dish = (
  name: string,
  kind: string,
  poly: string,
  ...recipe: [code: string, grams: number][]
): [string, Parameters] => {
  const ingredient = JSON.stringify(recipe.map(([key, value]) => ({ key, value })));
  return ['PUT /api/dish', { name, mark: kind, poly, month: '5,6,7,8,9', ingredient }];
};

const menu = (name: string, start: string, day = 1): [string, Parameters] => {
  const groups = JSON.stringify([{ level: '轻体力', people: 320 }]);
  const items = JSON.stringify([
    { day, meal: 'lunch', dish: 1 },
    { day, meal: 'lunch', dish: 1000001 },
  ]);
  return ['PUT /api/menu', { name, start, groups, items }];
};

/** The things that the platform creates: units 1 to 5, a role 2 without items, standards 1 to 3, dish 1 of the library. */
const platformThings: readonly [route: string, parameters: Parameters][] = [
  unit('hongqi', '红旗小学'),
  unit('dongfang', '东方小学'),
  unit('tingban', '停办小学'),
  unit('daoqi', '到期小学', '2026-08-31'),
  unit('banqian', '搬迁小学'),
  role('值班', ''),
  user('clerk', '周宁', 2),
  ['PUT /api/nutrition', { name: '学龄儿童膳食标准', vendors: '1,2', overflow: 0.1 }],
  [
    'POST /api/nutrition',
    {
      id: 1,
      foodCategoryDay: '{"谷类":250,"蔬菜类":300}',
      foodCategoryWeek: '{"水产品":350}',
      ingredient: '{"轻体力":{"蛋白质":{"min":50,"max":75,"ul":100},"钙":{"min":800,"max":1200}}}',
    },
  ],
  ['PUT /api/nutrition', { name: '学龄前儿童膳食标准', vendors: '2', overflow: 0.1 }],
  ['PUT /api/nutrition', { name: '旧膳食标准', vendors: '2', overflow: 0.2 }],
  dish('白米饭', '主食', '蒸', ['012001x', 100]),
];

/**
 * The things that 红旗小学, unit 1, creates: roles 1000002 to 1000005, people, marks, prices, dishes 1000001 to 1000004, and menus
 * 1000001 to 1000008, of which two will wait for review.
 */
const schoolThings: readonly [route: string, parameters: Parameters][] = [
  role('营养师', '21,22,23,24,25,26,27,28,36,37,38,39,40,41,42,43'),
  role('仓库', ''),
  role('主管', '21,22,23,24,25,26,27,28,34,36,37,38,39,40,41,42,43'),
  role('旧角色', '23'),
  user('limei', '李梅', 1000002),
  user('wangfang', '王芳', 1000003),
  user('chenjing', '陈静', 1000004),
  user('zhaolei', '赵磊', 1000003),
  user('zhoujie', '周杰', 1000003),
  food('ZZ-002', '自制豆瓣酱', '调味品类'),
  food('ZZ-003', '旧食材', '其他类'),
  mark('012001x', '常用'),
  mark('072004', '忌用'),
  mark('自购-001', '常用'),
  price('012001x', '5.60'),
  price('043119', '8.00'),
  price('111101x', '11.20'),
  price('072004', '16.00'),
  dish('番茄炒蛋', '半荤', '炒', ['043119', 120], ['111101x', 60], ['192004', 8]),
  ['POST /api/dish', { id: 1000001, icon: PICTURE }],
  ['POST /api/vender', { venderId: 1, icon: PICTURE }],
  dish('清炒番茄', '素菜', '炒', ['043119', 150], ['192004', 6]),
  dish('旧菜一', '荤菜', '烧'),
  dish('旧菜二', '小荤', '烧', ['111101x', 50], ['043119', 80]),
  menu('第一周', '2026-09-07'),
  menu('旧食谱', '2026-08-31'),
  menu('待提交食谱', '2026-09-14'),
  menu('待审核食谱', '2026-09-21'),
  menu('修改中食谱', '2026-09-28'),
  menu('已发布食谱', '2026-10-05'),
  menu('送审食谱', '2026-10-12'),
  ['POST /api/menu/submit', { id: 1000005 }],
  ['POST /api/menu', { id: 1000005, name: '修改过的食谱' }],
  ['POST /api/menu/submit', { id: 1000006 }],
  menu('本周食谱', '2026-08-31', 2),
  ['POST /api/menu/submit', { id: 1000008 }],
];

function requireSuccess({ status, text }: Answer): void {
  if (status !== 200) throw new Error(`the world of the examples cannot be built: ${text}`);
}
