import { readDishFile } from '../command/dish-table.ts';
import { starterDishes } from '../command/starter.ts';

/** The dishes of the platform's library and of each school, by its account. */
export const demoDishes = {
  library: starterDishes,
  yangguang: readDishFile('scripts/start/demo/yangguang-dishes.txt'),
  mingde: readDishFile('scripts/start/demo/mingde-dishes.txt'),
} as const;
