import { revisionKey } from '../../../tables/keys.ts';
import { readFigures } from '../../domain/analysis/figures.ts';
import { findMonth } from '../../domain/analysis/warnings/warnings.ts';
import { isOff, listDaysOff } from '../../domain/calendar.ts';
import type { MenuContent } from '../../domain/menu/menu.ts';
import { chooseCandidateDishes } from '../../domain/planner/candidate-dishes.ts';
import type { PlanProblem } from '../../domain/planner/problem.ts';
import { MealConfig, PLATFORM, type UnitConfig } from '../../domain/unit.ts';
import { addDays, countDaysBetween, DAYS_OF_WEEK } from '../../domain/values/calendar.ts';
import { badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { readPlanDishes } from '../dish/dish-selection.ts';
import { markKind, priceKind, readValues } from '../ingredient/code-values.ts';
import { listOwnFoods } from '../ingredient/food.ts';
import { findStandards } from '../standard.ts';
import { getUnit } from '../unit/unit.ts';
import { type LiveMenu, listLiveMenus } from './live-menu.ts';
import { getWholeMenus } from './menu.ts';
import { parseRevision } from './menu-revision.ts';
import {
  chooseOnlyStandard,
  findAssignedStandards,
  findFoodsInDishes,
  findServableDishes,
  requireAnalysable,
  withStandard,
} from './resolved-menu.ts';

/** Dishes are read from four weeks before the first day on: the length of a cycle. */
const DAYS_BEFORE = 28;
/** Dishes are read to a week after the last day. `repeatDays` is 7 at most, so no later serving can be too near. */
const DAYS_AFTER = 7;
/** The maximum number of live menus that are read, the nearest ones. */
const MAX_MENUS_READ = 20;

type PlanRequest = Pick<PlanProblem, 'locked' | 'seed' | 'language'> & {
  readonly content: MenuContent;
  /** What each meal is made of, and the rules, for a unit with this configuration. */
  readonly configure: (config: UnitConfig) => Pick<PlanProblem, 'template' | 'rules'>;
  /** The standard that judges the plan: that of the stored menu, that of the request, or none. */
  readonly judgedBy: 'stored' | 'requested' | 'none';
  /** Whether dishes of the library may be served in addition to the unit's own. */
  readonly hasLibrary: boolean;
  /** Ids of menus of the unit that count as served, in addition to those that are live. */
  readonly adjacentIds?: readonly number[] | undefined;
};

/** A dish on the day on which it is served, `YYYY-MM-DD`. */
interface DatedDish {
  readonly date: string;
  readonly dishId: number;
}

/**
 * Reads everything that the plans of consecutive weeks need: the dishes that suit the template and the months, the locked
 * dishes, the figures of their foods, and what is live before and after. Each week has the days and locked items of the
 * first. Locked dishes that the unit may not serve are absent.
 * @throws AppError `invalid_input` naming a standard that the unit does not have, or those among which it does not
 * choose; `too_many_matches` where one call cannot read all dishes; `menu_too_large` where the locked dishes have too
 * many foods; `unit_not_found`; `menu_not_found` where the unit does not have an adjacent menu.
 */
export async function getPlanProblems(
  db: Database,
  unit: number,
  { content, judgedBy, hasLibrary, adjacentIds = [], configure, ...request }: PlanRequest,
  weekCount = 1,
): Promise<readonly [PlanProblem, ...PlanProblem[]]> {
  const starts = Array.from({ length: weekCount }, (_, weekIndex) => addDays(content.start, weekIndex * DAYS_OF_WEEK));
  const months = [...new Set(starts.flatMap((start) => listMonths(start, content.days)))];
  const lastDay = addDays(starts.at(-1) ?? content.start, content.days - 1);
  const settingsPromise = getUnit(db, unit).then(({ config }) => {
    return { ...configure(config), shares: MealConfig.parse(config) };
  });
  const lockedDishIds = request.locked.map(({ dish: dishId }) => dishId);
  const templatePromise = settingsPromise.then(({ template }) => template);
  const [settings, candidates, lockedDishes, marks, prices, ownFoods, calendars, servedDishes, judgement] =
    await Promise.all([
      settingsPromise,
      readPlanDishes(db, hasLibrary ? [unit, PLATFORM] : [unit], { template: templatePromise, months }),
      findServableDishes(db, unit, lockedDishIds),
      readValues(db, unit, markKind),
      readValues(db, unit, priceKind),
      listOwnFoods(db, unit),
      readCalendars(db, unit),
      listServedDishes(db, unit, { from: content.start, to: lastDay, adjacentIds }),
      readStandards(db, unit, content, judgedBy),
    ]);
  requireAnalysable(lockedDishes);
  const { dishes, leftOutCount } = chooseCandidateDishes(candidates, lockedDishes, marks);
  const foods = await findFoodsInDishes(db, dishes, ownFoods, prices.keys());
  const { items: _, ...plannedContent } = judgement.content;
  const toProblem = (start: string): PlanProblem => ({
    ...request,
    ...settings,
    content: { ...plannedContent, start },
    dishes,
    leftOutCount,
    lockedOnlyIds: new Set([...lockedDishes.keys()].filter((id) => !candidates.has(id))),
    foods,
    marks,
    prices,
    daysOff: listDaysOff(calendars, { start, days: content.days }),
    adjacentServings: servedDishes
      .filter(({ date }) => !isOff(calendars, date))
      .map(({ date, dishId }) => ({ day: countDaysBetween(start, date) + 1, dish: dishId }))
      .filter(({ day }) => day < 1 || day > content.days),
    ...judgement.standards,
  });
  return [toProblem(content.start), ...starts.slice(1).map(toProblem)];
}

/** Lists for each day of a menu its month, from 1 to 12. */
function listMonths(start: string, days: number): number[] {
  return Array.from({ length: days }, (_, dayIndex) => findMonth({ start }, dayIndex + 1));
}

/** Lists what live menus serve shortly before `from` or after `to`, and what the menus with these ids contain. */
async function listServedDishes(
  db: Database,
  unit: number,
  { from, to, adjacentIds }: Record<'from' | 'to', string> & { readonly adjacentIds: readonly number[] },
): Promise<DatedDish[]> {
  const [liveDishes, menus] = await Promise.all([
    listAdjacentDishes(db, unit, from, to),
    getWholeMenus(db, unit, adjacentIds),
  ]);
  const toText = ({ date, dishId }: DatedDish) => `${date} ${dishId}`;
  const liveTexts = new Set(liveDishes.map(toText));
  const adjacentDishes = menus.flatMap(({ content }) => toDatedDishes(content));
  return [...liveDishes, ...adjacentDishes.filter((served) => !liveTexts.has(toText(served)))];
}

/** The dishes of a menu, each on its day. */
function toDatedDishes({ start, items }: MenuContent): DatedDish[] {
  return items.map(({ day, dish: dishId }) => ({ date: addDays(start, day - 1), dishId }));
}

/** Reads the standards of the groups, and the content with the standard that judges it. */
async function readStandards(db: Database, unit: number, content: MenuContent, judgedBy: PlanRequest['judgedBy']) {
  const chooseFitting = (assignedIds: readonly number[]) => chooseOnlyFittingStandard(db, content, assignedIds);
  const choose = judgedBy === 'requested' ? chooseFitting : undefined;
  const judgedContent = judgedBy === 'stored' ? content : await withStandard(db, unit, content, choose);
  return { content: judgedContent, standards: await findAssignedStandards(db, unit, judgedContent) };
}

/**
 * Chooses the only standard or, among several, the only one that has the levels of all groups without a standard.
 * @throws AppError `invalid_input` that names the standards, where none or several have them.
 */
async function chooseOnlyFittingStandard(db: Database, { groups }: MenuContent, assignedIds: readonly number[]) {
  const levels = groups.flatMap(({ level, standard }) => (standard === undefined ? [level] : []));
  if (assignedIds.length < 2 || levels.length === 0) return chooseOnlyStandard(assignedIds);
  const standards = await findStandards(db, assignedIds);
  const fittingStandards = standards.filter((standard) => {
    const figures = readFigures(standard);
    return levels.every((level) => figures?.findLevel(level) !== undefined);
  });
  if (fittingStandards.length === 1) return fittingStandards[0]?.id;
  const names = standards.map(({ id, name }) => `${id} ${name}`).join(', ');
  throw badField('standard', { code: 'choice', names });
}

/** Lists what live menus serve up to four weeks before `from` or a week after `to`, both `YYYY-MM-DD`. */
async function listAdjacentDishes(db: Database, unit: number, from: string, to: string): Promise<DatedDish[]> {
  const firstDate = addDays(from, -DAYS_BEFORE);
  const lastDate = addDays(to, DAYS_AFTER);
  const liveMenus = await listLiveMenus(db, unit, firstDate, lastDate);
  const menusPartlyOutside = liveMenus.filter(({ start, days }) => start < from || addDays(start, days - 1) > to);
  // Below 0 where the menu overlaps the days, so that it counts as nearest.
  const countDaysAway = ({ start, days }: LiveMenu) =>
    Math.max(countDaysBetween(addDays(start, days - 1), from), countDaysBetween(to, start));
  const nearestFirst = menusPartlyOutside.toSorted((a, b) => countDaysAway(a) - countDaysAway(b));
  const menusToRead = nearestFirst.slice(0, MAX_MENUS_READ);
  const revisionKeys = menusToRead.map(({ number, revision }) => revisionKey(unit, number, revision));
  const revisionItems = await db.getMany(revisionKeys);
  return revisionItems.flatMap((item) => {
    const servedDishes = item ? toDatedDishes(parseRevision(item).content) : [];
    return servedDishes.filter(({ date }) => (firstDate <= date && date < from) || (to < date && date <= lastDate));
  });
}
