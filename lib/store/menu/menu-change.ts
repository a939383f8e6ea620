import { menuPartition, menuPlanKey, unitKey } from '../../../tables/keys.ts';
import {
  type DishNames,
  estimateAnswerSize,
  listStandards,
  type Menu,
  type MenuContent,
  type MenuItem,
  toMenuPlan,
  type WholeMenu,
} from '../../domain/menu/menu.ts';
import { changeContent, itemKey, type MenuChange, newMenuContent } from '../../domain/menu/menu-fields.ts';
import { findObstacle, getStateAfter } from '../../domain/menu/menu-state.ts';
import { findMisfits, findUnknownStandards } from '../../domain/menu/misfits.ts';
import { isSame, nextModify } from '../../domain/values/change.ts';
import { LAST_NUMBER, toId } from '../../domain/values/id.ts';
import { AppError, type FieldProblem } from '../../errors.ts';
import { type Head, readHead, rowSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkUnitExists, put } from '../../table/steps.ts';
import { findDishNames } from '../dish/dish-names.ts';
import { type IsExpectedVersion, requireExpectedVersion } from '../expected-version.ts';
import { listAssignedStandardIds } from '../standard.ts';
import { getWholeMenu, insertMenuSteps, menuCollection } from './menu.ts';
import { replaceMenuSteps } from './menu-transition.ts';
import { weekSteps } from './week.ts';

/** The new content of a menu, the names of its dishes, and the time of the change (milliseconds since the epoch). */
interface MenuDraft {
  readonly content: MenuContent;
  readonly names: DishNames;
  readonly now: number;
}

/** The options of a change of a menu. */
export interface MenuEditOptions {
  readonly isExpectedVersion?: IsExpectedVersion;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The dishes and standards to which a menu of the unit may refer. */
interface AllowedReferences {
  readonly dishes: DishNames;
  /** Ids of the standards that are assigned to the unit. */
  readonly standards: readonly number[];
}

/** Finds which dishes of the change the unit has, and its standards if the menu or a group may get one. */
async function findAllowedReferences(
  db: Database,
  unit: number,
  { items = [], groups = [] }: MenuChange,
  mayMenuGetStandard: boolean,
): Promise<AllowedReferences> {
  const dishIds = items.map(({ dish }) => dish);
  const needsStandards = mayMenuGetStandard || groups.some((group) => group.standard !== undefined);
  const [dishes, standards] = await Promise.all([
    findDishNames(db, unit, dishIds),
    needsStandards ? listAssignedStandardIds(db, unit) : [],
  ]);
  return { dishes, standards };
}

/**
 * Creates a menu of the unit and returns its id. A menu without a standard gets the unit's only one.
 * @throws AppError `invalid_input` naming contradictions, and the dishes and standards that the unit does not have;
 * `quota_reached`, `unit_not_found`.
 */
export async function createMenu(
  db: Database,
  unit: number,
  facts: MenuChange & Pick<MenuContent, 'name' | 'start'>,
  now: number,
): Promise<number> {
  return db.retryLostRaces(async () => {
    const [head, references] = await Promise.all([
      readHead(db, menuPartition(unit)),
      findAllowedReferences(db, unit, facts, facts.standard !== null),
    ]);
    const [onlyStandard, ...otherStandards] = references.standards;
    const takesOnlyStandard = facts.standard === undefined && onlyStandard !== undefined && otherStandards.length === 0;
    const content = requireConsistent(undefined, newMenuContent(facts), references);
    const contentWithStandard = takesOnlyStandard ? changeContent(content, { standard: onlyStandard }) : content;
    return addMenu(db, unit, { content: contentWithStandard, names: references.dishes, now }, head);
  });
}

/**
 * Copies a menu of the unit under a new name and first day, and returns the copy's id.
 * @throws AppError `quota_reached`, `unit_not_found`.
 */
export async function copyMenu(
  db: Database,
  unit: number,
  { content, names }: WholeMenu,
  { now, ...change }: Pick<MenuChange, 'name' | 'start'> & { readonly now: number },
): Promise<number> {
  return db.retryLostRaces(async () => {
    const head = await readHead(db, menuPartition(unit));
    return addMenu(db, unit, { content: changeContent(content, change), names, now }, head);
  });
}

async function addMenu(db: Database, unit: number, { content, names, now }: MenuDraft, head: Head): Promise<number> {
  if (head.total + 1 > db.quotas.menus || head.next > LAST_NUMBER) throw new AppError('quota_reached');
  const { name, start, days } = content;
  const menuFacts = { name, start, days, size: estimateAnswerSize(content, names), modify: now };
  const initial = { version: 1, planVersion: 1, state: '草稿', revision: 0 } as const;
  const menu: Menu = { ...initial, vender: unit, number: head.next, ...menuFacts };
  await db.write([
    checkUnitExists(unitKey(unit), 'unit_not_found'),
    ...(await weekSteps(db, unit, [{ after: menu }])),
    ...insertMenuSteps({ menu, content, names }),
    ...rowSteps(menuCollection(unit), { add: [menu] }, head),
  ]);
  return toId(unit, menu.number);
}

/**
 * Changes a menu of the unit and returns its version. A change without effect writes nothing. Unchanged items may name
 * deleted dishes.
 * @throws AppError as `getEditableMenu`, and `invalid_input` as `createMenu`.
 */
export async function updateMenu(
  db: Database,
  unit: number,
  id: number,
  change: MenuChange,
  options: MenuEditOptions,
): Promise<number> {
  return db.retryLostRaces(async () => {
    const [wholeMenu, references] = await Promise.all([
      getEditableMenu(db, unit, id, options),
      findAllowedReferences(db, unit, change, typeof change.standard === 'number'),
    ]);
    const content = requireConsistent(wholeMenu.content, changeContent(wholeMenu.content, change), references);
    const names = new Map([...wholeMenu.names, ...references.dishes]);
    return writeMenuContent(db, wholeMenu, { content, names, now: options.now });
  });
}

/**
 * Reads a menu of the unit that may be edited.
 * @throws AppError `menu_not_found`, `menu_pending`; `changed_meanwhile` where the version is not the expected one.
 */
export async function getEditableMenu(
  db: Database,
  unit: number,
  id: number,
  { isExpectedVersion }: MenuEditOptions,
): Promise<WholeMenu> {
  const wholeMenu = await getWholeMenu(db, unit, id);
  requireExpectedVersion(wholeMenu.menu.version, isExpectedVersion);
  const obstacle = findObstacle(wholeMenu.menu, 'edit');
  if (obstacle) throw new AppError(obstacle);
  return wholeMenu;
}

/** Writes the new content of a menu, unless it is the same, and returns the menu's version. */
export async function writeMenuContent(
  db: Database,
  { menu, content: before }: WholeMenu,
  { content, names, now }: MenuDraft,
): Promise<number> {
  if (isSame(content, before)) return menu.version;
  const after = withContent(menu, { content, names, now });
  const { vender, number, version } = after;
  await db.write([
    ...replaceMenuSteps(menu, after),
    ...(await weekSteps(db, vender, [{ before: menu, after }])),
    put({ ...menuPlanKey(vender, number), ...toMenuPlan(content, names, version) }),
  ]);
  return version;
}

function withContent(menu: Menu, { content, names, now }: MenuDraft): Menu {
  const { name, start, days } = content;
  const version = menu.version + 1;
  const facts = { name, start, days, size: estimateAnswerSize(content, names), modify: nextModify(menu, now) };
  return { ...menu, ...facts, version, planVersion: version, state: getStateAfter(menu, 'edit') };
}

/**
 * Requires that the content of a menu is free of contradictions and names only what the unit has. Returns the content.
 * @throws AppError `invalid_input` naming every problem.
 */
function requireConsistent(
  before: MenuContent | undefined,
  content: MenuContent,
  { dishes, standards }: AllowedReferences,
): MenuContent {
  const allowedStandards = [...standards, ...(before ? listStandards(before) : [])];
  const fields = [
    ...findMisfits(content),
    ...findUnknownDishes(before?.items ?? [], content.items, dishes),
    ...findUnknownStandards(content, allowedStandards),
  ];
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
  return content;
}

/** The problems of items that name unknown dishes. Unchanged items may name deleted dishes. */
function findUnknownDishes(
  before: readonly MenuItem[],
  items: readonly MenuItem[],
  allowed: DishNames,
): FieldProblem[] {
  const unchangedItems = new Set(before.map(toItemText));
  return items.flatMap((item, index): FieldProblem[] => {
    if (allowed.has(item.dish) || unchangedItems.has(toItemText(item))) return [];
    return [{ field: `items.${index}.dish`, problem: { code: 'unknown', names: String(item.dish) } }];
  });
}

function toItemText(item: MenuItem): string {
  return JSON.stringify([itemKey(item), item.portion, item.groups]);
}
