import { done } from '../answer.ts';
import { defineKind, type Kind } from '../kind.ts';
import { menusOf } from '../menu-arguments.ts';
import { dishesOf } from '../world.ts';
import { marksOf } from './mark.ts';
import { reviewsOf } from './review.ts';

const showGuide = defineKind({
  route: 'GET /api/guide',
  weight: 2,
  choose: () => ({}),
  answer: ({ world, caller: { unit } }) => {
    const shares = world.units.get(unit);
    const menus = menusOf(world, unit).list;
    const users = [...world.users.values()].filter((user) => user.unit === unit).length;
    const told = (step: string, name: string, count: number, least = 1) => ({
      step,
      name,
      count,
      done: count >= least,
    });
    return done([
      told('config', '设置三餐比例', [shares?.breakfast, shares?.lunch, shares?.dinner].filter(Boolean).length),
      told(
        'standard',
        '确认营养标准',
        [...world.standards.values()].filter((one) => one.vendors.includes(unit)).length,
      ),
      told('user', '添加用户', users, 2),
      told('mark', '标记食材', marksOf(world, unit).size),
      told('dish', '添加菜品', dishesOf(world, unit).length),
      told('menu', '编制食谱', menus.length),
      told('submit', '提交食谱', reviewsOf(world, unit).length),
      told('publish', '发布食谱', menus.filter(({ live }) => live !== undefined).length),
    ]);
  },
});

export const kinds: readonly Kind[] = [showGuide];
