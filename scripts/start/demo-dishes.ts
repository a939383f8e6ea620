import type { FoodName } from './demo-foods.ts';

/** A dish of the demo data: grams of the edible raw portion, for one meal of a pupil. */
export interface DemoDish {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  readonly foods: Readonly<Partial<Record<FoodName, number>>>;
  /** Months in which it is cooked; all the year where absent. */
  readonly month?: readonly number[];
  readonly icon?: string;
}

const SPRING = [3, 4, 5];
const SUMMER = [6, 7, 8, 9];
const AUTUMN = [9, 10, 11];
const WINTER = [11, 12, 1, 2];

const library: readonly DemoDish[] = [
  { name: '米饭', mark: '主食', poly: '蒸', icon: 'mifan.png', foods: { 大米: 100 } },
  { name: '糙米饭', mark: '主食', poly: '蒸', foods: { 大米: 70, 糙米: 30 } },
  { name: '馒头', mark: '主食', poly: '蒸', icon: 'mantou.png', foods: { 面粉: 90, 白糖: 2 } },
  {
    name: '番茄炒蛋',
    mark: '半荤',
    poly: '炒',
    icon: 'fanqie-chaodan.png',
    foods: { 番茄: 120, 鸡蛋: 60, 油: 8, 小葱: 2, 白糖: 2, 盐: 1 },
  },
  {
    name: '红烧肉',
    mark: '大荤',
    poly: '烧',
    icon: 'hongshaorou.png',
    foods: { 五花肉: 80, 酱油: 6, 白糖: 5, 姜: 3, 小葱: 3, 油: 3, 盐: 0.3 },
  },
  {
    name: '清炒小白菜',
    mark: '素菜',
    poly: '炒',
    icon: 'xiaobaicai.png',
    foods: { 小白菜: 150, 油: 5, 大蒜: 3, 盐: 1 },
  },
  {
    name: '土豆烧牛腩',
    mark: '荤菜',
    poly: '炖',
    foods: { 牛腩: 70, 土豆: 80, 胡萝卜: 30, 洋葱: 15, 酱油: 5, 油: 5, 姜: 2, 盐: 0.8 },
    month: WINTER,
  },
  {
    name: '清蒸鲈鱼',
    mark: '大荤',
    poly: '蒸',
    icon: 'luyu.png',
    foods: { 鲈鱼: 90, 酱油: 5, 小葱: 5, 姜: 4, 油: 3, 盐: 0.5 },
  },
  {
    name: '青椒肉丝',
    mark: '小荤',
    poly: '炒',
    foods: { 瘦肉: 50, 青椒: 90, 油: 6, 酱油: 4, 玉米淀粉: 3, 盐: 0.8 },
  },
  {
    name: '麻婆豆腐',
    mark: '半荤',
    poly: '烧',
    foods: { 南豆腐: 120, 瘦肉: 20, 油: 6, 酱油: 4, 大蒜: 3, 玉米淀粉: 3, 盐: 0.8 },
  },
  { name: '蒜蓉西兰花', mark: '素菜', poly: '炒', foods: { 西兰花: 130, 大蒜: 5, 油: 5, 盐: 1 } },
  { name: '拍黄瓜', mark: '凉菜', poly: '拌', foods: { 黄瓜: 100, 大蒜: 3, 醋: 3, 芝麻油: 2, 盐: 0.8 }, month: SUMMER },
  { name: '番茄蛋花汤', mark: '汤羹', poly: '煮', foods: { 番茄: 50, 鸡蛋: 20, 小葱: 2, 芝麻油: 1, 盐: 0.8 } },
  { name: '绿豆粥', mark: '粥', poly: '煮', foods: { 大米: 30, 绿豆: 15, 白糖: 5 }, month: SUMMER },
  { name: '纯牛奶', mark: '奶类', poly: '', icon: 'niunai.png', foods: { 牛奶: 200 } },
  { name: '苹果', mark: '水果', poly: '', icon: 'pingguo.png', foods: { 苹果: 150 }, month: [...AUTUMN, 12] },
];

/** Of the primary school in Chengdu. */
const yangguang: readonly DemoDish[] = [
  {
    name: '宫保鸡丁',
    mark: '荤菜',
    poly: '爆',
    icon: 'gongbao-jiding.png',
    foods: { 鸡胸肉: 60, 花生仁: 12, 黄瓜: 40, 胡萝卜: 20, 油: 7, 酱油: 4, 白糖: 3, 醋: 2, 盐: 0.6 },
  },
  { name: '粉蒸排骨', mark: '大荤', poly: '蒸', foods: { 小排: 80, 米粉: 20, 红薯: 50, 酱油: 5, 姜: 2, 盐: 0.6 } },
  {
    name: '鱼香茄子',
    mark: '半荤',
    poly: '烧',
    foods: { 茄子: 120, 瘦肉: 20, 木耳: 2, 油: 8, 酱油: 4, 醋: 3, 白糖: 3, 大蒜: 3, 盐: 0.6 },
    month: SUMMER,
  },
  {
    name: '木耳炒山药',
    mark: '素菜',
    poly: '炒',
    foods: { 山药: 100, 木耳: 3, 胡萝卜: 20, 油: 5, 盐: 0.8 },
    month: AUTUMN,
  },
  { name: '清炒空心菜', mark: '素菜', poly: '炒', foods: { 空心菜: 140, 大蒜: 4, 油: 5, 盐: 0.8 }, month: SUMMER },
  {
    name: '香菇烧鸡',
    mark: '荤菜',
    poly: '焖',
    foods: { 鸡腿: 80, 香菇: 40, 酱油: 5, 姜: 3, 油: 5, 白糖: 2, 盐: 0.6 },
  },
  {
    name: '玉米排骨汤',
    mark: '汤羹',
    poly: '炖',
    foods: { 小排: 40, 玉米: 60, 胡萝卜: 20, 姜: 2, 盐: 0.8 },
    month: WINTER,
  },
  {
    name: '菠菜猪肝汤',
    mark: '汤羹',
    poly: '汆',
    foods: { 猪肝: 20, 菠菜: 60, 姜: 2, 芝麻油: 1, 盐: 0.8 },
    month: SPRING,
  },
  {
    name: '南瓜糯米饭',
    mark: '主食',
    poly: '蒸',
    icon: 'nangua-fan.png',
    foods: { 大米: 60, 糯米: 30, 南瓜: 60 },
    month: AUTUMN,
  },
  {
    name: '凉拌豆芽粉丝',
    mark: '凉菜',
    poly: '拌',
    foods: { 绿豆芽: 80, 粉丝: 15, 胡萝卜: 15, 醋: 3, 芝麻油: 2, 盐: 0.7 },
  },
  { name: '红豆沙包', mark: '点心', poly: '蒸', foods: { 面粉: 50, 赤小豆: 20, 红糖: 10 } },
  { name: '酸奶', mark: '奶类', poly: '', foods: { 酸奶: 150 } },
];

/** Of the middle school in Hangzhou. */
const mingde: readonly DemoDish[] = [
  {
    name: '清熘虾仁',
    mark: '荤菜',
    poly: '熘',
    icon: 'xiaren.png',
    foods: { 虾仁: 80, 黄瓜: 40, 玉米淀粉: 4, 油: 6, 姜: 2, 盐: 0.8 },
    month: SPRING,
  },
  { name: '葱油鳕鱼', mark: '大荤', poly: '煎', foods: { 鳕鱼: 100, 小葱: 8, 油: 8, 酱油: 5, 玉米淀粉: 4, 盐: 0.5 } },
  { name: '萝卜老鸭煲', mark: '大荤', poly: '煲', foods: { 鸭: 90, 白萝卜: 80, 姜: 4, 盐: 1 }, month: WINTER },
  { name: '烤鸡翅', mark: '荤菜', poly: '烤', icon: 'kaochi.png', foods: { 鸡翅: 90, 酱油: 6, 白糖: 4, 油: 2, 姜: 2 } },
  {
    name: '洋葱炒牛肉',
    mark: '荤菜',
    poly: '炒',
    foods: { 牛肉: 60, 洋葱: 90, 甜椒: 20, 油: 7, 酱油: 5, 玉米淀粉: 3, 盐: 0.6 },
  },
  {
    name: '毛豆炒肉末',
    mark: '小荤',
    poly: '炒',
    foods: { 毛豆: 60, 瘦肉: 30, 胡萝卜: 20, 油: 5, 酱油: 3, 盐: 0.6 },
    month: SUMMER,
  },
  {
    name: '油豆腐烧大白菜',
    mark: '素菜',
    poly: '烩',
    foods: { 大白菜: 130, 油豆腐: 30, 油: 5, 酱油: 3, 盐: 0.8 },
    month: WINTER,
  },
  { name: '糖醋藕片', mark: '素菜', poly: '熘', foods: { 藕: 120, 白糖: 6, 醋: 5, 油: 5, 盐: 0.6 }, month: AUTUMN },
  { name: '卤鹌鹑蛋', mark: '小荤', poly: '卤', foods: { 鹌鹑蛋: 50, 酱油: 6, 白糖: 2, 盐: 0.3 } },
  {
    name: '冬瓜海带汤',
    mark: '汤羹',
    poly: '煮',
    foods: { 冬瓜: 80, 海带: 30, 姜: 2, 芝麻油: 1, 盐: 0.8 },
    month: SUMMER,
  },
  { name: '玉米面饼', mark: '点心', poly: '烙', foods: { 玉米面: 40, 面粉: 30, 鸡蛋: 15, 白糖: 5, 油: 4 } },
  { name: '香橙', mark: '水果', poly: '', icon: 'cheng.png', foods: { 橙: 160 }, month: [...WINTER, 3] },
];

/** The dishes of the platform's library and of each school, by its account. */
export const demoDishes = { library, yangguang, mingde } as const;
