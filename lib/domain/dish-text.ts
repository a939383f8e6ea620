import { type Meal, mealNames, meals } from './meal.ts';
import { withoutBlanks } from './values/fields.ts';

// Reads the facts of a dish as people write them in workbooks, and in texts that they paste.

const gramsByUnit: Record<string, number> = { kg: 1000, 千克: 1000, 公斤: 1000, g: 1, 克: 1, 斤: 500, 两: 50 };
const UNITS = Object.keys(gramsByUnit).join('|');
/** A number, and its unit or the empty text. */
const AMOUNT = String.raw`(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(${UNITS}|)`;
const WHOLE_AMOUNT = new RegExp(`^${AMOUNT}$`, 'i');
/** A name and the amount behind it. */
const LAST_AMOUNT = new RegExp(String.raw`^(.*?)[\s:*×(]*${AMOUNT}\)?$`, 'is');
const YES_WORDS = ['是', '√', '✓', '✔', 'y', 'yes', 'true', '1'];
const NO_WORDS = ['否', '×', 'n', 'no', 'false', '0'];
/** The maximum characters of a food with its amount. The time of `LAST_AMOUNT` grows with the square of the length. */
const MAX_FOOD_LENGTH = 150;
/** The number of digits that a double holds exactly. Products are rounded to it: 0.07 kg are 70 g, not 70.00000000000001 g. */
const EXACT_DIGITS = 15;

function toPlain(text: string): string {
  return withoutBlanks(text).normalize('NFKC');
}

/** Splits words that people separate by commas, semicolons or blanks. */
export function splitWords(text: string): string[] {
  return toPlain(text)
    .split(/[,、;\s]+/)
    .filter(Boolean);
}

/** Reads an amount in grams: `50`, `50g`, `80克`, `0.1kg`; undefined if it is none. */
export function toGrams(text: string): number | undefined {
  const [, amount, unit = ''] = WHOLE_AMOUNT.exec(toPlain(text)) ?? [];
  if (amount === undefined) return undefined;
  const gramsOfUnit = gramsByUnit[unit.toLowerCase()] ?? 1;
  return gramsOfUnit === 1 ? Number(amount) : Number((Number(amount) * gramsOfUnit).toPrecision(EXACT_DIGITS));
}

/** Reads months: `5,6`, `1-3月`, `11月至2月`, `全年`, which is the empty list; undefined if they are none. */
export function toMonths(text: string): number[] | undefined {
  const plain = toPlain(text)
    .replace(/月份?/g, '')
    .replace(/\s*[-~—–至到]\s*/g, '-');
  if (/^(?:全年|四季|不限)?$/.test(plain)) return [];
  const months = splitWords(plain).flatMap(toMonthRange);
  return months.every((month) => month >= 1 && month <= 12) ? [...new Set(months)].sort((a, b) => a - b) : undefined;
}

/** Lists the months of a month or a range, which may pass the end of the year. Another text gives NaN, which is no month. */
function toMonthRange(text: string): number[] {
  const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  if (first === undefined || Number(first) > 12 || Number(last) > 12) return [Number.NaN];
  const monthCount = ((Number(last) - Number(first) + 12) % 12) + 1;
  return Array.from({ length: monthCount }, (_, index) => ((Number(first) - 1 + index) % 12) + 1);
}

const otherNamesByMeal: Readonly<Record<Meal, readonly string[]>> = {
  breakfast: ['早饭', '早'],
  morningSnack: ['早加餐', '上午点'],
  lunch: ['中餐', '午饭', '中饭', '中', '午'],
  afternoonSnack: ['午加餐', '下午点'],
  dinner: ['晚饭', '晚'],
  supper: ['宵夜', '夜餐'],
};

/** Reads meals by their names; undefined if one is unknown. An empty text, `不限` and `全部` are the empty list. */
export function toMeals(text: string): Meal[] | undefined {
  const plain = toPlain(text);
  if (/^(?:不限|全部)?$/.test(plain)) return [];
  const words = splitWords(plain.replaceAll('/', ','));
  const named = words.map((word) => meals.find((meal) => [mealNames[meal], ...otherNamesByMeal[meal]].includes(word)));
  return named.includes(undefined) ? undefined : meals.filter((meal) => named.includes(meal));
}

/** Reads yes or no: `是`, `√`, `Y`; undefined if it is neither. */
export function toYesNo(text: string): boolean | undefined {
  const plain = toPlain(text).toLowerCase();
  if (YES_WORDS.includes(plain)) return true;
  return NO_WORDS.includes(plain) ? false : undefined;
}

/** A food as people wrote it. */
export interface WrittenFood {
  readonly nameOrCode: string;
  /** Grams, or an amount with its unit; empty if there is none. */
  readonly amount: string;
  /** Absent if the text does not say it. */
  readonly isMain?: boolean | undefined;
}

/** A blank between two foods: it follows an amount, and no word that says whether the food is a main one. */
const BETWEEN_FOODS = new RegExp(
  String.raw`(\d\s*(?:${UNITS}))\s*(?=\p{Script=Han}|\s[^\s(])(?!\s*(?:是|否)\s*(?:[,、;\n]|$))`,
  'giu',
);
/** The text between separators. A separator in brackets is part of a name: `马铃薯[土豆、洋芋]`. */
const BETWEEN_SEPARATORS = /(?:\([^()]*\)|\[[^[\]]*\]|[^,、;\n\r+])+/g;

/** Splits foods with their amounts: `猪肉50g，青椒30g`, `猪肉 50 是`. */
export function splitFoods(text: string): WrittenFood[] {
  const separated = toPlain(text).replace(BETWEEN_FOODS, '$1,');
  return (separated.match(BETWEEN_SEPARATORS) ?? []).flatMap((part) => {
    if (part.length > MAX_FOOD_LENGTH) return { nameOrCode: part, amount: '' };
    // Of the words for yes and no, figures and `×` belong to an amount.
    const [, written = '', yesOrNo = ''] = /^(.*?)(?:\s+(是|√|✓|✔|否|y|n))?$/is.exec(part.trim()) ?? [];
    const [, name, amount, unit] = LAST_AMOUNT.exec(written) ?? [];
    const food = name ? { nameOrCode: name.trim(), amount: `${amount}${unit}` } : { nameOrCode: written, amount: '' };
    if (food.nameOrCode === '') return [];
    return yesOrNo === '' ? food : { ...food, isMain: toYesNo(yesOrNo) === true };
  });
}
