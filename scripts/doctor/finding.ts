import type { Key } from '../../tables/keys.ts';

/** Everything that must hold for the table, in the order in which findings are told. */
export const invariants = {
  'unknown-item': 'items whose key no rule knows',
  'unreadable-item': 'items that do not have the form of their kind',
  'misplaced-item': 'items that say that they are something else than their key does',
  'uid-claim-without-user': 'claims on uids that no user has',
  'user-without-uid-claim': 'users without the claim on their uid',
  'name-claim-without-unit': 'claims on names that no unit has',
  'unit-without-name-claim': 'units without the claim on their name',
  'main-account': 'units without one main user with the system role',
  roster: 'units whose roles are not in order',
  'user-role': 'users whose role does not exist',
  'user-count': 'units whose count of users is not that of their users',
  head: 'heads of collections that do not agree with the members',
  row: 'rows of collections that do not agree with their member',
  pinyin: 'rows whose pinyin is not that of their name',
  copy: 'copies of rows that do not agree with the rows',
  figures: 'packed figures that do not agree with the ingredients',
  food: 'ingredients with values that no food has',
  'number-twice': 'members of one collection with the same number',
  'standard-units': 'standards whose assignments are not in order',
  icon: 'icons and what they belong to',
  menu: 'menus and what belongs to them',
  'screen-claim': 'screens and their addresses',
  marks: 'buckets of marks that are not in order',
  prices: 'buckets of prices that are not in order',
  leftover: 'data of units that do not exist',
  'deletion-note': 'deletions and the units that they delete',
} as const;
export type Invariant = keyof typeof invariants;

/** One thing that does not hold. */
export interface Finding {
  readonly invariant: Invariant;
  /** The item it is about, then those that decide on it. */
  readonly keys: readonly [Key, ...Key[]];
  readonly message: string;
  /** Set where it can be mended without losing anything that is not somewhere else, too. */
  readonly repair?: 'safe' | undefined;
}

/** A key as people read it. */
export function nameOf({ pk, sk }: Key): string {
  return `${pk} / ${sk}`;
}

/** The same for two findings that tell the same thing, however far it has gone since. */
export function identityOf({ invariant, keys: [key] }: Finding): string {
  return `${invariant} ${nameOf(key)}`;
}
