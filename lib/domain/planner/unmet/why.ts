import { nutrients } from '../../nutrient/nutrient.ts';
import type { Against, Unmet } from '../answer.ts';
import { type Board, NOTHING } from '../board.ts';
import type { PlanProblem } from '../problem.ts';
import { aimAt, type Wrong } from './aims.ts';
import { type Conflict, findConflict, type Step } from './conflicts.ts';
import { Consequences } from './consequences.ts';
import type { Fault } from './faults.ts';
import { type Limit, limitsOf, type Shown } from './reach.ts';
import { whyTextsOf } from './why-texts.ts';

/** A rule that is not observed. Its text says what is so, and not yet why. */
export interface Found {
  readonly unmet: Unmet;
  /** What would have to change; absent where that is no matter of other dishes. */
  readonly wrong?: Wrong | undefined;
  /** How it is told, where there may be no dishes by which it could be so. */
  readonly shown?: Shown | undefined;
  /** Why it is so, where that is known already. */
  readonly why?: string | undefined;
}

/**
 * So many changes of a plan are tried out to find what stands against a better one: for each rule at least some, and
 * for no more rules than that. Of a plan that breaks hundreds of rules nobody asks each of them why.
 */
const MOST_TRIED = 1500;
const LEAST_TRIED = 20;
const MOST_EXPLAINED = 100;

const nutrientNames = new Map(nutrients.map(({ key, value }) => [key, value]));

/** Says of what is not observed why, where a reason can be found. */
export function tellWhy(found: readonly Found[], problem: PlanProblem, board: Board, stand: Int32Array): Unmet[] {
  const findLimit = limitsOf(problem, board, stand);
  const say = whyTextsOf(problem);
  const limited = found.map(({ unmet, wrong, shown, why }) => {
    const told = why === undefined ? unmet : { ...unmet, text: say.because(unmet.text, why) };
    return { unmet: told, wrong, limit: wrong && shown && findLimit(wrong, shown) };
  });
  // Means and weeks before single days.
  const open = limited.filter(({ wrong, limit }) => wrong && !limit);
  const sorted = open.toSorted((a, b) => Number(a.unmet.day !== undefined) - Number(b.unmet.day !== undefined));
  const explained = new Set(sorted.slice(0, MOST_EXPLAINED));
  const most = Math.max(LEAST_TRIED, Math.floor(MOST_TRIED / Math.max(1, explained.size)));
  const plan = explained.size > 0 ? new Consequences(board, stand) : undefined;
  return limited.map((one) => {
    if (one.limit) return tellLimit(one.unmet, one.limit, problem);
    if (!one.wrong || !plan || !explained.has(one)) return one.unmet;
    const conflict = findConflict(aimAt(one.wrong, board, stand), board, plan, most);
    return tellConflict(one.unmet, conflict, { problem, board, plan });
  });
}

function tellLimit(unmet: Unmet, { isShort, reach, unit, avoided, isLocked }: Limit, problem: PlanProblem): Unmet {
  const say = whyTextsOf(problem);
  const foods = avoided.map((code) => problem.foods.get(code)?.name ?? code);
  const against: Against[] = [
    ...(avoided.length > 0 ? [{ rule: 'avoided' as const, text: say.avoided(foods), ...only('of', avoided) }] : []),
    ...(isLocked ? [{ rule: 'locked' as const, text: say.locked }] : []),
  ];
  const withheld = against.map(({ text }) => text);
  const text = say.because(unmet.text, say.limit(isShort, reach, unit, withheld));
  return { ...unmet, text, ...(against.length > 0 ? { against } : {}) };
}

interface Ground {
  readonly problem: PlanProblem;
  readonly board: Board;
  readonly plan: Consequences;
}

function tellConflict(unmet: Unmet, { against: families, free }: Conflict, ground: Ground): Unmet {
  const say = whyTextsOf(ground.problem);
  if (free) return { ...unmet, text: say.because(unmet.text, tellFree(free, ground)) };
  const against = families.map((faults) => tellFaults(faults, unmet, ground));
  if (against.length === 0) {
    if (ground.problem.locked.length === 0) return { ...unmet, text: say.because(unmet.text, say.noOther) };
    return { ...unmet, text: say.because(unmet.text, say.locked), against: [{ rule: 'locked', text: say.locked }] };
  }
  return { ...unmet, text: say.because(unmet.text, say.against(against.map(({ text }) => text))), against };
}

function tellFree({ replacements }: Step, { problem, board, plan }: Ground): string {
  const nameAt = (course: number) => {
    const dish = course === NOTHING ? undefined : board.courses[course]?.dish;
    return dish === undefined ? undefined : (problem.dishes.get(dish)?.name ?? String(dish));
  };
  const exchanges = replacements.flatMap(({ place, to }) => {
    const at = board.places[place];
    return at ? [{ day: at.day, meal: at.meal, from: nameAt(plan.at(place)), to: nameAt(to) }] : [];
  });
  const more = problem.prices.size === 0 ? 0 : plan.moreCost(replacements);
  return whyTextsOf(problem).free(exchanges, more < 0.005 ? undefined : more.toFixed(2));
}

/** What faults of one family have in common. */
function tellFaults(faults: readonly Fault[], unmet: Unmet, ground: Ground): Against {
  const { problem } = ground;
  const { rules, foods } = problem;
  const say = whyTextsOf(problem);
  const [first] = faults;
  const codes = frequent(faults.flatMap(({ of }) => of ?? []));
  const dishes = frequent(faults.flatMap(({ dish }) => dish ?? []));
  const names = dishes.map((dish) => problem.dishes.get(dish)?.name ?? String(dish));
  const [isOfDay, of, dish] = [first?.day !== undefined, only('of', codes), only('dish', dishes)];
  // Of the same thing it has to be said on which days it would be worse; of others nobody asks.
  const when = codes.length === 1 && codes[0] === unmet.of ? daysOf(faults) : 'day';
  switch (first?.rule) {
    case 'figure':
      return tellFigure(faults, first, unmet, problem);
    case 'repeat': {
      const text = first.isInMeal ? say.inMeal(names) : say.repeat(names, rules.repeatDays);
      return { rule: 'repeat', text, ...dish };
    }
    case 'perWeek':
      return { rule: 'perWeek', text: say.perWeek(names), ...dish };
    case 'main': {
      const named = codes.map((code) => foods.get(code)?.name ?? code);
      const text = isOfDay ? say.main(named, when, rules.mainPerDay) : say.main(named, 'all', rules.mainPerWeek);
      return { rule: 'main', text, ...of };
    }
    case 'method':
      return { rule: 'method', text: say.method(codes, when, rules.methodPerDay), ...of };
    case 'fried':
      return { rule: 'fried', text: say.fried(rules.friedPerWeek) };
    case 'kinds':
      return { rule: 'kinds', text: say.kinds };
    case 'budget':
      return { rule: 'budget', text: say.budget(unmet.rule === 'budget' || ground.plan.isDear) };
    default:
      return { rule: 'template', text: say.template };
  }
}

function tellFigure(faults: readonly Fault[], fault: Fault, unmet: Unmet, problem: PlanProblem): Against {
  const { of = '', group = 0, isShort = false, isTolerated = false } = fault;
  const { groups } = problem.content;
  const level = groups[group]?.level;
  const isPlain = level === unmet.level || groups.every((one) => one.level === level);
  const days = of === unmet.of && level === unmet.level ? daysOf(faults) : [];
  const name = nutrientNames.get(of);
  const text = whyTextsOf(problem).outOfRange({
    level: isPlain ? undefined : level,
    days,
    name: name ?? of,
    isShort,
    isTolerated,
  });
  return { rule: name === undefined ? 'category' : 'nutrient', text, ...(level === undefined ? {} : { level }), of };
}

function daysOf(faults: readonly Fault[]): number[] {
  return [...new Set(faults.flatMap(({ day }) => day ?? []))].sort((a, b) => a - b);
}

/** Each once, the most frequent first. */
function frequent<T>(all: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([one]) => one);
}

/** A field for what is the only one. */
function only<K extends string, T>(key: K, all: readonly T[]): Partial<Record<K, T>>;
function only<T>(key: string, all: readonly T[]): Partial<Record<string, T>> {
  return all.length === 1 ? { [key]: all[0] } : {};
}
