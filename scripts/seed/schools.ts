import type { Random } from '../../lib/domain/values/random.ts';

/** The maximum number of a school: accounts contain it with six digits. */
export const MAX_SCHOOLS = 999_999;

const districts = (
  '海淀区 西城区 丰台区 徐汇区 静安区 杨浦区 闵行区 南开区 河西区 渝中区 沙坪坝区 北碚区 锦江区 青羊区 武侯区 涪城区 ' +
  '西湖区 拱墅区 余杭区 海曙区 玄武区 秦淮区 姑苏区 越秀区 天河区 福田区 南山区 武昌区 江岸区 雁塔区 碑林区 市南区'
).split(' ');
/** The kind of a school by the end of its name: a category of `GET /api/basic/enum`. */
const kinds = ['幼儿园', '小学', '初中', '高中', '完全中学', '九年一贯制学校', '特殊教育学校'] as const;
const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐'];
const givenNames = '敏 静 丽 强 磊 洋 艳 勇 军 杰 建国 丽华 秀英 志强 晓燕 雪梅 玉兰 文静 思远 雨婷 子涵 浩然'.split(
  ' ',
);

/** Makes the facts of a school but its account. No two schools have the same name. */
export function makeSchool(number: number, random: Random) {
  const district = districts[number % districts.length];
  const category = kinds[number % kinds.length] ?? '小学';
  return {
    name: `${district}第${number}${category}`,
    category,
    address: `人民路 ${1 + random.below(300)} 号`,
    ...makePerson(random),
    // Far in the future, at the end of a school year.
    expire: `${2040 + random.below(10)}-08-31`,
  };
}

/** Makes a name and a mobile number. */
export function makePerson(random: Random): { contacts: string; phone: string } {
  const phone = `1380000${String(random.below(10_000)).padStart(4, '0')}`;
  return { contacts: random.pick(surnames) + random.pick(givenNames), phone };
}
