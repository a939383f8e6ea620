/** Key of one item of the table. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Members of a collection per block: rows of one block are read and cached together. */
const BLOCK_SIZE = 1000;

const BLOCK_DIGITS = 6;
const NUMBER_DIGITS = 9;

/** Prefixes of sort keys that are queried as a group. */
export const prefix = {
  user: 'USER#',
} as const;

/** Partition of everything that belongs to one unit: a key built from the token's unit cannot reach another's. */
export const unitPartition = (unit: number) => `V#${unit}`;

export const unitKey = (unit: number): Key => ({ pk: unitPartition(unit), sk: 'UNIT' });
export const unitIconKey = (unit: number): Key => ({ pk: unitPartition(unit), sk: 'ICON' });
export const rolesKey = (unit: number): Key => ({ pk: unitPartition(unit), sk: 'ROLES' });

/** `uidKey`: the uid as names are compared (`normaliseKey`). */
export const userKey = (unit: number, uidKey: string): Key => ({
  pk: unitPartition(unit),
  sk: `${prefix.user}${uidKey}`,
});
export const sessionKey = (unit: number, session: string): Key => ({
  pk: unitPartition(unit),
  sk: `SESSION#${session}`,
});

/** The claim on a uid, with its owner's credentials. */
export const uidClaimKey = (uidKey: string): Key => ({ pk: `UID#${uidKey}`, sk: 'UID' });
/** Failed sign-ins for a uid, from one address or (without one) from anywhere. */
export const failuresKey = (uidKey: string, address = ''): Key => ({
  pk: `UID#${uidKey}`,
  sk: `FAILURES#${address}`,
});

/** The claim on a unit's name. */
export const unitNameClaimKey = (nameKey: string): Key => ({ pk: `UNITNAME#${nameKey}`, sk: 'UNITNAME' });

/** Partition of the collection of all units. */
export const unitsPartition = 'UNITS';

export const headKey = (partition: string): Key => ({ pk: partition, sk: 'HEAD' });
export const blockOf = (number: number) => Math.floor(number / BLOCK_SIZE);
/** Greatest number a block can hold. */
export const lastNumberOf = (block: number) => (block + 1) * BLOCK_SIZE - 1;
export const blockPrefix = (block: number) => `ROW#${String(block).padStart(BLOCK_DIGITS, '0')}#`;
export const rowKey = (partition: string, number: number): Key => ({
  pk: partition,
  sk: `${blockPrefix(blockOf(number))}${String(number).padStart(NUMBER_DIGITS, '0')}`,
});

/** Deletions of units that are not finished yet. */
export const deletionsPartition = 'DELETIONS';
export const deletionKey = (unit: number): Key => ({ pk: deletionsPartition, sk: `UNIT#${unit}` });
