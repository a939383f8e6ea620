import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../tables/keys.ts';
import type { Reason } from '../errors.ts';

/** An item as it is read. Its readers must parse everything but the key. */
export type Item = Key & Readonly<Record<string, unknown>>;

/**
 * Stands for a reason where another writer has changed the item first. `retryLostRaces` then reads again and repeats the
 * transaction.
 */
export const LOST_RACE = 'lost_race';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One action of a transaction, with its condition and the error that a failed condition means. */
export interface Step {
  /** The key of its item. */
  readonly key: Key;
  /** Whether it writes the item; otherwise it only checks a condition. */
  readonly isWrite: boolean;
  /** How the log of operations names the item; absent: as its key says. */
  readonly loggedAs?: readonly [kind: string, id: number];
  /** What a failed condition means. */
  readonly reason: Reason | typeof LOST_RACE;
  /** Makes the action for the table with this name. */
  readonly action: (table: string) => TransactItem;
}

// The functions below only make steps. `Database.write` sends them in one transaction.

/** Writes an item that must not exist yet. */
export function insert<T extends Key>(item: T, reason: Step['reason'] = LOST_RACE): Step {
  return {
    ...describeWrite(item),
    reason,
    action: (TableName) => ({ Put: { TableName, Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } }),
  };
}

/** Writes an item that must not exist or must have expired (`ttl` and `now` in seconds since the epoch). */
export function claim<T extends Key & { ttl: number }>(item: T, now: number, reason: Step['reason']): Step {
  const condition = {
    ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': now },
  };
  return {
    ...describeWrite(item),
    reason,
    action: (TableName) => ({ Put: { TableName, Item: { ...item }, ...condition } }),
  };
}

/** Replaces an item that must still have the version with which it was read. */
export function replace<T extends Key & { version: number }>(item: T, readVersion: number): Step {
  return {
    ...describeWrite(item),
    reason: LOST_RACE,
    action: (TableName) => ({ Put: { TableName, Item: { ...item }, ...makeVersionCondition(readVersion) } }),
  };
}

/** Writes an item unconditionally. Another step of the transaction must check that nothing is overwritten. */
export function put<T extends Key>(item: T): Step {
  const action = (TableName: string) => ({ Put: { TableName, Item: { ...item } } });
  return { ...describeWrite(item), reason: LOST_RACE, action };
}

/** Removes an item that must still have the version with which it was read; without a version, unconditionally. */
export function remove(key: Key, readVersion?: number): Step {
  const condition = readVersion === undefined ? {} : makeVersionCondition(readVersion);
  const action = (TableName: string) => ({ Delete: { TableName, Key: key, ...condition } });
  return { ...describeWrite(key), reason: LOST_RACE, action };
}

/** Removes an item whose attribute must have this value. */
export function removeIf(key: Key, attribute: string, value: unknown): Step {
  const condition = {
    ConditionExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': attribute },
    ExpressionAttributeValues: { ':value': value },
  };
  const action = (TableName: string) => ({ Delete: { TableName, Key: key, ...condition } });
  return { ...describeWrite(key), reason: LOST_RACE, action };
}

/** Checks that an item still has the version with which it was read. */
export function checkUnchanged(key: Key, readVersion: number): Step {
  return {
    ...describeCheck(key),
    reason: LOST_RACE,
    action: (TableName) => ({ ConditionCheck: { TableName, Key: key, ...makeVersionCondition(readVersion) } }),
  };
}

/** Checks that a collection has gained and lost no member since its head was read. `key` is the head's. */
export function checkMembersUnchanged(key: Key, { next, total }: { next: number; total: number }): Step {
  return {
    ...describeCheck(key),
    reason: LOST_RACE,
    action: (TableName) => ({
      ConditionCheck: {
        TableName,
        Key: key,
        ConditionExpression: '#next = :next AND #total = :total',
        ExpressionAttributeNames: { '#next': 'next', '#total': 'total' },
        ExpressionAttributeValues: { ':next': next, ':total': total },
      },
    }),
  };
}

/** Checks that a unit exists and is not being deleted. `key` is the unit's. */
export function checkUnitExists(key: Key, reason: Step['reason'] = LOST_RACE): Step {
  return {
    ...describeCheck(key),
    reason,
    action: (TableName) => ({
      ConditionCheck: {
        TableName,
        Key: key,
        ConditionExpression: 'attribute_exists(pk) AND #deleting = :no',
        ExpressionAttributeNames: { '#deleting': 'deleting' },
        ExpressionAttributeValues: { ':no': false },
      },
    }),
  };
}

/** An update of single attributes: DynamoDB's expressions with their names and values. */
export interface Update {
  readonly set: string;
  /** Absent: unconditional. */
  readonly condition?: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Changes attributes of an item in place. */
export function update(key: Key, change: Update, reason: Step['reason'] = LOST_RACE): Step {
  const action = (TableName: string) => ({ Update: { TableName, Key: key, ...toExpressions(change) } });
  return { ...describeWrite(key), reason, action };
}

/** The update as parameters of DynamoDB. */
export function toExpressions(change: Update) {
  return {
    UpdateExpression: `SET ${change.set}`,
    ...(change.condition === undefined ? {} : { ConditionExpression: change.condition }),
    ExpressionAttributeNames: { ...change.names },
    ExpressionAttributeValues: { ...change.values },
  };
}

function describeWrite({ pk, sk }: Key) {
  return { key: { pk, sk }, isWrite: true };
}

function describeCheck({ pk, sk }: Key) {
  return { key: { pk, sk }, isWrite: false };
}

function makeVersionCondition(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  };
}
