import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';

/** A dish that may be served, with what a portion of it brings. */
export type Dish = components['schemas']['DishChoice'];

/** The dishes that a menu may serve, by id: the unit's own first, then the library's. */
export type Dishes = ReadonlyMap<number, Dish>;

/** Reads the dishes whose name has a word or its pinyin; all of them without one. */
export async function readDishes(keyword?: string): Promise<Dishes> {
  const query = { figures: 'true', ...(keyword && { keyword }) } as const;
  const [own, library] = await Promise.all([
    send(api.GET('/api/dish/select', { params: { query } })),
    send(api.GET('/api/dish/select', { params: { query: { ...query, vender: 0 } } })),
  ]);
  return new Map([...own.body, ...library.body].map((dish) => [dish.id, dish]));
}
