import type { SheetDish, SheetMeal } from '../domain/menu-sheet/meals.ts';
import { widthOf } from '../label/text-width.ts';
import { tellAllergens } from './menu-words.ts';

/**
 * Lengths on paper in mm: the width of all days, what a cell has around its text, and type and lines as the style has
 * them.
 */
const DAYS_WIDTH = 265;
const PADDING = 2.6;
const TYPE = 2.82;
const LINE = 3.73;
const NAME_TYPE = 3.18;
const NAME_LINE = 4.13;
const GAP = 1.6;

/** Height of a meal's row on paper in mm, rather more than less. */
export function heightOfMeal({ days }: SheetMeal): number {
  const width = DAYS_WIDTH / days.length - PADDING;
  return Math.max(...days.map((dishes) => dishes.reduce((sum, dish) => sum + heightOfDish(dish, width), PADDING)));
}

function heightOfDish(dish: SheetDish, width: number): number {
  const lines = (text: string, type: number) => Math.ceil((widthOf(text) * type) / width);
  const allergens = tellAllergens(dish) === '' ? 0 : lines(tellAllergens(dish), TYPE) * LINE;
  return lines(dish.name, NAME_TYPE) * NAME_LINE + countLines(dish, width) * LINE + allergens + GAP;
}

/** The lines that the ingredients take. An ingredient that fits into one line is not broken. */
function countLines({ ingredients }: SheetDish, width: number): number {
  let lines = 0;
  let left = 0;
  for (const { name, grams } of ingredients) {
    const needed = widthOf(`${name} ${grams}、`) * TYPE;
    if (needed > left) {
      lines += Math.ceil(needed / width);
      left = width;
    }
    left -= needed % width;
  }
  return lines;
}
