import { roleId } from '../../lib/domain/user/role.ts';
import { changeMarks } from '../../lib/store/ingredient/mark.ts';
import { changePrices } from '../../lib/store/ingredient/price.ts';
import { unitViews } from '../../lib/store/nouns.ts';
import { findStandard, updateStandard } from '../../lib/store/standard.ts';
import { createUnit } from '../../lib/store/unit/unit-change.ts';
import { createUsers, findClaims, type NewUser, USERS_PER_TRANSACTION } from '../../lib/store/user/user.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { leaveCopies } from '../../lib/table/collection/load.ts';
import type { Database } from '../../lib/table/database.ts';
import type { UnitCollection } from '../../tables/keys.ts';
import { readContents } from '../export/contents.ts';
import type { Line, LineOf } from '../export/line.ts';
import type { MemberForm } from '../export/member-form.ts';
import { memberForms, memberTypes } from '../export/member-forms.ts';
import { type OnMember, readUnit } from '../export/read-unit.ts';
import { readUnitFile } from '../export/unit-file.ts';
import { Problem } from '../start/problem.ts';
import { findBegun, type ImportPlan, type NewNames, planImport, toExpected } from './import-plan.ts';
import { matchPlatform, type PlatformMatches, translateMenu } from './platform-matches.ts';
import { finishImport, restoreRoles } from './unit-import.ts';
import { words } from './words.ts';

interface ImportOptions {
  readonly names: NewNames;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly onMember?: OnMember;
  /** Called when everything is written and is about to be compared with the file. */
  readonly onCompared?: (lines: number, total: number) => void;
}

/** A unit that is being imported. */
interface Work {
  readonly id: number;
  readonly plan: ImportPlan;
  readonly matches: PlatformMatches;
}

/** The result of an import. */
export interface ImportOutcome {
  readonly unit: number;
  readonly account: string;
  readonly isOpen: boolean;
  /** Whether an earlier run had begun it. */
  readonly isResumed: boolean;
  readonly users: number;
  readonly members: ReadonlyMap<UnitCollection, number>;
  /** Names of the unit's standards that do not exist here. */
  readonly missingStandards: readonly string[];
}

/**
 * Imports a unit from a file. The unit is closed until all of it is written and reads like the file. Repeating the
 * import with the same file and names finishes what was cut short.
 * @throws Problem where the file is not complete, a name is taken, or somebody changed the unit meanwhile.
 */
export async function importUnit(db: Database, path: string, options: ImportOptions): Promise<ImportOutcome> {
  const plan = planImport(path, await readContents(path), options.names);
  const begun = await findBegun(db, plan);
  const matches = await matchPlatform(db, path, plan.standards);
  const id = begun ?? (await createClosed(db, plan, options.now));
  await restoreRoles(
    db,
    id,
    plan.roles.filter(({ number }) => number > 1),
  );
  await createMissingUsers(db, id, plan, options.now);
  await changeMarks(db, id, new Map(plan.marks.map(({ code, mark }) => [code, mark])));
  await changePrices(db, id, new Map(plan.prices.map(({ code, price }) => [code, price])));
  for (const type of memberTypes) await restoreMembers(db, { id, plan, matches }, type, options.onMember);
  for (const view of unitViews(id)) await leaveCopies(db, view);
  const missingStandards = await assignStandards(db, id, plan, matches);
  await verify(db, { id, plan, matches }, options.onCompared);
  await finishImport(db, id, plan.unit.status);
  const { account, status: isOpen } = plan.unit;
  const counts = { users: plan.users.length, members: plan.members };
  return { unit: id, account, isOpen, isResumed: begun !== undefined, ...counts, missingStandards };
}

function createClosed(db: Database, { unit, icon, roles, users, importing }: ImportPlan, now: number): Promise<number> {
  const { type: _type, format: _format, written: _written, id: _id, ...facts } = unit;
  const [main] = users;
  const [system] = roles;
  if (!main || !system) throw new Error('a file without main user or system role was let through');
  const { hash, name, phone, time } = main;
  const draft = { ...facts, icon, hash, main: { name, phone, time }, allItems: system.roleItems };
  return createUnit(db, { ...draft, status: false, importing }, now);
}

async function createMissingUsers(db: Database, id: number, { users }: ImportPlan, now: number): Promise<void> {
  const claims = await findClaims(
    db,
    users.map(({ uid }) => uid),
  );
  const missing = users.filter((_, index) => !claims[index]).map((user) => toNewUser(user, id));
  for (const batch of batchesOf(missing, USERS_PER_TRANSACTION)) await createUsers(db, id, batch, now);
}

function toNewUser({ uid, name, phone, role, time, hash }: LineOf<'user'>, unit: number): NewUser {
  return { uid, name, phone, roleId: role === 0 ? 0 : roleId(unit, role), time, hash };
}

async function restoreMembers<Type extends UnitCollection>(
  db: Database,
  { id, plan: { path, members }, matches }: Work,
  type: Type,
  onMember: OnMember = () => {},
): Promise<void> {
  const { restoredAtOnce, restore }: MemberForm<Type> = memberForms[type];
  let batch: LineOf<Type>[] = [];
  let done = 0;
  const place = async () => {
    if (batch.length === 0) return;
    await restore(db, id, batch);
    done += batch.length;
    batch = [];
    onMember(type, done, members.get(type) ?? 0);
  };
  for await (const line of readUnitFile(path)) {
    const here = line.type === 'menu' ? translateMenu(line, matches) : line;
    if (isOf(here, type)) batch.push(here);
    if (batch.length === restoredAtOnce) await place();
  }
  await place();
}

function isOf<Type extends Line['type']>(line: Line, type: Type): line is LineOf<Type> {
  return line.type === type;
}

/**
 * Assigns the standards that exist here under the same name, since standards are the platform's. Returns the names of
 * the others.
 */
async function assignStandards(
  db: Database,
  id: number,
  { standards }: ImportPlan,
  matches: PlatformMatches,
): Promise<string[]> {
  const missing: string[] = [];
  for (const { id: inFile, name } of standards) {
    const match = matches.standards.get(inFile);
    const found = match && (await findStandard(db, match.number));
    if (!found) {
      missing.push(name);
    } else if (!found.vendors.includes(id)) {
      const vendors = [...found.vendors, id];
      await updateStandard(db, found.id, { vendors }, (version) => version === found.version);
    }
  }
  return missing;
}

/**
 * Compares the unit with the file.
 * @throws Problem naming the first line that differs.
 */
async function verify(
  db: Database,
  { id, plan, matches }: Work,
  onCompared: (lines: number, total: number) => void = () => {},
): Promise<void> {
  const total = [...plan.members.values()].reduce((sum, count) => sum + count, plan.users.length);
  let compared = 0;
  const found = comparable(readUnit(db, id, ''), (line) => line);
  for await (const line of comparable(readUnitFile(plan.path), (one) => toExpected(one, plan, { id, matches }))) {
    const { value } = await found.next();
    if (JSON.stringify(value) !== JSON.stringify(line)) throw notAsWritten(id, line);
    onCompared(++compared, total);
  }
  const { value } = await found.next();
  if (value) throw notAsWritten(id, value);
}

/**
 * The lines without standards, and without addresses of screens, which may belong to others. Users are ordered by uid:
 * the order of users created in one millisecond depends on their uids.
 */
async function* comparable(lines: AsyncIterable<Line>, change: (line: Line) => Line): AsyncGenerator<Line, undefined> {
  const users: LineOf<'user'>[] = [];
  const sorted = () => users.splice(0).sort((a, b) => (a.uid < b.uid ? -1 : 1));
  for await (const original of lines) {
    const line = change(original);
    if (line.type === 'screen') line.hash = undefined;
    if (line.type === 'user') users.push(line);
    else if (line.type !== 'standard') yield* [...sorted(), line];
  }
  yield* sorted();
}

function notAsWritten(id: number, { type }: Line): Problem {
  return new Problem(words.changed(id, type));
}
