import type { DishContent } from '../../../lib/domain/dish.ts';

const NOW = Date.UTC(2026, 8, 1);

/** The content of a dish without optional attributes, and with these facts. */
export function dishContent(name: string, facts: Partial<DishContent> = {}): DishContent {
  const lists = { ingredient: [], month: [], meals: [] };
  return { ...lists, name, mark: '素菜', poly: '', iconFile: '', hasIcon: false, modify: 1, ...facts };
}

/** A dish of two ingredients. */
export function dish(name: string): DishContent {
  const ingredient = [
    { key: '012001x', value: '100', isMain: true },
    { key: '045301', value: '20' },
  ];
  return dishContent(name, { ingredient, poly: '炒', month: [9], modify: NOW });
}
