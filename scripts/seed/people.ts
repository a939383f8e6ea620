import type { Random } from '../../lib/domain/values/random.ts';

const surnames: readonly string[] = (
  '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐 ' +
  '许 韩 冯 邓 曹 彭 曾 肖 田 董 潘 袁 蔡 蒋 余 于 杜'
).split(' ');

const givenNames: readonly string[] = (
  '敏 静 丽 强 磊 洋 艳 勇 军 杰 娟 涛 超 明 霞 平 刚 建国 建华 丽华 秀英 桂英 ' +
  '志强 志明 晓燕 晓明 雪梅 玉兰 海燕 春梅 国强 文静 思远 雨婷 子涵 浩然 俊杰 佳怡 欣怡 ' +
  '美玲 红梅 小红 立新 永刚 红霞 淑芬 淑华 德明'
).split(' ');

/** The name of a person. */
export function personName(random: Random): string {
  return random.pick(surnames) + random.pick(givenNames);
}

/** A number in the form of a mobile phone number, like those of the demo data. */
export function phoneNumber(random: Random): string {
  return `1380000${String(random.below(10_000)).padStart(4, '0')}`;
}
