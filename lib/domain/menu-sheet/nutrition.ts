import Big from 'big.js';
import type { Level, NutrientFinding } from '../analysis/shape.ts';
import { type Nutrient, nutrients } from '../nutrient.ts';
import type { SheetGroup } from './meals.ts';

/** Nutrients that stand on each sheet, where anything is known of them; of the others those that are judged. */
const always: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);
const ENERGY = 'energy';
const SODIUM = 'sodium';
/** Vitamin A as menus count it, and as labels do. */
const [RAE, RE] = ['vitamin-a-rae', 'vitamin-a'];
const KJ_PER_KCAL = '4.184';

/** What one group gets of a nutrient in the mean of its days. */
export interface SheetAmount {
  readonly value: string;
  /** The same told otherwise: energy in kcal, sodium as salt. */
  readonly also?: string;
  /** What the standard has for the meals that are eaten, like `1400–2100` or `≥800`. */
  readonly range?: string;
  /** 不足, 适量, 过量, 数据不足, or that it is more than the tolerable upper level. */
  readonly judgement?: string;
}

/** By nutrient and group what the menu gives. */
export interface SheetNutrition {
  readonly nutrients: readonly { readonly name: string; readonly unit: string }[];
  /** Amounts in the order of the nutrients; absent where nothing is known, or nothing is served to the group. */
  readonly groups: readonly { readonly group: SheetGroup; readonly amounts: readonly (SheetAmount | undefined)[] }[];
}

/** Energy of one group on one day. */
export interface SheetEnergy {
  readonly letter: string;
  /** Like `3160 kJ`. */
  readonly value: string;
  readonly judgement?: string;
}

/** All nutrients; vitamin A as menus count it stands where labels have theirs. */
const inOrder = nutrients.flatMap((nutrient) => {
  if (nutrient.key === RAE) return [];
  return nutrient.key === RE ? nutrients.filter(({ key }) => key === RAE) : [nutrient];
});

/** What the groups get, a day in the mean. */
export function tellNutrition(groups: readonly SheetGroup[], levels: readonly Level[]): SheetNutrition {
  const findings = levels.map(({ average }) => new Map(average.nutrients.map((one) => [one.key, one])));
  const told = inOrder.filter(({ key }) => {
    const some = findings.flatMap((byKey) => byKey.get(key) ?? []);
    return some.some((finding) => always.has(key) || isCompared(finding));
  });
  return {
    nutrients: told.map(({ value: name, unit }) => ({ name, unit })),
    groups: groups.map((group, index) => ({
      group,
      amounts: told.map((nutrient) => describeAmount(nutrient, findings[index]?.get(nutrient.key), levels[index])),
    })),
  };
}

/** Energy of the groups that eat on that day. */
export function listEnergy(date: string, groups: readonly SheetGroup[], levels: readonly Level[]): SheetEnergy[] {
  return groups.flatMap(({ letter }, index) => {
    const day = levels[index]?.days.find((one) => one.date === date);
    const energy = day?.nutrients.find(({ key }) => key === ENERGY);
    if (!energy) return [];
    const { judgement } = energy;
    return [{ letter, value: `${printFigure(energy.value.rawJSON)} kJ`, ...(judgement ? { judgement } : {}) }];
  });
}

function isCompared({ min, max, ul }: NutrientFinding): boolean {
  return min !== undefined || max !== undefined || ul !== undefined;
}

function describeAmount(
  { key }: Nutrient,
  finding: NutrientFinding | undefined,
  level: Level | undefined,
): SheetAmount | undefined {
  if (!finding) return undefined;
  const { value, min, max, judgement, aboveUl } = finding;
  const also = tellOtherwise(key, value.rawJSON, level);
  const range = printRange(min?.rawJSON, max?.rawJSON);
  const judged = [judgement, ...(aboveUl ? ['超过最高摄入量'] : [])].filter(Boolean).join('，');
  return {
    value: printFigure(value.rawJSON),
    ...(also === undefined ? {} : { also }),
    ...(range === undefined ? {} : { range }),
    ...(judged === '' ? {} : { judgement: judged }),
  };
}

function tellOtherwise(key: string, value: string, level: Level | undefined): string | undefined {
  if (key === ENERGY) return `${Big(value).div(KJ_PER_KCAL).toFixed(0)} kcal`;
  if (key === SODIUM && level) return `盐 ${printFigure(level.average.salt.rawJSON)} g`;
  return undefined;
}

function printRange(min: string | undefined, max: string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${printFigure(min)}–${printFigure(max)}`;
  if (min !== undefined) return `≥${printFigure(min)}`;
  return max === undefined ? undefined : `≤${printFigure(max)}`;
}

/** A figure for people: from 100 on without decimals, from 10 on with one, else with two; zeros at the end are none. */
function printFigure(text: string): string {
  const figure = Big(text);
  return Big(figure.toFixed(figure.gte(100) ? 0 : figure.gte(10) ? 1 : 2)).toFixed();
}
