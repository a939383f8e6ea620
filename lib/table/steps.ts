import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../tables/keys.ts';
import type { Reason } from '../errors.ts';

/** An item as it is read. Its reader must parse everything but the key. */
export type Item = Key & Readonly<Record<string, unknown>>;

/** In place of a reason: somebody else changed the item first. Reading again and repeating the write may help. */
export const LOST_RACE = 'lost_race';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One action of a transaction, with its condition and what it means if that fails. */
export interface Step {
  /** The item it concerns. */
  readonly key: Key;
  /** Whether it writes; otherwise it only demands something. */
  readonly isWrite: boolean;
  /** The name of the written thing in the log of operations, where its key does not tell. */
  readonly thing?: readonly [kind: string, id: number];
  readonly otherwise: Reason | typeof LOST_RACE;
  /** The action for a table of that name. */
  readonly action: (table: string) => TransactItem;
}

/** Writes an item that must not exist yet. */
export function insert<T extends Key>(item: T, otherwise: Step['otherwise'] = LOST_RACE): Step {
  return {
    ...writes(item),
    otherwise,
    action: (TableName) => ({ Put: { TableName, Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } }),
  };
}

/** Writes an item that must not exist, or whose time must be over (`ttl` and `now` in seconds since the epoch). */
export function claim<T extends Key & { ttl: number }>(item: T, now: number, otherwise: Step['otherwise']): Step {
  const condition = {
    ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': now },
  };
  return {
    ...writes(item),
    otherwise,
    action: (TableName) => ({ Put: { TableName, Item: { ...item }, ...condition } }),
  };
}

/** Replaces an item that must still have the version it was read with. */
export function replace<T extends Key & { version: number }>(item: T, readVersion: number): Step {
  return {
    ...writes(item),
    otherwise: LOST_RACE,
    action: (TableName) => ({ Put: { TableName, Item: { ...item }, ...versionIs(readVersion) } }),
  };
}

/** Writes an item whatever was there. Another step of the same transaction must guard it. */
export function put<T extends Key>(item: T): Step {
  const action = (TableName: string) => ({ Put: { TableName, Item: { ...item } } });
  return { ...writes(item), otherwise: LOST_RACE, action };
}

/** Removes an item that must still have the version it was read with. Without a version, it removes any. */
export function remove(key: Key, readVersion?: number): Step {
  const condition = readVersion === undefined ? {} : versionIs(readVersion);
  const action = (TableName: string) => ({ Delete: { TableName, Key: key, ...condition } });
  return { ...writes(key), otherwise: LOST_RACE, action };
}

/** Removes an item while an attribute still has the value it was read with. */
export function removeWhile(key: Key, name: string, value: unknown): Step {
  const condition = {
    ConditionExpression: '#name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': value },
  };
  const action = (TableName: string) => ({ Delete: { TableName, Key: key, ...condition } });
  return { ...writes(key), otherwise: LOST_RACE, action };
}

/** Demands that an item still has the version it was read with. */
export function unchanged(key: Key, readVersion: number): Step {
  return {
    ...demands(key),
    otherwise: LOST_RACE,
    action: (TableName) => ({ ConditionCheck: { TableName, Key: key, ...versionIs(readVersion) } }),
  };
}

/** Demands that a collection has neither gained nor lost a member since its head was read. `key` is the head's. */
export function steady(key: Key, { next, total }: { next: number; total: number }): Step {
  return {
    ...demands(key),
    otherwise: LOST_RACE,
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

/** Demands that a unit exists and is not being deleted. `key` is the unit's. */
export function alive(key: Key, otherwise: Step['otherwise'] = LOST_RACE): Step {
  return {
    ...demands(key),
    otherwise,
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

/** An update: its changes and its condition, with names and values as DynamoDB's expressions have them. */
export interface Update {
  readonly set: string;
  /** Absent: whatever was there. */
  readonly condition?: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Changes attributes of an item in place. */
export function update(key: Key, change: Update, otherwise: Step['otherwise'] = LOST_RACE): Step {
  const action = (TableName: string) => ({ Update: { TableName, Key: key, ...toExpressions(change) } });
  return { ...writes(key), otherwise, action };
}

/** The parameters of an update as DynamoDB wants them. */
export function toExpressions(change: Update) {
  return {
    UpdateExpression: `SET ${change.set}`,
    ...(change.condition === undefined ? {} : { ConditionExpression: change.condition }),
    ExpressionAttributeNames: { ...change.names },
    ExpressionAttributeValues: { ...change.values },
  };
}

function writes({ pk, sk }: Key) {
  return { key: { pk, sk }, isWrite: true };
}

function demands({ pk, sk }: Key) {
  return { key: { pk, sk }, isWrite: false };
}

function versionIs(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  };
}
