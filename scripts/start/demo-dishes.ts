import { pairsOf } from './demo-foods.ts';

/** A dish of the demo data: grams of the edible raw portion, for one meal of a pupil. */
export interface DemoDish {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  readonly foods: Readonly<Record<string, number>>;
  /** Months in which it is cooked; all the year where there is none. */
  readonly month: readonly number[];
  readonly icon: string;
}

/** Months by what stands in the table. */
const seasons: Readonly<Record<string, readonly number[]>> = {
  '': [],
  春: [3, 4, 5],
  夏: [6, 7, 8, 9],
  秋: [9, 10, 11],
  冬: [11, 12, 1, 2],
  至冬: [9, 10, 11, 12],
  至春: [11, 12, 1, 2, 3],
};

/** The dishes of a table: name, mark, poly, foods with their grams, season and icon; what is last may be absent. */
function readDishes(table: string): readonly DemoDish[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', mark = '', poly = '', foods = '', season = '', icon = ''] = row
        .split('|')
        .map((cell) => cell.trim());
      const grams = pairsOf(foods).map(([food, amount]) => [food, Number(amount)]);
      return { name, mark, poly, foods: Object.fromEntries(grams), month: seasons[season] ?? [], icon };
    });
}

const library = readDishes(`
  米饭 | 主食 | 蒸 | 大米 100 | | mifan.png
  糙米饭 | 主食 | 蒸 | 大米 70 糙米 30 | 
  馒头 | 主食 | 蒸 | 面粉 90 白糖 2 | | mantou.png
  番茄炒蛋 | 半荤 | 炒 | 番茄 120 鸡蛋 60 油 8 小葱 2 白糖 2 盐 1 | | fanqie-chaodan.png
  红烧肉 | 大荤 | 烧 | 五花肉 80 酱油 6 白糖 5 姜 3 小葱 3 油 3 盐 0.3 | | hongshaorou.png
  清炒小白菜 | 素菜 | 炒 | 小白菜 150 油 5 大蒜 3 盐 1 | | xiaobaicai.png
  土豆烧牛腩 | 荤菜 | 炖 | 牛腩 70 土豆 80 胡萝卜 30 洋葱 15 酱油 5 油 5 姜 2 盐 0.8 | 冬
  清蒸鲈鱼 | 大荤 | 蒸 | 鲈鱼 90 酱油 5 小葱 5 姜 4 油 3 盐 0.5 | | luyu.png
  青椒肉丝 | 小荤 | 炒 | 瘦肉 50 青椒 90 油 6 酱油 4 玉米淀粉 3 盐 0.8 | 
  麻婆豆腐 | 半荤 | 烧 | 南豆腐 120 瘦肉 20 油 6 酱油 4 大蒜 3 玉米淀粉 3 盐 0.8 | 
  蒜蓉西兰花 | 素菜 | 炒 | 西兰花 130 大蒜 5 油 5 盐 1 | 
  拍黄瓜 | 凉菜 | 拌 | 黄瓜 100 大蒜 3 醋 3 芝麻油 2 盐 0.8 | 夏
  番茄蛋花汤 | 汤羹 | 煮 | 番茄 50 鸡蛋 20 小葱 2 芝麻油 1 盐 0.8 | 
  绿豆粥 | 粥 | 煮 | 大米 30 绿豆 15 白糖 5 | 夏
  纯牛奶 | 奶类 | | 牛奶 200 | | niunai.png
  苹果 | 水果 | | 苹果 150 | 至冬 | pingguo.png
`);

/** Of the primary school in Chengdu. */
const yangguang = readDishes(`
  宫保鸡丁 | 荤菜 | 爆 | 鸡胸肉 60 花生仁 12 黄瓜 40 胡萝卜 20 油 7 酱油 4 白糖 3 醋 2 盐 0.6 | | gongbao-jiding.png
  粉蒸排骨 | 大荤 | 蒸 | 小排 80 米粉 20 红薯 50 酱油 5 姜 2 盐 0.6 | 
  鱼香茄子 | 半荤 | 烧 | 茄子 120 瘦肉 20 木耳 2 油 8 酱油 4 醋 3 白糖 3 大蒜 3 盐 0.6 | 夏
  木耳炒山药 | 素菜 | 炒 | 山药 100 木耳 3 胡萝卜 20 油 5 盐 0.8 | 秋
  清炒空心菜 | 素菜 | 炒 | 空心菜 140 大蒜 4 油 5 盐 0.8 | 夏
  香菇烧鸡 | 荤菜 | 焖 | 鸡腿 80 香菇 40 酱油 5 姜 3 油 5 白糖 2 盐 0.6 | 
  玉米排骨汤 | 汤羹 | 炖 | 小排 40 玉米 60 胡萝卜 20 姜 2 盐 0.8 | 冬
  菠菜猪肝汤 | 汤羹 | 汆 | 猪肝 20 菠菜 60 姜 2 芝麻油 1 盐 0.8 | 春
  南瓜糯米饭 | 主食 | 蒸 | 大米 60 糯米 30 南瓜 60 | 秋 | nangua-fan.png
  凉拌豆芽粉丝 | 凉菜 | 拌 | 绿豆芽 80 粉丝 15 胡萝卜 15 醋 3 芝麻油 2 盐 0.7 | 
  红豆沙包 | 点心 | 蒸 | 面粉 50 赤小豆 20 红糖 10 | 
  酸奶 | 奶类 | | 酸奶 150 | 
`);

/** Of the middle school in Hangzhou. */
const mingde = readDishes(`
  清熘虾仁 | 荤菜 | 熘 | 虾仁 80 黄瓜 40 玉米淀粉 4 油 6 姜 2 盐 0.8 | 春 | xiaren.png
  葱油鳕鱼 | 大荤 | 煎 | 鳕鱼 100 小葱 8 油 8 酱油 5 玉米淀粉 4 盐 0.5 | 
  萝卜老鸭煲 | 大荤 | 煲 | 鸭 90 白萝卜 80 姜 4 盐 1 | 冬
  烤鸡翅 | 荤菜 | 烤 | 鸡翅 90 酱油 6 白糖 4 油 2 姜 2 | | kaochi.png
  洋葱炒牛肉 | 荤菜 | 炒 | 牛肉 60 洋葱 90 甜椒 20 油 7 酱油 5 玉米淀粉 3 盐 0.6 | 
  毛豆炒肉末 | 小荤 | 炒 | 毛豆 60 瘦肉 30 胡萝卜 20 油 5 酱油 3 盐 0.6 | 夏
  油豆腐烧大白菜 | 素菜 | 烩 | 大白菜 130 油豆腐 30 油 5 酱油 3 盐 0.8 | 冬
  糖醋藕片 | 素菜 | 熘 | 藕 120 白糖 6 醋 5 油 5 盐 0.6 | 秋
  卤鹌鹑蛋 | 小荤 | 卤 | 鹌鹑蛋 50 酱油 6 白糖 2 盐 0.3 | 
  冬瓜海带汤 | 汤羹 | 煮 | 冬瓜 80 海带 30 姜 2 芝麻油 1 盐 0.8 | 夏
  玉米面饼 | 点心 | 烙 | 玉米面 40 面粉 30 鸡蛋 15 白糖 5 油 4 | 
  香橙 | 水果 | | 橙 160 | 至春 | cheng.png
`);

/** The dishes of the platform's library and of each school, by its account. */
export const demoDishes = { library, yangguang, mingde } as const;
