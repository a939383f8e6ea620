import type { Key } from '../../tables/keys.ts';
import type { Words } from '../command/language.ts';

/** Everything that must hold for the table, in the order of the report. */
export const invariants = {
  'unknown-item': { en: 'items whose key no rule knows', zh: '键不属于任何规则的条目' },
  'unreadable-item': { en: 'items that do not have the form of their kind', zh: '形式与其种类不符的条目' },
  'misplaced-item': {
    en: 'items that say that they are something else than their key does',
    zh: '内容与键不一致的条目',
  },
  'uid-claim-without-user': { en: 'claims on uids that no user has', zh: '无人使用的用户名占用' },
  'user-without-uid-claim': { en: 'users without the claim on their uid', zh: '没有占用其用户名的用户' },
  'name-claim-without-unit': { en: 'claims on names that no unit has', zh: '无单位使用的名称占用' },
  'unit-without-name-claim': { en: 'units without the claim on their name', zh: '没有占用其名称的单位' },
  'main-account': {
    en: 'units without one main user with the system role',
    zh: '没有唯一且具有系统角色的主账号的单位',
  },
  roster: { en: 'units whose roles are not in order', zh: '角色有误的单位' },
  'user-role': { en: 'users whose role does not exist', zh: '角色不存在的用户' },
  'user-count': { en: 'units whose count of users is not that of their users', zh: '用户计数与实际不符的单位' },
  head: { en: 'heads of collections that do not agree with the members', zh: '与成员不一致的集合头' },
  row: { en: 'rows of collections that do not agree with their member', zh: '与成员不一致的集合行' },
  pinyin: { en: 'rows whose pinyin is not that of their name', zh: '拼音与名称不符的行' },
  copy: { en: 'copies of rows that do not agree with the rows', zh: '与行不一致的副本' },
  figures: { en: 'packed figures that do not agree with the ingredients', zh: '与食材不一致的打包数值' },
  food: { en: 'ingredients with values that no food has', zh: '数值不可能的食材' },
  'number-twice': { en: 'members of one collection with the same number', zh: '同一集合中序号相同的成员' },
  'standard-units': { en: 'standards whose assignments are not in order', zh: '指定单位有误的营养标准' },
  icon: { en: 'icons and what they belong to', zh: '图标及其所属' },
  menu: { en: 'menus and what belongs to them', zh: '食谱及其所属' },
  'screen-claim': { en: 'screens and their addresses', zh: '大屏及其地址' },
  marks: { en: 'buckets of marks that are not in order', zh: '有误的标记分组' },
  prices: { en: 'buckets of prices that are not in order', zh: '有误的价格分组' },
  leftover: { en: 'data of units that do not exist', zh: '已不存在的单位的数据' },
  'deletion-note': { en: 'deletions and the units that they delete', zh: '删除任务及其删除的单位' },
} as const satisfies Words;
export type Invariant = keyof typeof invariants;

/** One violation of an invariant. */
export interface Finding {
  readonly invariant: Invariant;
  /** The item concerned, then the other items that decide about the finding. */
  readonly keys: readonly [Key, ...Key[]];
  readonly message: string;
  /** Set where a repair loses nothing that exists only there. */
  readonly repair?: 'safe' | undefined;
}

/** A key as people read it. */
export function nameOf({ pk, sk }: Key): string {
  return `${pk} / ${sk}`;
}

/** Equal for two findings about the same thing, even if details have changed. */
export function identityOf({ invariant, keys: [key] }: Finding): string {
  return `${invariant} ${nameOf(key)}`;
}
