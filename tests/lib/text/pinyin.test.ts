import { pinyin } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { makeKeywordMatcher } from '../../../lib/domain/values/keyword.ts';
import { listCharacters, toPinyin } from '../../../lib/text/pinyin.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { demoDishes } from '../../../scripts/start/demo-dishes.ts';

/** The dictionary's own pinyin of a name. */
const read = (name: string) =>
  pinyin(name.normalize('NFKC').toLowerCase(), { toneType: 'none', v: true, type: 'array' })
    .filter((syllable) => /^[a-z0-9]+$/.test(syllable))
    .join('');

describe('the pinyin of a name', () => {
  it.each([
    ['番茄炒蛋', 'FanQieChaoDan'],
    ['A餐', 'ACan'],
    ['Ａ３套餐（小）', 'A3TaoCanXiao'],
    ['KFC 炸鸡·2 块', 'KFCZhaJi2Kuai'],
    ['重庆小面', 'ChongQingXiaoMian'],
    ['重量', 'ZhongLiang'],
    ['长沙长江小学', 'ChangShaChangJiangXiaoXue'],
    ['校长', 'XiaoZhang'],
    ['银行', 'YinHang'],
    ['行人', 'XingRen'],
    ['薄荷', 'BoHe'],
    ['薄饼', 'BaoBing'],
    ['芋头', 'YuTou'],
    ['莜麦菜', 'YouMaiCai'],
    ['茄子', 'QieZi'],
    ['炸酱面', 'ZhaJiangMian'],
    ['便宜', 'PianYi'],
    ['猪血', 'ZhuXue'],
    ['卤肉饭', 'LuRouFan'],
    ['绿豆', 'LvDou'],
    ['海参', 'HaiShen'],
    ['西洋参', 'XiYangShen'],
    ['参加', 'CanJia'],
    ['荠菜', 'JiCai'],
    ['萝卜', 'LuoBo'],
    ['蛤蜊', 'GeLi'],
    ['厦门', 'XiaMen'],
    ['六安', 'LuAn'],
    ['成都市', 'ChengDuShi'],
    ['士大夫', 'ShiDaFu'],
    ['人行道', 'RenXingDao'],
    ['第一〇一中学', 'DiYiLingYiZhongXue'],
    ['紅燒獅子頭', 'HongShaoShiZiTou'],
    ['蘿蔔', 'LuoBo'],
    ['焗飯', 'JuFan'],
    ['𠀀饭', 'Fan'],
  ])('%s is %s', (name, wanted) => {
    expect(toPinyin(name)).toBe(wanted);
  });

  it.each(['', 'Rice bowl', '100%', '𠀀', 'かな', '！（）'])('%j has none', (name) => {
    expect(toPinyin(name)).toBeUndefined();
  });

  it('is the same in whatever width and case a name is written', () => {
    expect(toPinyin('ａ餐')).toBe(toPinyin('A餐'));
  });

  it('is what the dictionary says, of every food of the starter catalogue and every dish of the demo', () => {
    const names = [...starterFoods, ...Object.values(demoDishes).flat()].map(({ name }) => name);
    expect(names.length).toBeGreaterThan(200);
    expect(names.map((name) => toPinyin(name)?.toLowerCase())).toEqual(names.map(read));
  });

  it('is what the dictionary says, of every character alone', () => {
    const characters = listCharacters();
    expect(characters.length).toBeGreaterThan(8800);
    expect(characters.map((one) => toPinyin(one)?.toLowerCase())).toEqual(characters.map(read));
  });
});

describe('a keyword', () => {
  const finds = (keyword: string, name: string) => makeKeywordMatcher(keyword)(name.toLowerCase(), toPinyin(name));

  it.each([
    ['fqcd', '番茄炒蛋'],
    ['fq', '番茄炒蛋'],
    ['qc', '番茄炒蛋'],
    ['cd', '番茄炒蛋'],
    ['FQCD', '番茄炒蛋'],
    ['ｆｑｃｄ', '番茄炒蛋'],
    ['fanqie', '番茄炒蛋'],
    ['fanqiechaodan', '番茄炒蛋'],
    ['qiechao', '番茄炒蛋'],
    ['dan', '番茄炒蛋'],
    ['fanqiech', '番茄炒蛋'],
    ['fang', '番锅'],
    ['fan qie', '番茄炒蛋'],
    [" f q 'c d", '番茄炒蛋'],
    ["xi'an", '西安小吃'],
    ['xian', '西安小吃'],
    ['ac', 'A餐'],
    ['acan', 'A餐'],
    ['3h', '3号套餐'],
    ['a3can', 'A3餐'],
    ['lvdou', '绿豆汤'],
    ['lüdou', '绿豆汤'],
    ['番茄', '番茄炒蛋'],
    ['茄炒', '番茄炒蛋'],
    ['ice b', 'Rice bowl'],
    ['餐a', '餐A'],
  ])('%j finds %s', (keyword, name) => {
    expect(finds(keyword, name)).toBe(true);
  });

  it.each([
    ['an', '番茄炒蛋'],
    ['nq', '番茄炒蛋'],
    ['anqie', '番茄炒蛋'],
    ['fc', '番茄炒蛋'],
    ['fqd', '番茄炒蛋'],
    ['dcqf', '番茄炒蛋'],
    ['fqchao', '番茄炒蛋'],
    ['fan ie', '番茄炒蛋'],
    ['xi an', '先生'],
    ["f'anqie", '番茄炒蛋'],
    ['fan茄', '番茄炒蛋'],
    ['ludou', '绿豆汤'],
    ['.*', '番茄炒蛋'],
    ['f[a-z]*q', '番茄炒蛋'],
    ['fan.qie', '番茄炒蛋'],
    ['12', '1号2号'],
    ['fqcdx', '番茄炒蛋'],
    ['chang', '重庆'],
  ])('%j does not find %s', (keyword, name) => {
    expect(finds(keyword, name)).toBe(false);
  });

  it('finds by the text alone where no pinyin is known', () => {
    expect(makeKeywordMatcher('fqcd')('番茄炒蛋', undefined)).toBe(false);
    expect(makeKeywordMatcher('番茄')('番茄炒蛋', undefined)).toBe(true);
  });

  it('without text finds everything', () => {
    expect(makeKeywordMatcher(undefined)('番茄炒蛋', undefined)).toBe(true);
  });

  it('of the greatest length is looked for in the longest name without delay', () => {
    const isFound = makeKeywordMatcher(`${'a'.repeat(99)}b`);
    const before = process.cpuUsage().user;
    expect(isFound('啊'.repeat(100), 'A'.repeat(100))).toBe(false);
    expect(process.cpuUsage().user - before).toBeLessThan(50_000);
  });
});
