import { monthOf } from '../../domain/analysis/warnings/warnings.ts';
import type { MenuContent } from '../../domain/menu/menu.ts';
import { chooseCandidates } from '../../domain/planner/candidates.ts';
import type { PlanProblem } from '../../domain/planner/problem.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { AppError } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { readDishesHead } from '../dish/dish.ts';
import type { DishHeads } from '../dish/dish-names.ts';
import { readCandidates } from '../dish/dish-selection.ts';
import { findIngredients, readListedCodes } from '../ingredient/ingredient.ts';
import { listMarksByUnit } from '../ingredient/mark.ts';
import { listPricesByUnit } from '../ingredient/price.ts';
import {
  type AnalysisGround,
  codesOf,
  demandAnalysable,
  findAssigned,
  findServed,
  readDraftGround,
  withStandard,
} from './analysis.ts';

/** What every plan of a unit needs first. It is read beside the caller's check. */
interface PlanGround extends AnalysisGround {
  readonly standards: Head;
  /** The dishes of the unit, and of the library where its dishes may be served. */
  readonly dishes: DishHeads;
}

/** What a plan is asked for. */
type PlanRequest = Pick<PlanProblem, 'template' | 'rules' | 'locked' | 'seed' | 'effort'> & {
  readonly content: MenuContent;
  /** Which standard judges the plan: that of the stored menu, one that is asked for, or none. */
  readonly judgedBy: 'stored' | 'asked' | 'none';
};

/** Reads the heads that a plan needs first. */
export async function readPlanGround(db: Database, unit: number, hasLibrary: boolean): Promise<PlanGround> {
  const units = hasLibrary ? [unit, PLATFORM] : [unit];
  const [ground, heads] = await Promise.all([
    readDraftGround(db, unit),
    Promise.all(units.map(async (one) => [one, await readDishesHead(db, one)] as const)),
  ]);
  return { ...ground, dishes: new Map(heads) };
}

/**
 * Reads everything that a plan needs: the dishes that the template can take in the months of the menu, the locked
 * dishes, and the figures of their foods. Locked dishes that are gone, or that the unit may not serve, are absent.
 * @throws AppError `invalid_input` naming a standard that the unit does not have; `too_many_matches` where there are
 * more dishes than one call reads; `menu_too_large` where the locked dishes have too many different foods;
 * `unit_not_found`.
 */
export async function gatherPlan(
  db: Database,
  { content, judgedBy, ...request }: PlanRequest,
  { unit, catalogue, standards, dishes: heads }: PlanGround,
): Promise<PlanProblem> {
  if (!unit) throw new AppError('unit_not_found');
  const marksOfRows = Object.values(request.template).flatMap((rows) => rows.flatMap(({ marks }) => marks));
  const days = Array.from({ length: content.days }, (_, index) => index + 1);
  const months = [...new Set(days.map((day) => monthOf(content, day)))];
  const judge = async () => {
    const isNone = judgedBy === 'none';
    const isStored = judgedBy === 'stored';
    const judged = isStored ? content : await withStandard(db, unit.id, content, { standards, isNone });
    return { judged, standard: await findAssigned(db, unit.id, judged.standard) };
  };
  const [candidates, locked, marks, prices, { judged, standard }] = await Promise.all([
    readCandidates(db, heads, { marks: new Set(marksOfRows), months }),
    findServed(db, unit.id, { items: request.locked }),
    listMarksByUnit(db, unit.id),
    listPricesByUnit(db, unit.id),
    judge(),
    // The foods are read next. Reading them needs the codes.
    readListedCodes(db, catalogue),
  ]);
  demandAnalysable(locked);
  const { dishes, leftOut } = chooseCandidates(candidates, locked, marks);
  const foods = await findIngredients(db, codesOf(dishes), catalogue);
  const { items: _, ...planned } = judged;
  return {
    ...request,
    content: planned,
    dishes,
    leftOut,
    foods,
    marks,
    prices,
    shares: unit.config,
    ...(standard ? { standard } : {}),
  };
}
