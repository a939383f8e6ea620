import { createHash } from 'node:crypto';
import { NAME_MAX, requiredText, UID_MAX } from '../../lib/domain/values/fields.ts';
import { findUnit, isUnitNameFree } from '../../lib/store/unit/unit.ts';
import { findClaims } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { type Contents, hasTwins } from '../export/contents.ts';
import type { Line, LineOf } from '../export/line.ts';
import { Problem } from '../start/problem.ts';
import { type PlatformMatches, translateMenu } from './platform-matches.ts';
import { words } from './words.ts';

/** The new names of an imported unit. */
export interface NewNames {
  readonly account?: string | undefined;
  readonly name?: string | undefined;
  /** Is added to the uids of all users but the main one. */
  readonly suffix?: string | undefined;
}

/** What the table will hold in the end. */
export interface ImportPlan extends Contents {
  readonly path: string;
  readonly names: NewNames;
  /** The main user's uid in the file. */
  readonly mainUid: string;
  /** Identifies this import in the unit's item: the same file with the same names. */
  readonly importing: string;
}

/**
 * The contents with their new names.
 * @throws Problem where a name is not possible, or two users would have one uid.
 */
export function planImport(path: string, contents: Contents, given: NewNames): ImportPlan {
  const names = {
    account: readName('--account', UID_MAX, given.account),
    name: readName('--name', NAME_MAX, given.name),
    suffix: readName('--rename-uids', UID_MAX, given.suffix),
  };
  const unit = renameUnit(contents.unit, names);
  const mainUid = contents.unit.account;
  const users = contents.users.map((user) => renameUser(user, mainUid, names));
  const bad = users.find(({ uid }) => requiredText(UID_MAX).safeParse(uid).data !== uid);
  if (bad) throw new Problem(words.uidTooLong(bad.uid, UID_MAX));
  if (hasTwins(users.map(({ uid }) => uid))) throw new Problem(words.sameUid);
  const identity = JSON.stringify([contents.sha256, unit.account, unit.name, names.suffix ?? '']);
  const importing = createHash('sha256').update(identity).digest('hex');
  return { ...contents, unit, users, path, names, mainUid, importing };
}

/**
 * The unit that this import has begun; undefined where it has not.
 * @throws Problem naming every taken name, before anything is written.
 */
export async function findBegun(db: Database, { unit, users, importing }: ImportPlan): Promise<number | undefined> {
  const claims = await findClaims(
    db,
    users.map(({ uid }) => uid),
  );
  const owner = claims[0] && (await findUnit(db, claims[0].unit));
  const begun = owner?.importing === importing ? owner.id : undefined;
  const taken = users.map(({ uid }) => uid).filter((_, index) => claims[index] && claims[index].unit !== begun);
  const isNameTaken = begun === undefined && !(await isUnitNameFree(db, unit.name));
  const parts = [
    ...(isNameTaken ? [words.takenName(unit.name)] : []),
    ...(taken[0] === unit.account ? [words.takenAccount(String(taken.shift()))] : []),
    ...(taken.length > 0 ? [words.takenUids(taken)] : []),
  ];
  if (parts.length === 0) return begun;
  throw new Problem(words.taken(parts));
}

/** A line of the file as the imported unit with that id must be read, while the import is not finished. */
export function toExpected(
  line: Line,
  { unit, mainUid, names }: ImportPlan,
  { id, matches }: { readonly id: number; readonly matches: PlatformMatches },
): Line {
  if (line.type === 'unit') return { ...unit, id, status: false, written: '' };
  if (line.type === 'menu') return translateMenu(line, matches);
  return line.type === 'user' ? renameUser(line, mainUid, names) : line;
}

function renameUnit(unit: LineOf<'unit'>, { account = unit.account, name = unit.name }: NewNames): LineOf<'unit'> {
  return { ...unit, account, name };
}

function renameUser(user: LineOf<'user'>, main: string, { account = main, suffix = '' }: NewNames): LineOf<'user'> {
  return { ...user, uid: user.uid === main ? account : `${user.uid}${suffix}` };
}

function readName(option: string, max: number, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = requiredText(max).safeParse(given);
  if (name.success) return name.data;
  throw new Problem(words.nameForm(option, max));
}
