// The inputs and outputs of DynamoDB's operations, as far as the loose table (loose-table.ts) reads them.

import type { Key } from '../../../tables/keys.ts';

/** An item as the client has it. */
export type Item = Key & Readonly<Record<string, unknown>>;

interface Put {
  readonly Item: Item;
}
interface Keyed {
  readonly Key: Key;
}

/** The actions of a transaction that writes or reads. */
export interface TransactionInput {
  readonly TransactItems: readonly {
    readonly Put?: Put;
    readonly Update?: Keyed;
    readonly Delete?: Keyed;
    readonly ConditionCheck?: Keyed;
    readonly Get?: Keyed;
  }[];
}

export type SingleInput = Partial<Put & Keyed> & { readonly ConsistentRead?: boolean };

export type BatchWriteInput = Readonly<{
  RequestItems: Readonly<Record<string, readonly { readonly PutRequest?: Put; readonly DeleteRequest?: Keyed }[]>>;
}>;

export type BatchReadInput = Readonly<{
  RequestItems: Readonly<Record<string, { readonly Keys: readonly Key[]; readonly ConsistentRead?: boolean }>>;
}>;

export interface RangeInput {
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly ScanIndexForward?: boolean;
  readonly ExclusiveStartKey?: Key;
  readonly Limit?: number;
  readonly ConsistentRead?: boolean;
}

/** The answer to a read of many items. */
export interface RangeOutput {
  Items?: Item[];
  LastEvaluatedKey?: Key | undefined;
}

/** A text for a key. No two keys have the same. */
export function toKeyText({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

/** The keys of a transaction in the order of its actions, and those of items that it does not only check. */
export function transactionKeys({ TransactItems }: TransactionInput): { keys: Key[]; notOnlyChecked: Key[] } {
  const keys = TransactItems.map((action) =>
    inputKey(action.Put ?? action.Update ?? action.Delete ?? findCheckOrGet(action)),
  );
  return { keys, notOnlyChecked: keys.filter((_, index) => !TransactItems[index]?.ConditionCheck) };
}

function findCheckOrGet({ ConditionCheck, Get }: TransactionInput['TransactItems'][number]): Keyed {
  const checkOrGet = ConditionCheck ?? Get;
  if (!checkOrGet) throw new Error('the loose table does not know an action of this transaction');
  return checkOrGet;
}

export function inputKey({ Item, Key }: SingleInput): Key {
  const key = Key ?? Item;
  if (!key) throw new Error('the loose table finds no key in a call');
  return { pk: key.pk, sk: key.sk };
}

/** Whether an answer of a query or scan would contain the item with this key if it existed. */
export type KeyTest = (key: Key) => boolean;

/**
 * Makes the test of the keys that an answer covers.
 * @throws Error for an expression that the service does not use, since it would be misread silently.
 */
export function makeKeyTest(input: RangeInput, { LastEvaluatedKey }: RangeOutput): KeyTest {
  const { KeyConditionExpression, ExpressionAttributeValues: values = {}, ExclusiveStartKey } = input;
  if ('FilterExpression' in input || 'ProjectionExpression' in input || 'IndexName' in input) {
    throw new Error('the loose table does not know filters, projections and indexes');
  }
  // The order of partitions in a scan is unknown: what a page leaves out may be on another page.
  if (KeyConditionExpression === undefined) return () => !ExclusiveStartKey && !LastEvaluatedKey;
  const matches = parseCondition(KeyConditionExpression, values);
  const sign = input.ScanIndexForward === false ? -1 : 1;
  const isAfter = (key: Key, other: Key) => sign * compare(key, other) > 0;
  return (key) =>
    matches(key) &&
    (!ExclusiveStartKey || isAfter(key, ExclusiveStartKey)) &&
    (!LastEvaluatedKey || !isAfter(key, LastEvaluatedKey));
}

function parseCondition(expression: string, values: Readonly<Record<string, unknown>>): KeyTest {
  const match = /^pk = (:\w+)(?: AND (?:begins_with\(sk, (:\w+)\)|sk BETWEEN (:\w+) AND (:\w+)))?$/.exec(expression);
  if (!match) throw new Error(`the loose table does not know the condition ${expression}`);
  const [pk, prefix, first, last] = match.slice(1).map((name) => (name ? String(values[name]) : undefined));
  return (key) =>
    key.pk === pk &&
    (prefix === undefined || key.sk.startsWith(prefix)) &&
    (first === undefined || last === undefined || (key.sk >= first && key.sk <= last));
}

/** Sorts the items of one partition in the order in which the query reads them. */
export function sortItems(items: readonly Item[], { KeyConditionExpression, ScanIndexForward }: RangeInput): Item[] {
  if (KeyConditionExpression === undefined) return [...items];
  return items.toSorted((a, b) => (ScanIndexForward === false ? compare(b, a) : compare(a, b)));
}

function compare(a: Key, b: Key): number {
  return Buffer.compare(Buffer.from(a.sk), Buffer.from(b.sk));
}
