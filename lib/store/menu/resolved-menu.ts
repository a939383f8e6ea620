import { MAX_FOODS } from '../../domain/analysis/content.ts';
import { listDaysOff } from '../../domain/calendar.ts';
import { listStandardIds, type MenuContent } from '../../domain/menu/menu.ts';
import { findUnknownStandards } from '../../domain/menu/misfits.ts';
import type { ResolvedMenu } from '../../domain/revision.ts';
import { MealConfig, PLATFORM, type Unit } from '../../domain/unit.ts';
import { locate } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { readCalendars } from '../calendar.ts';
import { findDishes } from '../dish/dish.ts';
import { markKind, priceKind, readValues } from '../ingredient/code-values.ts';
import { findCatalogueFoods, readOwnFoods } from '../ingredient/food.ts';
import { findStandards, listAssignedStandardIds } from '../standard.ts';

/** Dishes by id, and foods by code. */
type Dishes = ResolvedMenu['dishes'];
type Foods = ResolvedMenu['foods'];

/**
 * Reads everything that the analysis of a unit's menu needs; throws `menu_too_large`. Dishes that the unit may not
 * serve, and standards that are not assigned to it, are absent.
 */
export async function resolveMenu(db: Database, { id: unit, config }: Unit, content: MenuContent) {
  const dishIds = content.items.map(({ dish }) => dish);
  const [dishes, { ownFoods, marks, prices }, assignedStandards, daysOff] = await Promise.all([
    readServableDishes(db, unit, dishIds),
    readUnitFoods(db, unit),
    readAssignedStandards(db, unit, content),
    readRelevantDaysOff(db, unit, content),
  ]);
  requireAnalysable(dishes);
  const foods = await readFoodsInDishes(db, dishes, ownFoods);
  return { content, dishes, foods, marks, prices, shares: MealConfig.parse(config), daysOff, ...assignedStandards };
}

/** Reads the days off of a menu. Where it serves something on every day they do not matter, and none is read. */
async function readRelevantDaysOff(db: Database, unit: number, content: MenuContent): Promise<number[]> {
  const servedDays = new Set(content.items.map(({ day }) => day));
  return servedDays.size === content.days ? [] : listDaysOff(await readCalendars(db, unit), content);
}

/**
 * Reads the foods of these dishes by code. For a dish of the unit, the unit's own food of a code comes before the
 * catalogue's. Dishes of the library contain only foods of the catalogue. `extraCodes` count as codes of a unit's dish.
 */
export async function readFoodsInDishes(db: Database, dishes: Dishes, ownFoods: Foods, extraCodes?: Iterable<string>) {
  const ownDishes = new Map([...dishes].filter(([id]) => locate(id).unit !== PLATFORM));
  const codesInDishes = listIngredientCodes(dishes);
  const otherExtraCodes = [...(extraCodes ?? [])].filter((code) => !codesInDishes.includes(code));
  const ownCodesToFind = [...listIngredientCodes(ownDishes), ...otherExtraCodes];
  const usedOwnFoods = ownCodesToFind.flatMap((code) => ownFoods.get(code) ?? []);
  const ownCodes = new Set(usedOwnFoods.map(({ code }) => code));
  const catalogueCodes = [...codesInDishes, ...otherExtraCodes].filter((code) => !ownCodes.has(code));
  const catalogueFoods = await findCatalogueFoods(db, catalogueCodes);
  return new Map([...catalogueFoods, ...usedOwnFoods.map((food) => [food.code, food] as const)]);
}

/** Reads the own foods of a unit, its marks and its prices, each by code. */
export async function readUnitFoods(db: Database, unit: number) {
  const [ownFoods, marks, prices] = await Promise.all([
    readOwnFoods(db, unit),
    readValues(db, unit, markKind),
    readValues(db, unit, priceKind),
  ]);
  return { ownFoods, marks, prices };
}

/** Reads the foods in these dishes, the unit's marks and, for a caller who may see them, its prices. */
export async function readFoodFacts(db: Database, unit: number, dishes: Dishes, seesPrices = true) {
  const [foods, marks, prices] = await Promise.all([
    readOwnFoods(db, unit).then((ownFoods) => readFoodsInDishes(db, dishes, ownFoods)),
    readValues(db, unit, markKind),
    seesPrices ? readValues(db, unit, priceKind) : undefined,
  ]);
  return { foods, marks, prices };
}

/** The ingredient codes of these dishes, each once. */
function listIngredientCodes(dishes: Dishes): string[] {
  return [...new Set([...dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)))];
}

/** Requires that one call has the time to analyse a menu with these dishes, or throws `menu_too_large`. */
export function requireAnalysable(dishes: Dishes): void {
  if (listIngredientCodes(dishes).length > MAX_FOODS) throw new AppError('menu_too_large');
}

/** Reads the dishes with these ids, by id. Deleted dishes, and dishes that the unit may not serve, are absent. */
export async function readServableDishes(db: Database, unit: number, dishIds: readonly number[]) {
  const servableIds = [...new Set(dishIds)].filter((id) => [unit, PLATFORM].includes(locate(id).unit));
  const dishes = await findDishes(db, servableIds);
  return new Map(servableIds.flatMap((id, index) => (dishes[index] ? [[id, dishes[index]]] : [])));
}

/** Reads the standards of a menu and of its groups. Standards that are not assigned to the unit are absent. */
export async function readAssignedStandards(db: Database, unit: number, content: MenuContent) {
  const assignedStandards = await findStandards(db, listStandardIds(content), unit);
  const standardById = new Map(assignedStandards.map((standard) => [standard.id, standard]));
  const groupStandards = content.groups.flatMap(({ standard: id }) => {
    const standard = id === undefined ? undefined : standardById.get(id);
    return standard ? [[standard.id, standard] as const] : [];
  });
  const standard = content.standard === undefined ? undefined : standardById.get(content.standard);
  return { ...(standard ? { standard } : {}), standards: new Map(groupStandards) };
}

/** Chooses one of the standards with these ids for a menu that names none; undefined where none or several suit it. */
type ChooseStandard = (assignedIds: readonly number[]) => number | undefined | Promise<number | undefined>;

/** Chooses the only standard that is assigned; undefined where there are none or several. */
export const chooseOnlyStandard = ([only, ...others]: readonly number[]) => (others.length === 0 ? only : undefined);

/**
 * Adds a standard to content that is not stored and names none: what `choose` returns of those assigned to the unit.
 * @throws AppError `invalid_input` where a named standard is not assigned to the unit.
 */
export async function withStandard(db: Database, unit: number, content: MenuContent, choose?: ChooseStandard) {
  if (!choose && listStandardIds(content).length === 0) return content;
  const assignedIds = await listAssignedStandardIds(db, unit);
  const fields = findUnknownStandards(content, assignedIds);
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
  return choose && content.standard === undefined ? { ...content, standard: await choose(assignedIds) } : content;
}
