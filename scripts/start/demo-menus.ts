import type { Meal, MenuContent, MenuItem } from '../../lib/domain/menu/menu.ts';
import { planOf } from '../../lib/domain/planner/fields.ts';
import { planMenu } from '../../lib/domain/planner/plan.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { dayAfter, dayOf, mondayOf } from '../../lib/domain/values/calendar.ts';
import { idOf } from '../../lib/domain/values/id.ts';
import { readDishesHead } from '../../lib/store/dish/dish.ts';
import { selectDishes } from '../../lib/store/dish/dish-selection.ts';
import { findOwnMenu, readMenusHead } from '../../lib/store/menu/menu.ts';
import { createMenu, readMenuGround } from '../../lib/store/menu/menu-change.ts';
import { readSubmissionGround, submitMenu } from '../../lib/store/menu/menu-submission.ts';
import { reviewMenu } from '../../lib/store/menu/menu-transition.ts';
import { gatherPlan, readPlanGround } from '../../lib/store/menu/plan.ts';
import type { Database } from '../../lib/table/database.ts';

/** The most dishes that are searched for those of the demo data. */
const MOST = 10_000;
const TIME_ZONE = 'Asia/Shanghai';
const DAYS = 5;

type SchoolAccount = 'yangguang' | 'mingde';

/** What is served in a week, by meal: one line per day, with the portions that are not 1. */
type Week = Readonly<Partial<Record<Meal, string>>>;

/** The lunches of the primary school. */
const yangguang: Week = {
  lunch: `
    米饭 香菇烧鸡 番茄炒蛋 清炒小白菜 白菜豆腐汤 香蕉
    二米饭 番茄鱼片 家常豆腐 蒜蓉西兰花 纯牛奶:0.5
    米饭 粉蒸排骨 蒸蛋羹 清炒小白菜 番茄蛋花汤 酸奶
    糙米饭 清蒸鲈鱼 麻婆豆腐 醋熘白菜 纯牛奶:0.5 香蕉
    米饭 宫保鸡丁 番茄炒蛋 蒜蓉西兰花 白菜豆腐汤 酸奶`,
};

/** The meals of the middle school, which has boarders. */
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
};

interface DemoMenu {
  readonly title: string;
  /** Weeks from the present one. */
  readonly week: number;
  /** The day of the plan with which the week begins. */
  readonly from: number;
  readonly becomes: 'published' | 'rejected' | 'draft';
}

const REJECTION = '周二、周四的午餐都是豆腐，请换成其他菜品；请补充深色蔬菜后再提交。';

const weeks: readonly DemoMenu[] = [
  { title: '上周', week: -1, from: 0, becomes: 'published' },
  { title: '本周', week: 0, from: 2, becomes: 'published' },
  { title: '下周', week: 1, from: 4, becomes: 'draft' },
];
const rejected: DemoMenu = { title: '第三周', week: 2, from: 1, becomes: 'rejected' };

/** For each school: what it serves, to whom, and its menus. The platform reviews those of the middle school. */
const demoMenus = {
  yangguang: { plan: yangguang, people: 860, factor: '1', menus: weeks },
  mingde: { plan: mingde, people: 540, factor: '1.25', menus: [...weeks.slice(0, 2), rejected, ...weeks.slice(2)] },
} as const satisfies Record<SchoolAccount, { plan: Week; people: number; factor: string; menus: readonly DemoMenu[] }>;

/** The school of the menus, and who submits and reviews them. */
interface MenuSchool {
  readonly account: SchoolAccount;
  readonly unit: number;
  /** Uid of the reviewer of the platform. */
  readonly reviewer: string;
  readonly now: number;
}

/**
 * Gives a school its menus of last week, this week and the next, in their order. A menu whose number the school has
 * used already is left out. Returns how many were created. A menu that was not yet submitted or reviewed is completed.
 */
export async function createMenus(db: Database, school: MenuSchool): Promise<number> {
  const { menus, ...served } = demoMenus[school.account];
  const { next } = await readMenusHead(db, school.unit);
  if (next > menus.length) return 0;
  const dishes = await findDishIds(db, school.unit);
  for (const [index, menu] of menus.entries()) {
    const id = idOf(school.unit, index + 1);
    if (index + 1 >= next) await addMenu(db, school, menu, toContent(menu, { ...served, dishes, now: school.now }));
    await bringAbout(db, id, menu, school);
  }
  return menus.length - next + 1;
}

/**
 * Adds a menu. The draft is planned by the planner, if it finds a plan: it is the week that has not been cooked yet.
 */
async function addMenu(
  db: Database,
  { unit, now }: MenuSchool,
  { becomes }: DemoMenu,
  given: MenuContent,
): Promise<void> {
  const { standard: _, ...content } = becomes === 'draft' ? await plan(db, unit, given) : given;
  const [ground, head] = await Promise.all([readMenuGround(db, unit, content.items), readMenusHead(db, unit)]);
  await createMenu(db, unit, content, { ground, head, now });
}

/** The menu with the items of a plan for all usual meals. */
async function plan(db: Database, unit: number, { items: _, ...content }: MenuContent): Promise<MenuContent> {
  const request = planOf({ ...content, items: [] }, { locked: [] });
  const ground = await readPlanGround(db, unit, true);
  const { items } = planMenu(await gatherPlan(db, { ...request, judgedBy: 'asked' }, ground));
  return { ...content, items };
}

async function bringAbout(db: Database, id: number, { becomes }: DemoMenu, school: MenuSchool): Promise<void> {
  const { unit, account, reviewer, now } = school;
  if (becomes === 'draft') return;
  const stateOf = async () => (await findOwnMenu(db, unit, id))?.menu.state;
  if ((await stateOf()) === '草稿') {
    const known = await readSubmissionGround(db, unit, id);
    await submitMenu(db, unit, id, { uid: account, now, known, isMeant: () => true });
  }
  if ((await stateOf()) !== '待审核') return;
  const result = becomes === 'published' ? '通过' : '驳回';
  const comment = becomes === 'published' ? '' : REJECTION;
  await reviewMenu(db, id, { revision: 1, result, comment }, { uid: reviewer, now });
}

/** What a school serves, to whom, and when. */
interface Serving {
  readonly plan: Week;
  readonly people: number;
  readonly factor: string;
  readonly dishes: ReadonlyMap<string, number>;
  readonly now: number;
}

/**
 * The content of a menu of the week. Weeks begin with different days of the school's plan, so that no two are the same.
 */
function toContent({ title, week, from }: DemoMenu, { plan, people, factor, dishes, now }: Serving): MenuContent {
  const start = dayAfter(mondayOf(dayOf(now, TIME_ZONE)), week * 7);
  const served = (['breakfast', 'lunch', 'dinner'] as const).filter((meal) => plan[meal] !== undefined);
  const groups = [{ level: '中体力', people, factor, meals: served }];
  const items = served.flatMap((meal) => {
    const rows = (plan[meal] ?? '').trim().split('\n');
    return rows.flatMap((row, index) => {
      const day = ((index - from + DAYS) % DAYS) + 1;
      return row
        .trim()
        .split(' ')
        .flatMap((entry) => toItem(entry, day, meal, dishes));
    });
  });
  const [, month = '', day = ''] = start.split('-');
  const name = `${title}食谱（${Number(month)} 月 ${Number(day)} 日起）`;
  return { name, start, days: DAYS, meals: served, groups, items: items.sort((a, b) => a.day - b.day) };
}

/** An item of the menu. A renamed dish is left out. */
function toItem(entry: string, day: number, meal: Meal, dishes: ReadonlyMap<string, number>): MenuItem[] {
  const [name = '', portion = '1'] = entry.split(':');
  const dish = dishes.get(name);
  return dish === undefined ? [] : [{ day, meal, dish, portion }];
}

/** The dishes of the unit and of the library by name; the unit's own come first. */
async function findDishIds(db: Database, unit: number): Promise<ReadonlyMap<string, number>> {
  const lists = await Promise.all(
    [PLATFORM, unit].map(async (owner) => {
      const head = await readDishesHead(db, owner);
      const found = await selectDishes(db, owner, {}, MOST, head);
      return found.map(({ name, number }) => [name, idOf(owner, number)] as const);
    }),
  );
  return new Map(lists.flat());
}
