import { MOST_FOODS } from '../../analysis/content.ts';
import type { Analysis } from '../../analysis/shape.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Unmet } from '../answer.ts';
import type { PlanProblem } from '../problem.ts';
import { textsOf } from './texts.ts';
import type { Found } from './why.ts';

/** So many foods without a value are named. */
const MOST_NAMED = 3;
/** Salt is judged by the sodium of condiments. */
const SALT_BY = 'sodium';

/** A figure of which too much is unknown, of a level on a day or in the mean of all. */
interface Gap {
  readonly rule: 'nutrient' | 'category';
  readonly of: string;
  readonly name: string;
  readonly level: string;
  readonly day: number | undefined;
  readonly missing: readonly string[];
  readonly count: number;
}

/**
 * What could not be considered, and what could not be judged for want of a standard or of values of foods. A gap is told
 * once for all levels and days that have it, and of single days only where the mean has none.
 */
export function findUnmetData(problem: PlanProblem, { levels }: Analysis): Found[] {
  const say = textsOf(problem);
  const { leftOut: dishes = 0 } = problem;
  const by = exactNumber(String(dishes));
  const leftOut: Found[] = dishes > 0 ? [{ unmet: { rule: 'foods', text: say.leftOut(dishes, MOST_FOODS), by } }] : [];
  if (!problem.standard) return [...leftOut, { unmet: { rule: 'standard', text: say.unjudged(undefined) } }];
  const unjudged = [...new Set(levels.flatMap(({ level, judged }) => (judged ? [] : [level])))];
  const gaps = levels.flatMap(gapsOf);
  const means = gaps.filter(({ day }) => day === undefined);
  const isOfMean = ({ of, level }: Gap) => means.some((mean) => mean.of === of && mean.level === level);
  const told = [...means, ...gaps.filter((gap) => !isOfMean(gap))];
  const families = Map.groupBy(told, ({ of, day }) => `${of} ${day === undefined}`);
  return [
    ...leftOut,
    ...unjudged.map((level): Found => ({ unmet: { rule: 'standard', text: say.unjudged(level), level } })),
    ...[...families.values()].map((same) => ({ unmet: tell(same, problem) })),
  ];
}

function tell(gaps: readonly Gap[], problem: PlanProblem): Unmet {
  const widest = gaps.toSorted((a, b) => b.count - a.count)[0];
  const [levels, days] = [
    [...new Set(gaps.map(({ level }) => level))],
    [...new Set(gaps.flatMap(({ day }) => day ?? []))].sort((a, b) => a - b),
  ];
  const { rule = 'nutrient', of = '', name = '', missing = [], count = 0 } = widest ?? {};
  const named = missing.slice(0, MOST_NAMED);
  const [level, day] = [levels.length === 1 ? levels[0] : undefined, days.length === 1 ? days[0] : undefined];
  return {
    rule,
    text: textsOf(problem).unknown({ levels, days, name, missing: named, count }),
    ...(level === undefined ? {} : { level }),
    ...(day === undefined ? {} : { day }),
    of,
    missing: named,
  };
}

function gapsOf({ level, average, days }: Analysis['levels'][number]): Gap[] {
  const times = [{ day: undefined, ...average }, ...days];
  return times.flatMap(({ day, nutrients, categories }) => {
    const ofSalt = nutrients.find(({ key }) => key === SALT_BY);
    return [
      ...nutrients.flatMap(({ key, name, judgement, missing = [], missingCount = 0 }): Gap[] => {
        if (judgement !== '数据不足') return [];
        return [{ rule: 'nutrient', of: key, name, level, day, missing, count: missingCount }];
      }),
      ...categories.flatMap(({ name, judgement }): Gap[] => {
        if (judgement !== '数据不足') return [];
        const { missing = [], missingCount = 0 } = ofSalt ?? {};
        return [{ rule: 'category', of: name, name, level, day, missing, count: missingCount }];
      }),
    ];
  });
}
