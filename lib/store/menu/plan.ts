import { revisionKey } from '../../../tables/keys.ts';
import { readFigures } from '../../domain/analysis/figures.ts';
import { toMonth } from '../../domain/analysis/warnings/warnings.ts';
import { type Calendars, isOff, listDaysOff } from '../../domain/calendar.ts';
import type { MenuContent } from '../../domain/menu/menu.ts';
import { chooseCandidateDishes } from '../../domain/planner/candidate-dishes.ts';
import type { PlanProblem } from '../../domain/planner/problem.ts';
import { MealConfig, PLATFORM, type UnitConfig } from '../../domain/unit.ts';
import { addDays, countDaysBetween, DAYS_OF_WEEK } from '../../domain/values/calendar.ts';
import { badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { readPlanDishes } from '../dish/dish-selection.ts';
import { findStandards } from '../standard.ts';
import { getUnit } from '../unit/unit.ts';
import { type LiveEntry, listLiveMenus } from './live-menu.ts';
import { getWholeMenus } from './menu.ts';
import { parseRevision } from './menu-revision.ts';
import {
  chooseOnlyStandard,
  readAssignedStandards,
  readFoodsInDishes,
  readServableDishes,
  readUnitFoods,
  requireAnalysable,
  withStandard,
} from './resolved-menu.ts';

/** How many days before the plan live menus are read: the length of a cycle. */
const DAYS_READ_BEFORE = 28;
/** How many days after it. `repeatDays` is 7 at most, so a later serving never counts as a repetition. */
const DAYS_READ_AFTER = 7;
/** The maximum number of live menus that are read, the nearest ones. */
const MAX_MENUS_READ = 20;

type PlanRequest = Pick<PlanProblem, 'locked' | 'seed' | 'language'> & {
  readonly content: MenuContent;
  /** What each meal is made of, and the rules, for a unit with this configuration. */
  readonly configure: (config: UnitConfig) => Pick<PlanProblem, 'template' | 'rules'>;
  /** The standard that judges the plan: that of the stored menu, that of the request, or none. */
  readonly judgedBy: 'stored' | 'requested' | 'none';
  /** Whether dishes of the library may be served in addition to the unit's own. */
  readonly mayUseLibrary: boolean;
  /** Ids of menus of the unit that count as served, in addition to those that are live. */
  readonly adjacentMenuIds?: readonly number[] | undefined;
};

/** A dish on the day on which it is served, `YYYY-MM-DD`. */
interface DatedDish {
  readonly date: string;
  readonly dishId: number;
}

/** What the problems of the weeks are made of. */
interface PlanFacts {
  /** What is the same in all weeks. */
  readonly common: Omit<PlanProblem, 'content' | 'daysOff' | 'adjacentServings'>;
  /** The content of the first week, with the standard that judges it. */
  readonly content: PlanProblem['content'];
  readonly calendars: Calendars;
  readonly nearbyDishes: readonly DatedDish[];
}

/**
 * Reads everything that the plans of consecutive weeks need: the dishes that suit the template and the months, the locked
 * dishes, the figures of their foods, and what is live before and after. Each week has the days and locked items of the
 * first. Locked dishes that the unit may not serve are absent.
 * @throws AppError `invalid_input` naming a standard that the unit does not have, or listing the standards where none or
 * several fit; `too_many_matches` where one call cannot read all dishes; `menu_too_large` where the locked dishes have
 * too many foods; `unit_not_found`; `menu_not_found` where the unit does not have an adjacent menu.
 */
export async function getPlanProblems(
  db: Database,
  unit: number,
  request: PlanRequest,
  weekCount = 1,
): Promise<readonly [PlanProblem, ...PlanProblem[]]> {
  const { start } = request.content;
  const starts = Array.from({ length: weekCount }, (_, weekIndex) => addDays(start, weekIndex * DAYS_OF_WEEK));
  const facts = await readPlanFacts(db, unit, request, starts);
  return [toPlanProblem(facts, start), ...starts.slice(1).map((laterStart) => toPlanProblem(facts, laterStart))];
}

/** Reads what the problems of the weeks with these first days are made of; throws as `getPlanProblems`. */
async function readPlanFacts(
  db: Database,
  unit: number,
  { content, judgedBy, mayUseLibrary, adjacentMenuIds = [], configure, ...request }: PlanRequest,
  starts: readonly string[],
): Promise<PlanFacts> {
  const days = Array.from({ length: content.days }, (_, dayIndex) => dayIndex + 1);
  const months = [...new Set(starts.flatMap((start) => days.map((day) => toMonth({ start }, day))))];
  const lastDay = addDays(starts.at(-1) ?? content.start, content.days - 1);
  const configPromise = getUnit(db, unit).then(({ config }) => config);
  const settingsPromise = configPromise.then((config) => ({ ...configure(config), shares: MealConfig.parse(config) }));
  const filterPromise = settingsPromise.then(({ template }) => ({ template, months }));
  const lockedDishIds = request.locked.map(({ dish: dishId }) => dishId);
  const [settings, candidates, lockedDishes, { ownFoods, marks, prices }, calendars, nearbyDishes, judged] =
    await Promise.all([
      settingsPromise,
      readPlanDishes(db, mayUseLibrary ? [unit, PLATFORM] : [unit], filterPromise),
      readServableDishes(db, unit, lockedDishIds),
      readUnitFoods(db, unit),
      readCalendars(db, unit),
      listNearbyDishes(db, unit, { from: content.start, to: lastDay, adjacentMenuIds }),
      readStandards(db, unit, content, judgedBy),
    ]);
  requireAnalysable(lockedDishes);
  const { dishes, leftOutDishCount } = chooseCandidateDishes(candidates, lockedDishes, marks);
  const lockedOnlyIds = new Set([...lockedDishes.keys()].filter((id) => !candidates.has(id)));
  const foods = await readFoodsInDishes(db, dishes, ownFoods, prices.keys());
  const dishFacts = { dishes, leftOutDishCount, lockedOnlyIds, foods, marks, prices };
  const { items: _, ...plannedContent } = judged.content;
  const common = { ...request, ...settings, ...dishFacts, ...judged.standards };
  return { common, content: plannedContent, calendars, nearbyDishes };
}

/** Makes the problem of the week that begins on `start`. What is served on a day off, or in that week, is not adjacent. */
function toPlanProblem({ common, content, calendars, nearbyDishes }: PlanFacts, start: string): PlanProblem {
  const servedDishes = nearbyDishes.filter(({ date }) => !isOff(calendars, date));
  const servings = servedDishes.map(({ date, dishId }) => ({ day: countDaysBetween(start, date) + 1, dish: dishId }));
  return {
    ...common,
    content: { ...content, start },
    daysOff: listDaysOff(calendars, { start, days: content.days }),
    adjacentServings: servings.filter(({ day }) => day < 1 || day > content.days),
  };
}

/** Lists what live menus serve shortly before `from` or after `to`, and what the menus with these ids contain. */
async function listNearbyDishes(
  db: Database,
  unit: number,
  { from, to, adjacentMenuIds }: Record<'from' | 'to', string> & { readonly adjacentMenuIds: readonly number[] },
): Promise<DatedDish[]> {
  const [liveDishes, menus] = await Promise.all([
    listNearbyLiveDishes(db, unit, from, to),
    getWholeMenus(db, unit, adjacentMenuIds),
  ]);
  const toServingKey = ({ date, dishId }: DatedDish) => `${date} ${dishId}`;
  const liveKeys = new Set(liveDishes.map(toServingKey));
  const requestedDishes = menus.flatMap(({ content }) => toDatedDishes(content));
  return [...liveDishes, ...requestedDishes.filter((dish) => !liveKeys.has(toServingKey(dish)))];
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
  return { content: judgedContent, standards: await readAssignedStandards(db, unit, judgedContent) };
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

/** Lists what live menus serve up to `DAYS_READ_BEFORE` days before `from` or `DAYS_READ_AFTER` days after `to`. */
async function listNearbyLiveDishes(db: Database, unit: number, from: string, to: string): Promise<DatedDish[]> {
  const firstDate = addDays(from, -DAYS_READ_BEFORE);
  const lastDate = addDays(to, DAYS_READ_AFTER);
  const liveMenus = await listLiveMenus(db, unit, firstDate, lastDate);
  const menusPartlyOutside = liveMenus.filter(({ start, days }) => start < from || addDays(start, days - 1) > to);
  // Below 0 where the menu overlaps the days, so that it counts as nearest.
  const countDaysAway = ({ start, days }: LiveEntry) =>
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
