import { pairsOf } from './demo-foods.ts';

/** A dish of the demo data: grams of the edible raw portion, for one meal of a pupil. */
export interface DemoDish {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  readonly foods: Readonly<Record<string, number>>;
  /** The months in which it is cooked; empty: all year. */
  readonly month: readonly number[];
  readonly icon: string;
}

/** Months by their word in the table below. */
const seasons: Readonly<Record<string, readonly number[]>> = {
  '': [],
  春: [3, 4, 5],
  夏: [6, 7, 8, 9],
  秋: [9, 10, 11],
  冬: [11, 12, 1, 2],
  至冬: [9, 10, 11, 12],
  至春: [11, 12, 1, 2, 3],
};

/**
 * Reads a table of dishes: name, mark, poly, foods with their grams, season and icon. Columns at the end may be
 * missing.
 */
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

/**
 * School dishes. WS/T 554-2017 recommends 10 g of oil and 2 g of salt for the lunch of 9 to 11 years. A staple, a dish
 * of meat or fish, a mixed one, one of vegetables and a soup stay within that together; soy sauce counts by its sodium.
 */
const library = readDishes(`
  米饭 | 主食 | 蒸 | 大米 100 | | mifan.png
  糙米饭 | 主食 | 蒸 | 大米 70 糙米 30 | 
  二米饭 | 主食 | 蒸 | 大米 80 黄米 20 | 
  红薯饭 | 主食 | 蒸 | 大米 80 红薯 70 | 至冬
  馒头 | 主食 | 蒸 | 面粉 90 白糖 2 | | mantou.png
  葱油花卷 | 主食 | 蒸 | 面粉 80 小葱 5 油 1.5 盐 0.2 | 
  番茄炒蛋 | 半荤 | 炒 | 番茄 120 鸡蛋 60 油 2.5 小葱 2 白糖 2 盐 0.5 | | fanqie-chaodan.png
  红烧肉 | 大荤 | 烧 | 五花肉 60 酱油 3 白糖 3 姜 3 小葱 3 油 1 盐 0.1 | | hongshaorou.png
  土豆烧牛腩 | 荤菜 | 炖 | 牛腩 60 土豆 80 胡萝卜 30 洋葱 15 酱油 2 油 1 姜 2 盐 0.3 | 冬
  清蒸鲈鱼 | 大荤 | 蒸 | 鲈鱼 90 酱油 3 小葱 5 姜 4 油 2 盐 0.1 | | luyu.png
  青椒肉丝 | 小荤 | 炒 | 瘦肉 40 青椒 90 油 2.5 酱油 1 玉米淀粉 2 盐 0.3 | 
  蒸蛋羹 | 小荤 | 蒸 | 鸡蛋 50 小葱 2 酱油 1.5 芝麻油 1 | 
  水煮蛋 | 小荤 | 煮 | 鸡蛋 50 | 
  麻婆豆腐 | 半荤 | 烧 | 南豆腐 120 瘦肉 15 油 2.5 酱油 1.5 大蒜 3 玉米淀粉 2 盐 0.2 | 
  家常豆腐 | 半荤 | 烧 | 北豆腐 90 瘦肉 15 木耳 2 胡萝卜 20 油 2 酱油 2 大蒜 2 盐 0.2 | 
  清炒小白菜 | 素菜 | 炒 | 小白菜 150 油 2.5 大蒜 3 盐 0.4 | | xiaobaicai.png
  蒜蓉西兰花 | 素菜 | 炒 | 西兰花 130 大蒜 5 油 2.5 盐 0.4 | 
  蒜蓉菠菜 | 素菜 | 炒 | 菠菜 140 大蒜 4 油 2.5 盐 0.4 | 至春
  拍黄瓜 | 凉菜 | 拌 | 黄瓜 100 大蒜 3 醋 3 芝麻油 2 盐 0.4 | 夏
  番茄蛋花汤 | 汤羹 | 煮 | 番茄 50 鸡蛋 15 小葱 2 芝麻油 0.5 盐 0.25 | 
  白菜豆腐汤 | 汤羹 | 煮 | 大白菜 60 北豆腐 40 姜 1 芝麻油 0.5 盐 0.25 | 
  绿豆粥 | 粥 | 煮 | 大米 30 绿豆 15 白糖 3 | 夏
  南瓜黄米粥 | 粥 | 煮 | 黄米 35 南瓜 50 | 
  红豆粥 | 粥 | 煮 | 大米 30 赤小豆 15 白糖 3 | 至春
  青菜肉末粥 | 粥 | 煮 | 大米 35 小白菜 40 瘦肉 10 盐 0.2 | 
  鲜肉包 | 点心 | 蒸 | 面粉 60 瘦肉 25 小葱 6 酱油 1 芝麻油 1 盐 0.1 | 
  纯牛奶 | 奶类 | | 牛奶 200 | | niunai.png
  豆奶 | 饮品 | 煮 | 豆奶 200 | 
  苹果 | 水果 | | 苹果 150 | 至冬 | pingguo.png
  香蕉 | 水果 | | 香蕉 120 | 
`);

/** The dishes of the primary school in Chengdu. */
const yangguang = readDishes(`
  宫保鸡丁 | 荤菜 | 爆 | 鸡胸肉 60 花生仁 12 黄瓜 40 胡萝卜 20 油 3 酱油 2 白糖 2 醋 2 盐 0.3 | | gongbao-jiding.png
  粉蒸排骨 | 大荤 | 蒸 | 小排 70 米粉 20 红薯 50 酱油 3 姜 2 盐 0.1 | 
  番茄鱼片 | 荤菜 | 汆 | 鲤鱼 80 番茄 80 油 2 姜 3 玉米淀粉 3 盐 0.45 | 
  香菇烧鸡 | 荤菜 | 焖 | 鸡腿 70 香菇 40 酱油 2.5 姜 3 油 2 白糖 1 盐 0.2 | 
  鱼香茄子 | 半荤 | 烧 | 茄子 120 瘦肉 20 木耳 2 油 2.5 酱油 1.5 醋 3 白糖 2 大蒜 3 盐 0.2 | 夏
  芹菜炒肉丝 | 小荤 | 炒 | 瘦肉 35 西芹 60 胡萝卜 20 油 2.5 盐 0.3 | 
  木耳炒山药 | 素菜 | 炒 | 山药 100 木耳 3 胡萝卜 20 油 2.5 盐 0.35 | 秋
  清炒空心菜 | 素菜 | 炒 | 空心菜 140 大蒜 4 油 2.5 盐 0.35 | 夏
  醋熘白菜 | 素菜 | 熘 | 大白菜 140 胡萝卜 15 醋 4 油 2.5 玉米淀粉 2 盐 0.35 | 
  凉拌豆芽粉丝 | 凉菜 | 拌 | 绿豆芽 80 粉丝 15 胡萝卜 15 醋 3 芝麻油 2 盐 0.35 | 
  玉米排骨汤 | 汤羹 | 炖 | 小排 25 玉米 50 胡萝卜 20 姜 2 盐 0.25 | 冬
  菠菜猪肝汤 | 汤羹 | 汆 | 猪肝 15 菠菜 60 姜 2 芝麻油 0.5 盐 0.2 | 春
  南瓜糯米饭 | 主食 | 蒸 | 大米 60 糯米 30 南瓜 60 | 秋 | nangua-fan.png
  红豆沙包 | 点心 | 蒸 | 面粉 50 赤小豆 20 红糖 5 | 
  酸奶 | 奶类 | | 酸奶 150 | 
`);

/** The dishes of the middle school in Hangzhou. */
const mingde = readDishes(`
  清熘虾仁 | 荤菜 | 熘 | 虾仁 60 黄瓜 40 玉米淀粉 3 油 3 姜 2 盐 0.1 | 春 | xiaren.png
  葱油鳕鱼 | 大荤 | 煎 | 鳕鱼 100 小葱 8 油 3 酱油 2 玉米淀粉 3 盐 0.2 | 
  萝卜老鸭煲 | 大荤 | 煲 | 鸭 80 白萝卜 80 姜 4 盐 0.5 | 冬
  烤鸡翅 | 荤菜 | 烤 | 鸡翅 80 酱油 3 白糖 2 油 1 姜 2 盐 0.1 | | kaochi.png
  洋葱炒牛肉 | 荤菜 | 炒 | 牛肉 60 洋葱 90 甜椒 20 油 3 酱油 2 玉米淀粉 2 盐 0.25 | 
  毛豆炒肉末 | 小荤 | 炒 | 毛豆 60 瘦肉 25 胡萝卜 20 油 2.5 酱油 1 盐 0.25 | 夏
  卤鹌鹑蛋 | 小荤 | 卤 | 鹌鹑蛋 50 酱油 2 白糖 1 | 
  油豆腐烧大白菜 | 素菜 | 烩 | 大白菜 130 油豆腐 30 油 2 酱油 1 盐 0.2 | 冬
  荷兰豆炒藕片 | 素菜 | 炒 | 藕 60 荷兰豆 60 胡萝卜 15 油 2.5 盐 0.35 | 
  清炒茼蒿 | 素菜 | 炒 | 茼蒿 140 大蒜 3 油 2.5 盐 0.2 | 至春
  紫甘蓝炒番茄 | 素菜 | 炒 | 紫甘蓝 100 番茄 50 油 2.5 盐 0.35 | 
  冬瓜海带汤 | 汤羹 | 煮 | 冬瓜 80 海带 20 姜 2 芝麻油 0.5 盐 0.25 | 夏
  玉米面饼 | 点心 | 烙 | 玉米面 40 面粉 30 鸡蛋 15 白糖 3 油 2 | 
  核桃仁 | 其他 | | 核桃 15 | 
  香橙 | 水果 | | 橙 160 | 至春 | cheng.png
`);

/** The dishes of the platform's library and of each school, by its account. */
export const demoDishes = { library, yangguang, mingde } as const;
