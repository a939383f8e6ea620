import { done, fails } from '../answer.ts';
import { given, needed, pageOf, paging } from '../arguments.ts';
import { defineKind, type Kind } from '../kind.ts';
import type { ModelFood } from '../world.ts';
import { chooseFilter, marksOf, toTest } from './mark.ts';

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

const listIngredients = defineKind({
  route: 'GET /api/ingredient',
  weight: 2,
  choose: (draw) => ({ ...chooseFilter(draw), ...paging(draw) }),
  answer: ({ world, caller }, { keyword: word, category, mark, ...page }) => {
    const marks = marksOf(world, caller.unit);
    const found = world.foods.filter(toTest({ keyword: word, category, mark }, marks)).reverse();
    const toRecord = ({ code, name: food, category: group, edible }: ModelFood) => {
      return { code, name: food, category: group, edible: numberOf(edible), mark: marks.get(code) ?? null };
    };
    return done(pageOf(found.map(toRecord), page));
  },
});

const selectIngredients = defineKind({
  route: 'GET /api/ingredient/select',
  weight: 1,
  choose: (draw, { world }) => ({
    codes: needed(draw, 'codes', () => {
      const known = draw.few(world.foods, 1).map((food) => food.code);
      const codes = draw.rarely(8) ? [...known, 'Own-1'] : known;
      const sent = codes.join(draw.some(',', ' , ', ',,'));
      return draw.rarely(30) ? { sent: '', means: codes, bad: ['codes'] } : given(sent, codes);
    }),
  }),
  answer: ({ world }, { codes }) => {
    const found = codes.map((code) => world.foods.find((food) => food.code === code));
    if (found.includes(undefined)) return fails('ingredient_not_found', 'codes');
    return done(found.flatMap((food) => (food ? [toDetail(food)] : [])));
  },
});

function toDetail({ nutrients, edible, foodCategory, ...food }: ModelFood) {
  const values = Object.entries(nutrients).map(([key, value]) => [key, Number(value)]);
  const counted = foodCategory && {
    name: foodCategory.name,
    amount: Number(foodCategory.amount),
    counts: Number(foodCategory.counts),
  };
  return { ...food, edible: numberOf(edible), nutrients: Object.fromEntries(values), foodCategory: counted };
}

export const kinds: readonly Kind[] = [listIngredients, selectIngredients];
