import { serviceFactsKey, unitIconKey, unitNameClaimKey } from '../../../tables/keys.ts';
import { INITIAL_CONFIG, Unit, type UnitConfig, type UnitFacts } from '../../domain/unit.ts';
import { initialUnitRoles, systemRoleId } from '../../domain/user/role.ts';
import {
  type Change,
  type IsExpectedVersion,
  isSame,
  requireExpectedVersion,
  withChange,
} from '../../domain/values/change.ts';
import { collectionSteps } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { insertStep, putStep, removeStep, replaceStep, type Step } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { describeIcon } from '../icon.ts';
import { toUnitRolesItem } from '../user/unit-roles.ts';
import { insertUserSteps, requireDistinct } from '../user/user.ts';
import { serviceFactsOfUnit } from './service-facts.ts';
import { getUnit, readUnitsHead, replaceUnitSteps, toUnitItem, unitsCollection } from './unit.ts';
import { type CallerSession, planMainAccountChange, requireMainAccount } from './unit-account.ts';

/** A new unit takes eight steps: unit, service facts, user, two claims, roles, icon, row. 12 units and the head take 97 of 98. */
export const MAX_UNITS_PER_TRANSACTION = 12;

type RequiredFact = 'account' | 'name' | 'category' | 'expire';

/** A unit to be created. Its main user has its name and telephone. By default it is open and its menus need no review. */
export interface NewUnit extends Change<Omit<UnitFacts, RequiredFact>>, Required<Pick<UnitFacts, RequiredFact>> {
  /** The hash of the main user's password: see `NewUser`. */
  readonly passwordHash: string;
  readonly icon?: string | undefined;
  /** The ids of the permission items that the system role has. */
  readonly systemRoleItems: readonly number[];
  /** Absent: `INITIAL_CONFIG`. */
  readonly config?: UnitConfig;
  /** The day of its creation, `YYYY-MM-DD`. No menus are due for the weeks before it; absent: they are due for all weeks. */
  readonly since?: string | undefined;
}

/** The parts of a unit to change; absent ones stay. */
export interface UnitChange extends Change<UnitFacts> {
  /** The empty string removes the icon. */
  readonly icon?: string | undefined;
}

interface UnitUpdateOptions {
  readonly isExpectedVersion?: IsExpectedVersion;
  /** The session of the main account where it changes its own unit. */
  readonly callerSession?: CallerSession | undefined;
}

/**
 * Creates 1 to `MAX_UNITS_PER_TRANSACTION` units, all or none, each with its main user, system role and first
 * configuration, at `now` (milliseconds since the epoch). Returns the id of the first; the others follow.
 * `makeFurtherSteps` makes more steps of the same transaction: at most one where there are 12 units.
 * @throws AppError `duplicate_account`, `duplicate_unit_name`, also where two new units have the same account or name.
 */
export async function createUnits(
  db: Database,
  newUnits: readonly NewUnit[],
  now: number,
  makeFurtherSteps: (firstId: number) => Promise<Step[]> = async () => [],
): Promise<number> {
  requireDistinct('duplicate_account', newUnits, ({ account }) => account);
  requireDistinct('duplicate_unit_name', newUnits, ({ name }) => name);
  return db.retryLostRaces(async () => {
    const head = await readUnitsHead(db);
    const additions = newUnits.map((newUnit, index) => ({ newUnit, unit: toUnit(head.next + index, newUnit) }));
    await db.write([
      ...additions.flatMap(({ newUnit, unit }) => insertUnitSteps(unit, newUnit, now)),
      ...collectionSteps(unitsCollection, { add: additions.map(({ unit }) => unit) }, head),
      ...(await makeFurtherSteps(head.next)),
    ]);
    return head.next;
  });
}

/**
 * Changes a unit and returns its version. Where the change has another account, `planMainAccountChange` plans that part.
 * @throws AppError `unit_not_found`, `changed_meanwhile`, `duplicate_account`, `duplicate_unit_name`; `main_account_only`
 * where the caller is no longer the main user; `not_signed_in` where their session has ended.
 */
export async function updateUnit(
  db: Database,
  id: number,
  change: UnitChange,
  { isExpectedVersion, callerSession }: UnitUpdateOptions = {},
): Promise<number> {
  return db.retryLostRaces(async () => {
    const unit = await getUnit(db, id);
    if (callerSession) await requireMainAccount(db, unit, callerSession);
    requireExpectedVersion(unit.version, isExpectedVersion);
    const accountChange =
      change.account === undefined ? undefined : await planMainAccountChange(db, unit, change.account, callerSession);
    const accountSteps = accountChange?.steps ?? [];
    const after = nextUnit(unit, { ...change, account: accountChange?.account });
    if (accountSteps.length === 0 && isSame(unit, { ...after, version: unit.version })) return unit.version;
    await db.write([
      ...replaceUnitSteps(unit, after),
      ...moveNameClaimSteps(unit, after),
      ...accountSteps,
      ...iconSteps(after, change.icon),
    ]);
    return after.version;
  });
}

/** Changes the configuration and returns the unit's version; throws `unit_not_found`, `changed_meanwhile`. */
export async function configureUnit(
  db: Database,
  id: number,
  change: Change<UnitConfig>,
  isExpectedVersion?: IsExpectedVersion,
): Promise<number> {
  return db.retryLostRaces(async () => {
    const unit = await getUnit(db, id);
    requireExpectedVersion(unit.version, isExpectedVersion);
    const config = withChange(unit.config, change);
    if (isSame(unit.config, config)) return unit.version;
    const version = unit.version + 1;
    // Neither the row nor the service facts have the configuration.
    await db.write([replaceStep(toUnitItem({ ...unit, version, config }), unit.version)]);
    return version;
  });
}

function toUnit(id: number, newUnit: NewUnit): Unit {
  const { passwordHash: _hash, systemRoleItems: _items, since: _since, icon, ...facts } = newUnit;
  const defaults: Partial<Unit> = { status: true, config: INITIAL_CONFIG };
  return Unit.parse({ ...withChange(defaults, facts), id, version: 1, ...describeIcon(icon ?? '') });
}

/** The steps that write a new unit with its main user, system role and icon. `collectionSteps` writes its row. */
function insertUnitSteps(unit: Unit, newUnit: NewUnit, now: number): Step[] {
  const { account: uid, name, phone = '', passwordHash } = newUnit;
  const mainUser = { uid, name, phone, roleId: systemRoleId(unit.id), passwordHash };
  return [
    insertStep(toUnitItem(unit)),
    insertStep({ ...serviceFactsKey(unit.id), ...serviceFactsOfUnit(unit), since: newUnit.since }),
    ...insertUserSteps(unit.id, mainUser, now, 'duplicate_account'),
    insertNameClaimStep(unit),
    insertStep(toUnitRolesItem(unit.id, initialUnitRoles(unit.id, newUnit.systemRoleItems))),
    ...(newUnit.icon ? [putStep({ ...unitIconKey(unit.id), icon: newUnit.icon })] : []),
  ];
}

function nextUnit(unit: Unit, change: UnitChange): Unit {
  const { icon, ...facts } = change;
  const version = unit.version + 1;
  return { ...withChange(unit, facts), ...(icon === undefined ? {} : describeIcon(icon)), version };
}

function insertNameClaimStep(unit: Unit): Step {
  return insertStep({ ...unitNameClaimKey(normaliseKey(unit.name)), unit: unit.id }, 'duplicate_unit_name');
}

function moveNameClaimSteps(before: Unit, after: Unit): Step[] {
  if (normaliseKey(before.name) === normaliseKey(after.name)) return [];
  return [insertNameClaimStep(after), removeStep(unitNameClaimKey(normaliseKey(before.name)))];
}

function iconSteps({ id }: Unit, icon: string | undefined): Step[] {
  if (icon === undefined) return [];
  return [icon === '' ? removeStep(unitIconKey(id)) : putStep({ ...unitIconKey(id), icon })];
}
