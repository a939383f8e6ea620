import type { Schemas } from '../../api/client.ts';

export type Operation = Schemas['Operation'];

/** How the names of calls begin, in people's words. */
const verbs: Readonly<Record<string, string>> = {
  ...{ create: '新建', update: '修改', change: '修改', delete: '删除', copy: '复制', set: '设置', remove: '取消' },
  ...{ submit: '提交', withdraw: '撤回', review: '审核', retract: '撤下', discard: '放弃修改', swap: '换掉', sign: '' },
};

/** How they end, by kinds. */
const nouns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  登录与密码: { In: '登录', Out: '退出登录', Me: '自己的资料', Password: '自己的密码' },
  菜品: { Dish: '菜品', Dishes: '菜品', DishSheet: '菜品表' },
  食材: { Ingredient: '食材', Mark: '食材打标', MarkSheet: '打标表', Price: '食材价格', PriceSheet: '价格表' },
  食谱: { Menu: '食谱', Menus: '食谱', MenuDish: '食谱里的菜', MenuPeople: '食谱的用餐人数' },
  营养标准: { Standard: '营养标准' },
  大屏与打印: { Screen: '大屏', Link: '打印链接' },
  用户与角色: { User: '用户', UserSheet: '用户表', Role: '角色' },
  单位与设置: { Unit: '单位', UnitPassword: '主账号的密码', Config: '各餐占比', Calendar: '放假日历' },
};

/** The kinds of what is done. */
export const kindNames = Object.keys(nouns);

/** The verb, the noun and the kind of what was done. */
export function wordsOf({ operation }: Operation) {
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)$/.exec(operation) ?? [];
  const kind = kindNames.find((name) => nouns[name]?.[noun] !== undefined) ?? '';
  return { verb: verbs[verb] ?? verb, noun: nouns[kind]?.[noun] ?? noun, kind };
}

/** What was done to what: 删除菜品（编号 12、13）, 新建用户「sunyan」. */
export function sentenceOf(done: Operation): string {
  const { verb, noun, kind } = wordsOf(done);
  const { given, changed, more } = done;
  const names = [given['roleName'], given['account'], given['uid'] ?? changed['user']].flatMap((some) => some ?? []);
  if (kind === '登录与密码') return verb + noun;
  if (names.length > 0) return `${verb}${noun}「${[...new Set(names)].slice(0, 5).join('」「')}」`;
  const thing = ['dish', 'menu', 'screen', 'standard', 'unit', 'role', 'ingredient'].find((name) => changed[name]);
  const ids = given['id'] ?? given['ids'] ?? changed[thing ?? ''] ?? [];
  const count = ids.length + more;
  const told = `${ids.slice(0, 5).join('、')}${count > 5 ? ` 等 ${count} 个` : ''}`;
  return count === 0 ? verb + noun : `${verb}${noun}（编号 ${told}）`;
}
