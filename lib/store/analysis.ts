import { locateDish } from '../domain/dish.ts';
import type { MenuContent } from '../domain/menu.ts';
import type { Unfrozen } from '../domain/revision.ts';
import type { Standard } from '../domain/standard.ts';
import { PLATFORM, type Unit } from '../domain/unit.ts';
import { AppError, badField } from '../errors.ts';
import type { Head } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { findDishes } from './dish.ts';
import { findIngredients, readCatalogueHead, readListedCodes } from './ingredient.ts';
import { listMarksByUnit } from './mark.ts';
import { listPricesByUnit } from './price.ts';
import { findStandard, listAssignedStandards, readStandardsHead } from './standard.ts';
import { findUnit } from './unit.ts';

/** Most different foods of a menu that is analysed: more than any catalogue has that schools cook by. */
const MOST_FOODS = 2000;

/** What the analysis of any menu of a unit begins with, read beside the caller's check. */
export interface AnalysisGround {
  /** Undefined where there is no such unit. */
  readonly unit: Unit | undefined;
  readonly catalogue: Head;
}

/** Reads the unit with its shares of the meals, and the head of the catalogue. */
export async function readAnalysisGround(db: Database, unit: number): Promise<AnalysisGround> {
  const [found, catalogue] = await Promise.all([findUnit(db, unit), readCatalogueHead(db)]);
  return { unit: found, catalogue };
}

/**
 * Reads all that the analysis of a menu of the unit is made of. Dishes that the unit may not serve, and a standard that is
 * not its own, are as if they were gone.
 * @throws AppError `unit_not_found`; `menu_too_large` where its dishes are made of too many foods.
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
    // The foods are read next, by what the codes are.
    readListedCodes(db, catalogue),
  ]);
  demandAnalysable(dishes);
  const foods = await findIngredients(db, codesOf(dishes), catalogue);
  return { content, dishes, foods, marks, prices, shares: unit.config, ...(standard ? { standard } : {}) };
}

/** The codes of what dishes are made of. */
export function codesOf(dishes: Unfrozen['dishes']): string[] {
  return [...new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)))];
}

/**
 * Demands that a menu with these dishes can be analysed in the time that a call has.
 * @throws AppError `menu_too_large`.
 */
export function demandAnalysable(dishes: Unfrozen['dishes']): void {
  if (codesOf(dishes).length > MOST_FOODS) throw new AppError('menu_too_large');
}

/** By id, the dishes of these items that there are and that the unit may serve. */
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

/** The standard of that id, where the unit has it. */
export async function findAssigned(db: Database, unit: number, id: number | undefined): Promise<Standard | undefined> {
  const standard = id === undefined ? undefined : await findStandard(db, id);
  return standard?.vendors.includes(unit) ? standard : undefined;
}

/** Reads the head by which `withStandard` finds the standards of a unit. */
export async function readDraftGround(
  db: Database,
  unit: number,
): Promise<AnalysisGround & { readonly standards: Head }> {
  const [ground, standards] = await Promise.all([readAnalysisGround(db, unit), readStandardsHead(db)]);
  return { ...ground, standards };
}

/**
 * A menu that is not stored, with the standard by which it would be judged: the one that it names, else the only one that
 * the unit has.
 * @throws AppError `invalid_input` where the unit does not have the named one.
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
