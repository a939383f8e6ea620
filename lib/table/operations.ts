import type { DescribeTableCommandInput, DescribeTableCommandOutput } from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactGetCommandInput,
  TransactGetCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { fromAttributes, toAttributes } from './attributes.ts';

/** What DynamoDB's operations on items, and the one that tells of a table, take and answer, their values as JavaScript has them. */
interface Operations {
  BatchGetItem: [BatchGetCommandInput, BatchGetCommandOutput];
  BatchWriteItem: [BatchWriteCommandInput, BatchWriteCommandOutput];
  DescribeTable: [DescribeTableCommandInput, DescribeTableCommandOutput];
  DeleteItem: [DeleteCommandInput, DeleteCommandOutput];
  GetItem: [GetCommandInput, GetCommandOutput];
  PutItem: [PutCommandInput, PutCommandOutput];
  Query: [QueryCommandInput, QueryCommandOutput];
  Scan: [ScanCommandInput, ScanCommandOutput];
  TransactGetItems: [TransactGetCommandInput, TransactGetCommandOutput];
  TransactWriteItems: [TransactWriteCommandInput, TransactWriteCommandOutput];
  UpdateItem: [UpdateCommandInput, UpdateCommandOutput];
}

export type Operation = keyof Operations;
export type Input<Name extends Operation> = Operations[Name][0];
export type Output<Name extends Operation> = Omit<Operations[Name][1], '$metadata'>;

/** Members of inputs and answers that hold values; all others are DynamoDB's own. */
const records = new Set([
  'Item',
  'Key',
  'Attributes',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'ExpressionAttributeValues',
]);
const lists = new Set(['Items', 'Keys']);
/** Members that name tables, or are in the order of a transaction's actions: names of tables are no members. */
const byTable = new Set(['RequestItems', 'Responses', 'UnprocessedItems', 'UnprocessedKeys']);

type Convert = (record: object) => Record<string, unknown>;

/** An input as it goes over the wire. */
export function toWire(input: object): object {
  return convertMembers(input, toAttributes);
}

/** An answer from the wire as the service has it. */
export function fromWire(output: object): object {
  return convertMembers(output, fromAttributes);
}

function convertMembers(value: object, convert: Convert): object {
  const converted: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) converted[name] = convertMember(name, member, convert);
  return converted;
}

function convertMember(name: string, member: unknown, convert: Convert): unknown {
  if (typeof member !== 'object' || member === null) return member;
  if (records.has(name)) return convert(member);
  if (Array.isArray(member))
    return member.map((entry) => (lists.has(name) ? convert(entry) : convertMembers(entry, convert)));
  if (byTable.has(name)) return convertTables(name, member, convert);
  return convertMembers(member, convert);
}

/** What a batch takes from or puts into each table: the items themselves in its answers. */
function convertTables(name: string, tables: object, convert: Convert): object {
  const inside = name === 'Responses' ? 'Items' : '';
  return Object.fromEntries(
    Object.entries(tables).map(([table, part]) => [table, convertMember(inside, part, convert)]),
  );
}
