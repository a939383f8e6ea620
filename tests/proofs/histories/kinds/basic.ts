import { enumLists } from '../../../../lib/domain/enum.ts';
import { done } from '../answer.ts';
import { defineKind, type Kind } from '../kind.ts';

const getEnum = defineKind({
  route: 'GET /api/basic/enum',
  weight: 1,
  choose: () => ({}),
  answer: ({ world }) => {
    const categories = [...new Set(world.foods.map(({ category }) => category))];
    return done({ ...enumLists, ingredientCategory: categories.map((name) => ({ key: name, value: name })) });
  },
});

export const kinds: readonly Kind[] = [getEnum];
