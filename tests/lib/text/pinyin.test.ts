import { describe, expect, it } from 'vitest';
import { makeKeywordMatcher } from '../../../lib/domain/values/keyword.ts';
import { listCharacters, toPinyin } from '../../../lib/text/pinyin.ts';
import { parsePairs } from '../../../scripts/command/food-words.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { readPinyin } from '../../../scripts/generate/pinyin-table.ts';
import { demoDishes } from '../../../scripts/start/demo-dishes.ts';

/** The dictionary's own pinyin of a name. */
const read = (name: string) => readPinyin(name.normalize('NFKC').toLowerCase()).replaceAll(' ', '');
const readFirst = (name: string) => toPinyin(name)?.toLowerCase().split(' ')[0];

/** What people type for names of foods and dishes. Most readings were compared with those of pypinyin 0.55. */
const KITCHEN_NAMES = parsePairs(`
  粘豆包 niandoubao/zhandoubao 刀削面 daoxiaomian/daoxuemian 薄饼 baobing/bobing 饸饹面 helemian/hegemian 饹馇 gezha/gecha
  甑糕 zenggao/jinggao 酿皮 niangpi/rangpi 肉糁 rousan/roushen 玉米糁 yumishen/yumisan 糁汤 satang/santang
  糜子饭 mizifan/meizifan 和面 huomian/hemian 酵母 jiaomu/xiaomu 粘玉米 nianyumi/zhanyumi 芥蓝 jielan/gailan 芥菜 jiecai/gaicai
  苣荬菜 qumaicai/jumaicai 豆豉 douchi/doushi 豉油 chiyou/shiyou 豆豉鲮鱼 douchilingyu/doushilingyu 鸡枞菌 jizongjun/jicongjun
  阿胶 ejiao/ajiao 桑葚 sangshen/sangren 杏脯 xingfu/xingpu 果脯 guofu/guopu 咖喱 gali/kali 咖喱鸡 galiji/kaliji
  咖喱牛肉 galiniurou/kaliniurou 扒鸡 paji/baji 德州扒鸡 dezhoupaji/dezhoubaji 扒白菜 pabaicai/babaicai 扒肘子 pazhouzi/bazhouzi
  猪扒饭 zhupafan/zhubafan 牛扒 niupa/niuba 鸡扒 jipa/jiba 鱼扒 yupa/yuba 扒羊肉条 payangroutiao/bayangroutiao 蹄髈 tipang/tibang
  蹄膀 tipang/tibang 猪血 zhuxue/zhuxie 鸭血粉丝汤 yaxuefensitang/yaxiefensitang 毛血旺 maoxuewang/maoxiewang
  血豆腐 xiedoufu/xuedoufu 猪血丸子 zhuxuewanzi/zhuxiewanzi 血肠 xuechang/xiechang 鸡脯肉 jipurou/jifurou
  鸡胸脯 jixiongpu/jixiongfu 牛肉脯 niuroufu/niuroupu 猪肉脯 zhuroufu/zhuroupu 鸡爪 jizhua/jizhao 凤爪 fengzhua/fengzhao
  泡椒凤爪 paojiaofengzhua/paojiaofengzhao 肋排 leipai/lepai 炮羊肉 baoyangrou/paoyangrou 血旺 xuewang/xiewang
  呷哺呷哺 xiabuxiabu/gabugabu 蚵仔煎 ezaijian/kezaijian 鳜鱼 guiyu/jueyu 剥皮鱼 bopiyu/baopiyu 八爪鱼 bazhuayu/bazhaoyu
  蛤蜊 geli/hali 花蛤 huage/huaha 文蛤 wenge/wenha 河蚌 hebang/hebeng 蚌肉 bangrou/bengrou 象拔蚌 xiangbabang/xiangbabeng
  焯水 chaoshui/zhuoshui 东阿阿胶 dongeejiao/dongeajiao 歙县 shexian/xixian 馎饦 botuo 粿条 guotiao 菾菜 tiancai 莙荙菜 jundacai
  藠头 jiaotou 蒟蒻 juruo 鸡㙡 jizong 杧果 mangguo 啫啫煲 zhezhebao 啫喱 zheli 爊鸭 aoya 㸆大虾 kaodaxia 盐焗鸡 yanjuji 䱽鱼 changyu
  鮰鱼 huiyu 鲌鱼 bayu 翘嘴鲌 qiaozuiba 鳀鱼 tiyu 马面鲀 mamiantun 河鲀 hetun 鮟鱇鱼 ankangyu 鮸鱼 mianyu 㸆 kao 长豆角 changdoujiao
  番茄 fanqie 荠菜 jicai 荸荠 biqi 参鸡汤 shenjitang 海参 haishen 西洋参 xiyangshen 仔鸡 ziji 仔排 zipai 煲仔饭 baozaifan 牛仔骨 niuzaigu
  单县羊汤 shanxianyangtang 都匀毛尖 duyunmaojian 六安瓜片 luanguapian 藏红花 zanghonghua 扎肉 zharou 扎蹄 zhati
  重庆小面 chongqingxiaomian 重阳糕 chongyanggao 成都担担面 chengdudandanmian 长沙臭豆腐 changshachoudoufu 番石榴 fanshiliu
  莜面栲栳栳 youmiankaolaolao 栲 kao 朝天椒 chaotianjiao 地三鲜 disanxian 地皮菜 dipicai 干煸豆角 ganbiandoujiao 干锅花菜 ganguohuacai
  里脊 liji 糖醋里脊 tangculiji 臊子面 saozimian 肉臊饭 rousaofan 柚子 youzi 桔子 juzi 金桔 jinju 桔梗 jiegeng 石榴 shiliu 山药 shanyao
  莴苣 woju 苋菜 xiancai 芫荽 yansui 豇豆 jiangdou 薏仁 yiren 粳米 jingmi 籼米 xianmi 黍米 shumi 青稞 qingke 藜麦 limai 荞麦 qiaomai
  鲅鱼 bayu 鲳鱼 changyu 鳊鱼 bianyu 鲢鱼 lianyu 鳙鱼 yongyu 鲮鱼 lingyu 黄鳝 huangshan 蛏子 chengzi 蚬子 xianzi 牡蛎 muli 生蚝 shenghao
  扇贝 shanbei 海蜇 haizhe 河豚 hetun 鱿鱼 youyu 秋刀鱼 qiudaoyu 叉烧 chashao 烧卖 shaomai 馄饨 huntun 云吞 yuntun 醪糟 laozao
  酒酿 jiuniang 酿豆腐 niangdoufu 红曲 hongqu 曲奇 quqi 色拉 sela 吐司 tusi 芝士 zhishi 可乐 kele 便当 biandang 郫县豆瓣 pixiandouban
  涪陵榨菜 fulingzhacai 荔浦芋头 lipuyutou 番禺 panyu 亳州牛肉馍 bozhouniuroumo 东莞米粉 dongguanmifen 枞阳 zongyang 铅山烫粉 yanshantangfen
  乐山跷脚牛肉 leshanqiaojiaoniurou 糍粑 ciba 糌粑 zanba 馕 nang 锅盔 guokui 猫耳朵 maoerduo 疙瘩汤 gedatang 揪片 jiupian 泡馍 paomo
  毛肚 maodu 爆肚 baodu 肚丝 dusi 羊肚菌 yangdujun 空心菜 kongxincai 蒜薹 suantai 菜薹 caitai 蔓菁 manjing 蔓越莓 manyuemei 芜菁 wujing
  苤蓝 pielan 茴香 huixiang 莳萝 shiluo 罗勒 luole 折耳根 zheergen 佛跳墙 fotiaoqiang 烤麸 kaofu 面筋 mianjin 百叶 baiye 素什锦 sushijin
  腐竹 fuzhu 汆丸子 cuanwanzi 醋熘白菜 culiubaicai 溜肉段 liurouduan 炝锅 qiangguo 煨 wei 烹 peng 熏鱼 xunyu 腌笃鲜 yanduxian
  葱爆羊肉 congbaoyangrou 拔丝地瓜 basidigua 蘸酱菜 zhanjiangcai 梅干菜 meigancai 八角 bajiao 茱萸 zhuyu 荜拨 bibo 砂仁 sharen 豆蔻 doukou
  白芷 baizhi 孜然 ziran 饴糖 yitang 龟苓膏 guilinggao 西米露 ximilu 杨枝甘露 yangzhiganlu 撒尿牛丸 saniaoniuwan 钵钵鸡 boboji 冒菜 maocai
  腔骨 qianggu 牛腱子 niujianzi 猪肚 zhudu 鸭胗 yazhen 鸭肫 yazhun 牛腩 niunan 鹌鹑蛋 anchundan 荷包蛋 hebaodan 松花蛋 songhuadan
  绿豆 lvdou 圣女果 shengnvguo 车厘子 chelizi 猕猴桃 mihoutao 榴莲 liulian 枇杷 pipa 橄榄 ganlan 罗汉果 luohanguo 芡实 qianshi 茭白 jiaobai
  慈姑 cigu 魔芋 moyu 山竹 shanzhu 杨梅 yangmei 樱桃 yingtao 椰子 yezi 佛手瓜 foshougua
`);
/** Characters of foods in composition tables and on menus that GB 2312 and the first level of Big5 lack. */
const RARE_CHARACTERS =
  '葈萩鮻鲌鱚鲀鰤鮨鮊鲊鲝鲙鳁鲹鲾鲬鳚鳡鱵鮸鳤鮎鱆鮰鮠爊藠莙荙菾蒟蒻薢虀粄糬餈馉饳饆饠饾膶脷焌㸆㙡䱽䰾杧髈燶';

describe('the pinyin of a name', () => {
  it.each<readonly [string, string]>([
    ['KFC 炸鸡·2 块', 'KFCZhaJi2Kuai'],
    ...parsePairs(`
    番茄炒蛋 FanQieChaoDan A餐 ACan Ａ３套餐（小） A3TaoCanXiao 重庆小面 ChongQingXiaoMian 重量 ZhongLiang
    长沙长江小学 ChangShaChangJiangXiaoXue 校长 XiaoZhang 银行 YinHang 行人 XingRen 薄荷 BoHe 薄饼 BaoBing/BoBing 芋头 YuTou
    莜麦菜 YouMaiCai 茄子 QieZi 炸酱面 ZhaJiangMian 便宜 PianYi 猪血 ZhuXue/ZhuXie 卤肉饭 LuRouFan 绿豆 LvDou 海参 HaiShen
    西洋参 XiYangShen 参加 CanJia 荠菜 JiCai 萝卜 LuoBo 蛤蜊 GeLi/HaLi 厦门 XiaMen 六安 LuAn 成都市 ChengDuShi 士大夫 ShiDaFu
    人行道 RenXingDao 第一〇一中学 DiYiLingYiZhongXue 紅燒獅子頭 HongShaoShiZiTou 蘿蔔 LuoBo 焗飯 JuFan 𠀀饭 Fan
    `),
  ])('%s is %s', (name, wanted) => {
    expect(toPinyin(name)).toBe(wanted.replace('/', ' '));
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
    expect(names.map(readFirst)).toEqual(names.map(read));
  });

  it('is what the dictionary says, of every character alone', () => {
    const characters = listCharacters();
    expect(characters.length).toBeGreaterThan(8800);
    expect(characters.map(readFirst)).toEqual(characters.map(read));
    expect([...RARE_CHARACTERS].filter((one) => !toPinyin(one))).toEqual([]);
  });

  it('is what people type, both ways where they use two, of 250 names of the kitchen', () => {
    expect(KITCHEN_NAMES.length).toBeGreaterThanOrEqual(250);
    const typed = KITCHEN_NAMES.map(([name]) => [name, toPinyin(name)?.toLowerCase().replace(' ', '/')]);
    expect(typed).toEqual(KITCHEN_NAMES);
  });
});

describe('a keyword', () => {
  const finds = (keyword: string, name: string) => makeKeywordMatcher(keyword)(name.toLowerCase(), toPinyin(name));

  it.each<readonly [string, string]>([
    ['fan qie', '番茄炒蛋'],
    [" f q 'c d", '番茄炒蛋'],
    ['ice b', 'Rice bowl'],
    ...parsePairs(`
    fqcd 番茄炒蛋 fq 番茄炒蛋 qc 番茄炒蛋 cd 番茄炒蛋 FQCD 番茄炒蛋 ｆｑｃｄ 番茄炒蛋 fanqie 番茄炒蛋 fanqiechaodan 番茄炒蛋
    qiechao 番茄炒蛋 dan 番茄炒蛋 fanqiech 番茄炒蛋 fang 番锅 xi'an 西安小吃 xian 西安小吃 ac A餐 acan A餐 3h 3号套餐
    a3can A3餐 lvdou 绿豆汤 lüdou 绿豆汤 番茄 番茄炒蛋 茄炒 番茄炒蛋 yaxie 鸭血粉丝 yxfs 鸭血粉丝 gali 咖喱鸡 餐a 餐A
    `),
  ])('%j finds %s', (keyword, name) => {
    expect(finds(keyword, name)).toBe(true);
  });

  it.each<readonly [string, string]>([
    ['fan ie', '番茄炒蛋'],
    ['xi an', '先生'],
    ...parsePairs(`
    an 番茄炒蛋 nq 番茄炒蛋 anqie 番茄炒蛋 fc 番茄炒蛋 fqd 番茄炒蛋 dcqf 番茄炒蛋 fqchao 番茄炒蛋 f'anqie 番茄炒蛋
    fan茄 番茄炒蛋 xueyaxie 鸭血 ludou 绿豆汤 .* 番茄炒蛋 f[a-z]*q 番茄炒蛋 fan.qie 番茄炒蛋 12 1号2号 fqcdx 番茄炒蛋
    chang 重庆
    `),
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
