import type { Ingredient } from '../../lib/domain/ingredient/ingredient.ts';
import {
  findDoubts,
  findImpossible,
  type Implausibility,
  nameOfNutrient,
} from '../../lib/domain/ingredient/plausibility.ts';
import { inLanguage } from '../command/language.ts';

/** Impossible figures of a food, and doubtful ones, one line each. */
export interface FoodFacts {
  readonly code: string;
  readonly name: string;
  readonly impossible: readonly string[];
  readonly doubts: readonly string[];
}

/** Judges a food as imports do. Impossible figures make the others neither possible nor doubtful. */
export function judgeFood(food: Pick<Ingredient, 'code' | 'name' | 'category' | 'nutrients'>): FoodFacts {
  const { code, name, category, nutrients } = food;
  const impossible = findImpossible(food);
  const wrong = new Set(impossible.flatMap(({ keys }) => keys));
  const rest = Object.fromEntries(Object.entries(nutrients).filter(([key]) => !wrong.has(key)));
  const toLine = ({ keys, problem }: Implausibility) =>
    `${keys.map((key) => `${inLanguage(nameOfNutrient(key))} ${nutrients[key]}`).join(', ')}: ${inLanguage(problem)}`;
  const doubts = findDoubts({ name, category, nutrients: rest });
  return { code, name, impossible: impossible.map(toLine), doubts: doubts.map(toLine) };
}
