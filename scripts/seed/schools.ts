import { at, Random } from '../../lib/domain/values/random.ts';
import type { NewUnit } from '../../lib/store/unit/unit-change.ts';
import { districts, streets } from './districts.ts';
import { personName, phoneNumber } from './people.ts';

/** The most schools that have names. It is also the greatest number of six digits, which accounts contain. */
export const MOST_SCHOOLS = 999_999;

/** What a school is named after. */
const patrons: readonly string[] = (
  '人民 解放 建设 中山 文化 和平 新华 胜利 朝阳 光明 学府 育才 育英 育红 红星 红旗 阳光 ' +
  '向阳 东风 春晖 晨曦 启明 明德 崇文 崇德 尚德 立德 博雅 博文 弘毅 弘文 致远 志远 求实 ' +
  '求真 思源 树人 培英 培德 南山 北辰 东湖 清河 青山 玉泉 龙泉 桃园 柳林 松涛 竹园 梅园 ' +
  '兰亭 荷塘 桂花 银杏 梧桐 白云 星河 海棠 紫荆 金穗 麦田 丰收 希望'
).split(' ');

/** How many schools of a district are numbered instead of named: 第一 to 第六十. */
const MOST_COUNTED = 60;

const profiles: readonly string[] = ['', '实验', '中心', '附属', '民族', '外国语', '双语', '艺术', '科技', '体育'];

/** The kind of a school by the end of its name: a category of `GET /api/basic/enum`. */
const schoolKinds: readonly (readonly [ending: string, category: string])[] = [
  ['幼儿园', '幼儿园'],
  ['幼儿园东园', '幼儿园'],
  ['幼儿园西园', '幼儿园'],
  ['小学', '小学'],
  ['小学东校区', '小学'],
  ['小学西校区', '小学'],
  ['小学南校区', '小学'],
  ['初级中学', '初中'],
  ['初级中学分校', '初中'],
  ['高级中学', '高中'],
  ['中学', '完全中学'],
  ['九年一贯制学校', '九年一贯制学校'],
  ['职业高中', '中等职业学校'],
  ['职业技术学校', '中等职业学校'],
  ['特殊教育学校', '特殊教育学校'],
];

const cores = [...Array.from({ length: MOST_COUNTED }, (_, index) => `第${numeral(index + 1)}`), ...patrons];

/** The number of combinations that make a name. No two of them read the same. */
const combinations = districts.length * cores.length * profiles.length * schoolKinds.length;

/** The facts of a school, without those of its account. */
export type SchoolFacts = Omit<NewUnit, 'account' | 'hash' | 'allItems'>;

/** The schools of a seed by number, from 1 to `MOST_SCHOOLS`. Each has another name. */
export function schoolsOf(seed: number): (number: number) => SchoolFacts {
  const order = new Random(seed).shuffle(combinations);
  return (number) => toSchool(order(number - 1), new Random(seed, number));
}

function toSchool(combination: number, random: Random): SchoolFacts {
  let rest = combination;
  const draw = <T>(values: readonly T[]): T => {
    const value = at(values, rest % values.length);
    rest = Math.floor(rest / values.length);
    return value;
  };
  const [ending, category] = draw(schoolKinds);
  const [district, core, profile] = [draw(districts), draw(cores), draw(profiles)];
  return {
    ...district,
    name: `${district.area}${core}${profile}${ending}`,
    category,
    address: `${random.pick(streets)} ${1 + random.below(300)} 号`,
    contacts: personName(random),
    phone: phoneNumber(random),
    // Far in the future, at the end of a school year.
    expire: `${2040 + random.below(10)}-08-31`,
  };
}

/** A number from 1 to 99 in Chinese numerals. */
function numeral(number: number): string {
  const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
  const tens = Math.floor(number / 10);
  return `${tens > 1 ? at(digits, tens) : ''}${tens > 0 ? '十' : ''}${at(digits, number % 10)}`;
}
