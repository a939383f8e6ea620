import type { CategoryFinding, Level, NutrientFinding } from '../../analysis/shape.ts';
import type { MenuGroup } from '../../menu/menu.ts';
import { exactNumber, type RawJson } from '../../values/decimal.ts';
import { ratio } from '../../values/ratio.ts';
import type { Planned, Unmet } from '../answer.ts';
import { RANGE_WEIGHTS } from './bounds.ts';
import { inLanguage, type When, whenEn, whenZh } from './phrases.ts';
import { RangeSums } from './range-sums.ts';
import { withReach } from './reach.ts';
import type { Rule } from './rule.ts';

/** Nutrients and food categories are in the ranges of the standard, on each day and in the mean of all. */
export const ranges = {
  weights: RANGE_WEIGHTS,
  penalty: (model, context) => new RangeSums(model, context),
  growth: 'ranges',
  isSlow: true,
  unmet: (planned) =>
    planned.problem.content.groups.map((group, index) => {
      const level = planned.analysis.levels[index];
      return level ? judgeFigures(level, group, planned) : [];
    }),
} satisfies Rule;

/** A figure outside its range. */
interface Outside {
  /** Name of the group. */
  readonly group: string;
  readonly when: When;
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly bound: string;
}

const texts = {
  zh: {
    grams: '克',
    outside: ({ group, when, name, value, unit, isShort, bound }: Outside) => {
      const [judgement, side] = isShort ? ['不足', '至少'] : ['过量', '至多'];
      return `${group}${whenZh(when)}${name} ${value} ${unit}，${judgement}（${side} ${bound}）`;
    },
    unknown: (group: string, when: When, name: string) => `${group}${whenZh(when)}${name}数据不足，不能判断是否达标`,
  },
  en: {
    grams: 'g',
    outside: ({ group, when, name, value, unit, isShort, bound }: Outside) => {
      const [judgement, side] = isShort ? ['too little', 'at least'] : ['too much', 'at most'];
      return `${name} for "${group}" ${whenEn(when)}: ${value} ${unit}, ${judgement} (${side} ${bound})`;
    },
    unknown: (group: string, when: When, name: string) =>
      `Too little is known of ${name} for "${group}" ${whenEn(when)} to judge it`,
  },
};

/** A figure that the analysis judged, with the bound that it may be outside of. */
interface Figure {
  readonly rule: 'nutrient' | 'category';
  readonly when: When;
  readonly of: string;
  readonly name: string;
  readonly unit: string;
  readonly value: RawJson;
  readonly bound: RawJson | undefined;
  readonly judgement?: string | undefined;
}

/** All figures of a level, the main ones first. */
function listFigures({ average, week, days }: Level, grams: string): Figure[] {
  const categories = (found: readonly CategoryFinding[], when: When) =>
    found.map(({ name, value, amount, max, judgement }): Figure => {
      const bound = judgement === '过量' ? (max ?? amount) : amount;
      return { rule: 'category', when, of: name, name, unit: grams, value, bound, judgement };
    });
  const nutrients = (found: readonly NutrientFinding[], when: When) =>
    found.map(({ key, name, unit, value, min, max, judgement }): Figure => {
      return { rule: 'nutrient', when, of: key, name, unit, value, bound: judgement === '不足' ? min : max, judgement };
    });
  const shares = (average.judgedShares ?? []).map(({ name, value, min, max, judgement }): Figure => {
    const bound = judgement === '不足' ? min : max;
    const figures = { value: toPercent(value), bound: bound && toPercent(bound), judgement };
    return { rule: 'nutrient', when: 'mean', of: name, name, unit: '%', ...figures };
  });
  return [
    ...nutrients(average.nutrients, 'mean'),
    ...shares,
    ...categories(average.categories, 'mean'),
    ...categories(week.categories, 'all'),
    ...days.flatMap((found) => [...nutrients(found.nutrients, found.day), ...categories(found.categories, found.day)]),
  ];
}

function toPercent({ rawJSON }: RawJson): RawJson {
  return exactNumber(ratio(rawJSON).times(100).toText());
}

function judgeFigures(level: Level, group: MenuGroup, { problem, reach }: Planned): Unmet[] {
  const say = inLanguage(problem, texts);
  const figures = listFigures(level, say.grams);
  const unknown = new Set(
    figures.flatMap(({ when, of, judgement }) => (when === 'mean' && judgement === '数据不足' ? [of] : [])),
  );
  return figures.flatMap(({ rule, when, of, name, unit, value, bound, judgement }): Unmet[] => {
    const day = typeof when === 'number' ? when : undefined;
    const where = { level: group.level, group: group.name, ...(day === undefined ? {} : { day }), of };
    if (judgement === '数据不足') {
      // If it is unknown in the mean, the days are not reported again.
      if (when !== 'mean' && unknown.has(of)) return [];
      return [{ rule, text: say.unknown(group.name, when, name), ...where }];
    }
    const isShort = judgement === '不足';
    if (!bound || !(isShort || judgement === '过量')) return [];
    const by = exactNumber(ratio(bound.rawJSON).minus(ratio(value.rawJSON)).abs().toFixed(2));
    const outside = { group: group.name, when, name, value: value.rawJSON, unit, isShort, bound: bound.rawJSON };
    const scale = Number(group.factor) / (when === 'mean' ? level.days.length : 1);
    const furthest = reach.ofMeasure(of, isShort, { meals: group.meals, day }) * scale;
    const reached = { ...outside, reach: furthest, digits: 2 };
    // How far the dishes go is no sum where parts of the energy are meant.
    const text = unit === '%' ? say.outside(outside) : withReach(say.outside(outside), reached, problem);
    return [{ rule, text, ...where, by }];
  });
}
