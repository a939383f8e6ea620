import { menuPartition, menuPlanKey, menuStateKey, unitKey } from '../../../tables/keys.ts';
import {
  estimateAnswerBytes,
  listStandardIds,
  type Menu,
  type MenuContent,
  type MenuItem,
  type NameByDish,
  toMenuPlan,
  type WholeMenu,
} from '../../domain/menu/menu.ts';
import {
  changeContent,
  itemKey,
  type MenuChange,
  type NewMenu,
  newMenuContent,
} from '../../domain/menu/menu-fields.ts';
import { findObstacle, getStateAfter } from '../../domain/menu/menu-state.ts';
import { findMisfits, findUnknownStandards } from '../../domain/menu/misfits.ts';
import { type IsExpectedVersion, isSame, nextModify, requireExpectedVersion } from '../../domain/values/change.ts';
import { LAST_NUMBER, toId } from '../../domain/values/id.ts';
import { AppError, type FieldProblem } from '../../errors.ts';
import { collectionSteps, type Head, readHead } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { RepeatableError } from '../../table/faults.ts';
import { checkExistsStep, insertStep, putStep } from '../../table/steps.ts';
import { readDishNames } from '../dish/dish-selection.ts';
import { listAssignedStandardIds } from '../standard.ts';
import { getWholeMenu, menuCollection } from './menu.ts';
import { findRevisionContent } from './menu-revision.ts';
import { replaceMenuSteps } from './menu-transition.ts';
import { chooseOnlyStandard } from './resolved-menu.ts';
import { weekSteps } from './week.ts';

/** The content that a menu gets, and the names of its dishes. */
interface ContentToWrite {
  readonly content: MenuContent;
  readonly nameByDish: NameByDish;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A transition that gives a menu other content. */
type ContentTransition = 'edit' | 'discard';

export interface MenuEditOptions {
  readonly isExpectedVersion?: IsExpectedVersion;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a change may name: dishes that the unit may serve, and standards that are assigned to it. */
interface AllowedReferences {
  readonly nameByDish: NameByDish;
  readonly standardIds: readonly number[];
}

/** Reads what a change may name. `mayMenuGetStandard`: whether the menu itself, not only a group, may get a standard. */
async function readAllowedReferences(
  db: Database,
  unit: number,
  { items = [], groups = [] }: MenuChange,
  mayMenuGetStandard: boolean,
): Promise<AllowedReferences> {
  const dishIds = items.map(({ dish }) => dish);
  const mayNameStandards = mayMenuGetStandard || groups.some((group) => group.standard !== undefined);
  const [nameByDish, standardIds] = await Promise.all([
    readDishNames(db, unit, dishIds),
    mayNameStandards ? listAssignedStandardIds(db, unit) : [],
  ]);
  return { nameByDish, standardIds };
}

/**
 * Creates a menu of the unit and returns its id. A menu without a standard gets the unit's only one.
 * @throws AppError `invalid_input` naming contradictions, and what the unit does not have; `quota_reached`,
 * `unit_not_found`.
 */
export async function createMenu(db: Database, unit: number, facts: NewMenu, now: number): Promise<number> {
  return db.retryLostRaces(async () => {
    const [head, references] = await Promise.all([
      readHead(db, menuPartition(unit)),
      // On creation an absent standard may become the unit's only one.
      readAllowedReferences(db, unit, facts, facts.standard !== null),
    ]);
    const content = requireConsistent(undefined, newMenuContent(facts), references);
    const standardId = facts.standard === undefined ? chooseOnlyStandard(references.standardIds) : undefined;
    const contentWithStandard = standardId === undefined ? content : changeContent(content, { standard: standardId });
    return addMenu(db, unit, { content: contentWithStandard, nameByDish: references.nameByDish, now }, head);
  });
}

/** Copies a menu under a new name and first day, and returns the new id; throws `quota_reached`, `unit_not_found`. */
export async function copyMenu(
  db: Database,
  unit: number,
  { content, nameByDish }: WholeMenu,
  { now, ...change }: Pick<MenuChange, 'name' | 'start'> & { readonly now: number },
): Promise<number> {
  return db.retryLostRaces(async () => {
    const head = await readHead(db, menuPartition(unit));
    return addMenu(db, unit, { content: changeContent(content, change), nameByDish, now }, head);
  });
}

/** Writes a new menu with the head's next number, and returns its id. */
async function addMenu(db: Database, unit: number, { content, nameByDish, now }: ContentToWrite, head: Head) {
  if (head.total + 1 > db.quotas.menus || head.next > LAST_NUMBER) throw new AppError('quota_reached');
  const initialFacts = { version: 1, planVersion: 1, state: '草稿', revision: 0 } as const;
  const menu: Menu = { ...initialFacts, vender: unit, number: head.next, ...toMenuFacts(content, nameByDish, now) };
  await db.write([
    // The first menu writes the head. Others need it, and the deletion of a unit removes it first.
    ...(head.next === 1 ? [checkExistsStep(unitKey(unit), 'unit_not_found')] : []),
    ...(await weekSteps(db, unit, [{ after: menu }])),
    insertStep({ ...menuStateKey(unit, menu.number), ...menu }),
    insertStep({ ...menuPlanKey(unit, menu.number), ...toMenuPlan(content, nameByDish, menu.planVersion) }),
    ...collectionSteps(menuCollection(unit), { add: [menu] }, head),
  ]);
  return toId(unit, menu.number);
}

/** The parts of a menu's state item that follow from its content. */
function toMenuFacts(content: MenuContent, nameByDish: NameByDish, modify: number) {
  const { name, start, days } = content;
  return { name, start, days, size: estimateAnswerBytes(content, nameByDish), modify };
}

/** Changes a menu and returns its version; throws as `getEditableMenu`, and `invalid_input` as `createMenu`. */
export async function updateMenu(db: Database, unit: number, id: number, change: MenuChange, options: MenuEditOptions) {
  return db.retryLostRaces(async () => {
    const [wholeMenu, references] = await Promise.all([
      getEditableMenu(db, unit, id, options),
      readAllowedReferences(db, unit, change, typeof change.standard === 'number'),
    ]);
    const content = requireConsistent(wholeMenu.content, changeContent(wholeMenu.content, change), references);
    const nameByDish = new Map([...wholeMenu.nameByDish, ...references.nameByDish]);
    return writeMenuContent(db, wholeMenu, { content, nameByDish, now: options.now });
  });
}

/** Resets a menu to its live revision, returns its version; throws as `getEditableMenu`, `menu_published`, `menu_not_live`. */
export async function discardChanges(db: Database, unit: number, id: number, options: MenuEditOptions) {
  return db.retryLostRaces(async () => {
    const wholeMenu = await getEditableMenu(db, unit, id, options, 'discard');
    const { live } = wholeMenu.menu;
    const liveContent = live && (await findRevisionContent(db, id, live.revision));
    // By now another revision is live, or none.
    if (!liveContent) throw new RepeatableError('changed_meanwhile');
    return writeMenuContent(db, wholeMenu, { ...liveContent, now: options.now }, 'discard');
  });
}

/** Reads a menu of the unit for a change; throws `menu_not_found`, `menu_pending`, `changed_meanwhile`. */
export async function getEditableMenu(
  db: Database,
  unit: number,
  id: number,
  { isExpectedVersion }: Pick<MenuEditOptions, 'isExpectedVersion'>,
  transition: ContentTransition = 'edit',
): Promise<WholeMenu> {
  const wholeMenu = await getWholeMenu(db, unit, id);
  requireExpectedVersion(wholeMenu.menu.version, isExpectedVersion);
  const obstacle = findObstacle(wholeMenu.menu, transition);
  if (obstacle) throw new AppError(obstacle);
  return wholeMenu;
}

/** Writes the new content of a menu, unless an edit leaves it the same, and returns the menu's version. */
export async function writeMenuContent(
  db: Database,
  { menu, content: contentBefore }: WholeMenu,
  { content, nameByDish, now }: ContentToWrite,
  transition: ContentTransition = 'edit',
): Promise<number> {
  if (transition === 'edit' && isSame(content, contentBefore)) return menu.version;
  const menuFacts = toMenuFacts(content, nameByDish, nextModify(menu, now));
  const version = menu.version + 1;
  const after: Menu = { ...menu, ...menuFacts, version, planVersion: version, state: getStateAfter(menu, transition) };
  await db.write([
    ...replaceMenuSteps(menu, after),
    ...(await weekSteps(db, menu.vender, [{ before: menu, after }])),
    putStep({ ...menuPlanKey(menu.vender, menu.number), ...toMenuPlan(content, nameByDish, version) }),
  ]);
  return version;
}

/** Returns the content if it has no contradictions and names only what the unit has; otherwise throws `invalid_input`. */
function requireConsistent(before: MenuContent | undefined, content: MenuContent, references: AllowedReferences) {
  const allowedStandardIds = [...references.standardIds, ...(before ? listStandardIds(before) : [])];
  const fields = [
    ...findMisfits(content),
    ...listUnknownDishes(content, references.nameByDish, before),
    ...findUnknownStandards(content, allowedStandardIds),
  ];
  if (fields.length > 0) throw new AppError('invalid_input', { fields });
  return content;
}

/** Lists the problems of items that name other dishes than these. Unchanged items may name deleted dishes. */
export function listUnknownDishes(content: MenuContent, dishes: ReadonlyMap<number, unknown>, before?: MenuContent) {
  const textsBefore = new Set(before?.items.map(toItemText));
  return content.items.flatMap((item, itemIndex): FieldProblem[] => {
    if (dishes.has(item.dish) || textsBefore.has(toItemText(item))) return [];
    return [{ field: `items.${itemIndex}.dish`, problem: { code: 'unknown', names: String(item.dish) } }];
  });
}

/** Equal items have the same text. */
const toItemText = (item: MenuItem) => JSON.stringify([itemKey(item), item.portion, item.groups]);
