import type { Allergen } from '../../lib/domain/ingredient/allergen.ts';
import type { Meal } from '../../lib/domain/meal.ts';
import type { SchoolAccount } from './demo-schools.ts';

/** The dishes of a week by meal, one line for each day. A portion other than 1 follows its dish. */
type Week = Readonly<Partial<Record<Meal, string>>>;

const yangguang: Week = {
  lunch: `
    米饭 香菇烧鸡 番茄炒蛋 清炒小白菜 白菜豆腐汤 香蕉
    二米饭 番茄鱼片 家常豆腐 蒜蓉西兰花 纯牛奶:0.5
    米饭 粉蒸排骨 蒸蛋羹 清炒小白菜 番茄蛋花汤 酸奶
    糙米饭 清蒸鲈鱼 麻婆豆腐 醋熘白菜 纯牛奶:0.5 香蕉
    米饭 宫保鸡丁 番茄炒蛋 蒜蓉西兰花 白菜豆腐汤 酸奶`,
};

/** The meals of the middle school, whose boarders have a little supper after evening classes. */
const mingde: Week = {
  breakfast: `
    鲜肉包 水煮蛋 纯牛奶
    馒头 蒸蛋羹 纯牛奶
    葱油花卷 卤鹌鹑蛋 纯牛奶
    鲜肉包 水煮蛋 纯牛奶
    玉米面饼 蒸蛋羹 纯牛奶`,
  lunch: `
    米饭 洋葱炒牛肉 番茄炒蛋 清炒小白菜 白菜豆腐汤
    二米饭 葱油鳕鱼 家常豆腐 蒜蓉西兰花 番茄蛋花汤
    米饭 烤鸡翅 青椒肉丝 紫甘蓝炒番茄 白菜豆腐汤
    糙米饭 清蒸鲈鱼 麻婆豆腐 清炒小白菜 番茄蛋花汤
    米饭 洋葱炒牛肉 番茄炒蛋 蒜蓉西兰花 白菜豆腐汤`,
  dinner: `
    糙米饭 青椒肉丝 清炒小白菜 番茄蛋花汤 香蕉
    米饭 麻婆豆腐 紫甘蓝炒番茄 白菜豆腐汤 香蕉
    二米饭 家常豆腐 荷兰豆炒藕片 番茄蛋花汤 香蕉
    米饭 烤鸡翅 蒜蓉西兰花 白菜豆腐汤 香蕉
    二米饭 青椒肉丝 荷兰豆炒藕片 番茄蛋花汤 香蕉`,
  supper: `
    热牛奶:0.5
    红富士苹果:0.5
    热牛奶:0.5
    红富士苹果:0.5
    热牛奶:0.5`,
};

/** A menu of the demo data. */
export interface DemoMenu {
  readonly title: string;
  /** The number of weeks after the present one; below 0: before it. */
  readonly weekOffset: number;
  /** The plan's day with which the week begins. It differs, so no two weeks are the same. */
  readonly firstDayIndex: number;
  readonly outcome: '通过' | '驳回' | 'draft';
}

/** The platform's comment on the menu that it rejects. */
export const REJECTION = '周二、周四的午餐都是豆腐，请换成其他菜品；请补充深色蔬菜后再提交。';

const sharedMenus: readonly DemoMenu[] = [
  { title: '上周', weekOffset: -1, firstDayIndex: 0, outcome: '通过' },
  { title: '本周', weekOffset: 0, firstDayIndex: 2, outcome: '通过' },
  { title: '下周', weekOffset: 1, firstDayIndex: 4, outcome: 'draft' },
];
const rejectedMenu: DemoMenu = { title: '第三周', weekOffset: 2, firstDayIndex: 1, outcome: '驳回' };

/** Pupils who must avoid allergens, and the dishes that replace others for them. */
interface DemoDiet {
  readonly name: string;
  readonly people: number;
  readonly avoid: readonly Allergen[];
  /** By name of a dish, the name of the other one. */
  readonly replacements: Readonly<Record<string, string>>;
}

const noPeanuts: DemoDiet = { name: '避花生', people: 6, avoid: ['花生'], replacements: { 宫保鸡丁: '黄焖鸡' } };

/** The plan of a school, its number of pupils, the factor of their portions, and its menus. */
export interface DemoServing {
  readonly plan: Week;
  readonly people: number;
  readonly factor: number;
  readonly diet?: DemoDiet;
  readonly menus: readonly DemoMenu[];
}

export const demoMenus: Readonly<Record<SchoolAccount, DemoServing>> = {
  yangguang: { plan: yangguang, people: 854, factor: 1, diet: noPeanuts, menus: sharedMenus },
  mingde: {
    plan: mingde,
    people: 540,
    factor: 1.25,
    menus: [...sharedMenus.slice(0, 2), rejectedMenu, ...sharedMenus.slice(2)],
  },
};
