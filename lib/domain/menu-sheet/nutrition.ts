import type { Level, NutrientFinding } from '../analysis/shape.ts';
import { type Nutrient, nutrients } from '../nutrient/nutrient.ts';
import { ratio } from '../values/ratio.ts';
import type { SheetGroup } from './meals.ts';

/** Nutrients that every sheet shows where anything is known of them. Others are shown where they are judged. */
const always: ReadonlySet<string> = new Set(['energy', 'protein', 'fat', 'carbohydrate']);
const ENERGY = 'energy';
const SODIUM = 'sodium';
/** Vitamin A as menus count it, and as labels do. */
const [RAE, RE] = ['vitamin-a-rae', 'vitamin-a'];
const KJ_PER_KCAL = '4.184';

/** How much of a nutrient one group gets in the mean of its days. */
export interface SheetAmount {
  readonly value: string;
  /** The same amount in another form: energy in kcal, sodium as salt. */
  readonly also?: string;
  /** The standard's range for the eaten meals, such as `1400–2100` or `≥800`. */
  readonly range?: string;
  /** 不足, 适量, 过量, 数据不足, or that it is more than the tolerable upper level. */
  readonly judgement?: string;
}

/** What the menu gives, by nutrient and group. */
export interface SheetNutrition {
  readonly nutrients: readonly { readonly name: string; readonly unit: string }[];
  /** Amounts in the order of the nutrients; absent where nothing is known, or the group gets nothing. */
  readonly groups: readonly { readonly group: SheetGroup; readonly amounts: readonly (SheetAmount | undefined)[] }[];
}

/** Energy of one group on one day. */
export interface SheetEnergy {
  readonly letter: string;
  /** Such as `3160 kJ`. */
  readonly value: string;
  readonly judgement?: string;
}

/** All nutrients in the order of labels. The vitamin A of menus comes where labels have theirs. */
const inOrder = nutrients.flatMap((nutrient) => {
  if (nutrient.key === RAE) return [];
  return nutrient.key === RE ? nutrients.filter(({ key }) => key === RAE) : [nutrient];
});

/** What the groups get per day, in the mean of days. */
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
  if (key === ENERGY) return `${ratio(value).per(KJ_PER_KCAL).toFixed(0)} kcal`;
  if (key === SODIUM && level) return `盐 ${printFigure(level.average.salt.rawJSON)} g`;
  return undefined;
}

function printRange(min: string | undefined, max: string | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${printFigure(min)}–${printFigure(max)}`;
  if (min !== undefined) return `≥${printFigure(min)}`;
  return max === undefined ? undefined : `≤${printFigure(max)}`;
}

/**
 * A figure for people: without decimals from 100 on, with one from 10 on, otherwise with two. Zeros at the end are
 * dropped.
 */
function printFigure(text: string): string {
  const figure = ratio(text);
  return ratio(figure.toFixed(figure.isBelow(10) ? 2 : figure.isBelow(100) ? 1 : 0)).toText();
}
