import type { DishContent } from '../../../lib/store/dish/dish-placement.ts';

const NOW = Date.UTC(2026, 8, 1);

/** A dish of two ingredients. */
export function dish(name: string): DishContent {
  const ingredient = [
    { key: '012001x', value: '100', isMain: true },
    { key: '045301', value: '20' },
  ];
  return {
    name,
    ingredient,
    mark: '素菜',
    poly: '炒',
    month: [9],
    meals: [],
    iconFile: '',
    hasIcon: false,
    modify: NOW,
  };
}
