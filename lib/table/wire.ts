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

/**
 * TableInput and output of DynamoDB's operations on items, and of the one that describes a table. Their values are
 * JavaScript's.
 */
interface TableOperations {
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

export type TableOperation = keyof TableOperations;
export type TableInput<Name extends TableOperation> = TableOperations[Name][0];
export type TableOutput<Name extends TableOperation> = Omit<TableOperations[Name][1], '$metadata'>;

/** Members of inputs and outputs that hold values. All other members are DynamoDB's own. */
const records = new Set([
  'Item',
  'Key',
  'Attributes',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'ExpressionAttributeValues',
]);
const lists = new Set(['Items', 'Keys']);
/** Members whose keys are names of tables, or that list a transaction's actions. */
const byTable = new Set(['RequestItems', 'Responses', 'UnprocessedItems', 'UnprocessedKeys']);

type Convert = (record: object) => Record<string, unknown>;

/** An input as it is sent. */
export function toWire(input: object): object {
  return convertMembers(input, toAttributes);
}

/** An output as the service reads it, made of what was received. */
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

/** What a batch reads from or writes to each table. Its outputs hold the items themselves. */
function convertTables(name: string, tables: object, convert: Convert): object {
  const inside = name === 'Responses' ? 'Items' : '';
  return Object.fromEntries(
    Object.entries(tables).map(([table, part]) => [table, convertMember(inside, part, convert)]),
  );
}
