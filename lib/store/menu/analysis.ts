import { MOST_FOODS } from '../../domain/analysis/content.ts';
import { locateDish } from '../../domain/dish.ts';
import type { MenuContent } from '../../domain/menu/menu.ts';
import type { Unfrozen } from '../../domain/revision.ts';
import type { Standard } from '../../domain/standard.ts';
import { PLATFORM, type Unit } from '../../domain/unit.ts';
import { AppError, badField } from '../../errors.ts';
import type { Head } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { findDishes } from '../dish/dish.ts';
import { findIngredients, readCatalogueHead, readListedCodes } from '../ingredient/ingredient.ts';
import { listMarksByUnit } from '../ingredient/mark.ts';
import { listPricesByUnit } from '../ingredient/price.ts';
import { findStandard, listAssignedStandards, readStandardsHead } from '../standard.ts';
import { findUnit } from '../unit/unit.ts';

/** What every analysis of a unit's menu needs first. It is read beside the caller's check. */
export interface AnalysisGround {
  /** Undefined where the unit does not exist. */
  readonly unit: Unit | undefined;
  readonly catalogue: Head;
}

/** Reads the unit with its shares of the meals, and the head of the catalogue. */
export async function readAnalysisGround(db: Database, unit: number): Promise<AnalysisGround> {
  const [found, catalogue] = await Promise.all([findUnit(db, unit), readCatalogueHead(db)]);
  return { unit: found, catalogue };
}

/**
 * Reads everything that the analysis of a unit's menu needs. A dish that the unit may not serve counts as gone, and so
 * does a standard that is not assigned to it.
 * @throws AppError `unit_not_found`; `menu_too_large` where its dishes have too many different foods.
 */
export async function gatherMenu(
  db: Database,
  content: MenuContent,
  { unit, catalogue }: AnalysisGround,
): Promise<Unfrozen> {
  if (!unit) throw new AppError('unit_not_found');
  const [dishes, marks, prices, standard] = await Promise.all([
    findServed(db, unit.id, content),
    listMarksByUnit(db, unit.id),
    listPricesByUnit(db, unit.id),
    findAssigned(db, unit.id, content.standard),
    // The foods are read next. Reading them needs the codes.
    readListedCodes(db, catalogue),
  ]);
  demandAnalysable(dishes);
  const foods = await findIngredients(db, codesOf(dishes), catalogue);
  return { content, dishes, foods, marks, prices, shares: unit.config, ...(standard ? { standard } : {}) };
}

/** The ingredient codes of these dishes, each once. */
export function codesOf(dishes: Unfrozen['dishes']): string[] {
  return [...new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)))];
}

/**
 * Demands that one call has the time to analyse a menu with these dishes.
 * @throws AppError `menu_too_large`.
 */
export function demandAnalysable(dishes: Unfrozen['dishes']): void {
  if (codesOf(dishes).length > MOST_FOODS) throw new AppError('menu_too_large');
}

/** The dishes of these items by id. Dishes that are gone, or that the unit may not serve, are absent. */
export async function findServed(
  db: Database,
  unit: number,
  { items }: Pick<MenuContent, 'items'>,
): Promise<Unfrozen['dishes']> {
  const ids = [...new Set(items.map(({ dish }) => dish))].filter((id) => {
    const owner = locateDish(id).unit;
    return owner === unit || owner === PLATFORM;
  });
  const found = await findDishes(db, ids);
  return new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index]]] : [])));
}

/** The standard of that id; undefined where it is not assigned to the unit. */
export async function findAssigned(db: Database, unit: number, id: number | undefined): Promise<Standard | undefined> {
  const standard = id === undefined ? undefined : await findStandard(db, id);
  return standard?.vendors.includes(unit) ? standard : undefined;
}

/** Reads what `withStandard` needs to find the standards of a unit. */
export async function readDraftGround(
  db: Database,
  unit: number,
): Promise<AnalysisGround & { readonly standards: Head }> {
  const [ground, standards] = await Promise.all([readAnalysisGround(db, unit), readStandardsHead(db)]);
  return { ...ground, standards };
}

/**
 * A menu that is not stored, with the standard that judges it: the one that it names, or else the unit's only one.
 * @throws AppError `invalid_input` where the named standard is not assigned to the unit.
 */
export async function withStandard(
  db: Database,
  unit: number,
  { standard, ...content }: MenuContent,
  { standards, isNone }: { readonly standards: Head; readonly isNone: boolean },
): Promise<MenuContent> {
  if (isNone) return content;
  const assigned = await listAssignedStandards(db, unit, standards);
  if (standard !== undefined && !assigned.includes(standard)) {
    throw badField('standard', { code: 'unknown', names: String(standard) });
  }
  const [only, ...others] = assigned;
  const chosen = standard ?? (others.length === 0 ? only : undefined);
  return { ...content, ...(chosen === undefined ? {} : { standard: chosen }) };
}
