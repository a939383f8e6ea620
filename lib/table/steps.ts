import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../tables/keys.ts';
import type { Reason } from '../errors.ts';

/** An item as it is read. Its readers must parse everything but the key. */
export type Item = Key & Readonly<Record<string, unknown>>;

/** Stands for a reason where another writer was faster. `retryLostRaces` then reads again and repeats the transaction. */
export const LOST_RACE = 'lost_race';

/** The condition that the item exists. */
export const EXISTS = 'attribute_exists(pk)';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One action of a transaction, with its condition and the error that a failed condition means. */
export interface Step {
  readonly key: Key;
  /** Whether it writes the item; otherwise it only checks a condition. */
  readonly isWrite: boolean;
  /** How the log of operations names the item; absent: as its key says. */
  readonly loggedAs?: readonly [kind: string, id: number];
  /** What a failed condition means. */
  readonly reason: Reason | typeof LOST_RACE;
  readonly makeAction: (tableName: string) => TransactItem;
}

/** Writes an item that must not exist yet. */
export function insertStep<T extends Key>(item: T, reason: Step['reason'] = LOST_RACE): Step {
  const condition = { ConditionExpression: 'attribute_not_exists(pk)' };
  return writeStep(item, (TableName) => ({ Put: { TableName, Item: { ...item }, ...condition } }), reason);
}

/** Writes an item that must not exist or must have expired. `ttl` and `nowSeconds` are in seconds since the epoch. */
export function claimStep<T extends Key & { ttl: number }>(item: T, nowSeconds: number, reason: Step['reason']): Step {
  const condition = toCondition('attribute_not_exists(pk) OR #ttl <= :now', { ':now': nowSeconds });
  return writeStep(item, (TableName) => ({ Put: { TableName, Item: { ...item }, ...condition } }), reason);
}

/** Replaces an item that must still have the version with which it was read. */
export function replaceStep<T extends Key & { version: number }>(item: T, readVersion: number): Step {
  const condition = makeVersionCondition(readVersion);
  return writeStep(item, (TableName) => ({ Put: { TableName, Item: { ...item }, ...condition } }));
}

/** Writes an item unconditionally. Another step of the transaction must check that nothing is overwritten. */
export function putStep<T extends Key>(item: T): Step {
  return writeStep(item, (TableName) => ({ Put: { TableName, Item: { ...item } } }));
}

/** Removes an item that must still have the version with which it was read; without a version, unconditionally. */
export function removeStep(key: Key, readVersion?: number): Step {
  const condition = readVersion === undefined ? {} : makeVersionCondition(readVersion);
  return writeStep(key, (TableName) => ({ Delete: { TableName, Key: key, ...condition } }));
}

/** Removes an item whose attribute must have this value. */
export function removeIfStep(key: Key, attribute: string, value: unknown): Step {
  const condition = toCondition(`#${attribute} = :value`, { ':value': value });
  return writeStep(key, (TableName) => ({ Delete: { TableName, Key: key, ...condition } }));
}

/** Checks that an item still has the version with which it was read. */
export function checkUnchangedStep(key: Key, readVersion: number): Step {
  return checkStep(key, makeVersionCondition(readVersion));
}

/** Checks that a collection has gained and lost no member since its head was read. */
export function checkMembersUnchangedStep(headKey: Key, { next, total }: { next: number; total: number }): Step {
  return checkStep(headKey, toCondition('#next = :next AND #total = :total', { ':next': next, ':total': total }));
}

/** Checks that an item exists and is not being deleted. Only an item with a `deleting` attribute can be checked so. */
export function checkExistsStep(key: Key, reason: Step['reason'] = LOST_RACE): Step {
  return checkStep(key, toCondition(`${EXISTS} AND #deleting = :no`, { ':no': false }), reason);
}

/** An update of single attributes. In expressions `#name` is the attribute `name`, and `:name` its new value. */
export interface Update {
  /** The new values by their attributes; none may be undefined. An update has these, `assignments` or both. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** The assignments of values which depend on the stored ones, as an expression. */
  readonly assignments?: string;
  /** The expression of the condition; absent: unconditional. */
  readonly condition?: string;
  /** The other values of the expressions, by `:name`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Changes attributes of an item in place. Without a condition, it creates an absent item. */
export function updateStep(key: Key, change: Update, reason: Step['reason'] = LOST_RACE): Step {
  return writeStep(key, (TableName) => ({ Update: { TableName, Key: key, ...toExpressions(change) } }), reason);
}

/** Makes DynamoDB's parameters of an update. */
export function toExpressions({ set = {}, assignments, condition, values }: Update) {
  const setAttributes = Object.keys(set).map((name) => `#${name} = :${name}`);
  const allAssignments = [...setAttributes, ...(assignments === undefined ? [] : [assignments])].join(', ');
  const newValues = Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value]));
  return {
    UpdateExpression: `SET ${allAssignments}`,
    ...(condition === undefined ? {} : { ConditionExpression: condition }),
    ExpressionAttributeNames: toNameByPlaceholder(`${allAssignments} ${condition ?? ''}`),
    ExpressionAttributeValues: { ...newValues, ...values },
  };
}

/** Makes DynamoDB's parameters of a condition. `#name` stands for the attribute `name`. */
export function toCondition(expression: string, values: NonNullable<Update['values']>) {
  const ExpressionAttributeNames = toNameByPlaceholder(expression);
  return { ConditionExpression: expression, ExpressionAttributeNames, ExpressionAttributeValues: { ...values } };
}

function toNameByPlaceholder(expression: string): Record<string, string> {
  return Object.fromEntries([...expression.matchAll(/#(\w+)/g)].map(([placeholder, name = '']) => [placeholder, name]));
}

function writeStep({ pk, sk }: Key, makeAction: Step['makeAction'], reason: Step['reason'] = LOST_RACE): Step {
  return { key: { pk, sk }, isWrite: true, reason, makeAction };
}

function checkStep(key: Key, condition: ReturnType<typeof toCondition>, reason: Step['reason'] = LOST_RACE): Step {
  const makeAction = (TableName: string) => ({ ConditionCheck: { TableName, Key: key, ...condition } });
  return { key: { pk: key.pk, sk: key.sk }, isWrite: false, reason, makeAction };
}

const makeVersionCondition = (version: number) => toCondition('#version = :version', { ':version': version });
