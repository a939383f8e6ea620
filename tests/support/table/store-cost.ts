import type { TableOperation } from './layer.ts';

/** The cost of one call to the store. */
export interface Cost {
  readonly readUnits: number;
  /** Write units without those of refills. */
  readonly writeUnits: number;
  /** Write units that write copies of rows, which no reader relies on. */
  readonly refillUnits: number;
  /** Bytes of the returned items, by DynamoDB's rules for the size of an item. */
  readonly bytesRead: number;
  /** Bytes of the written items; of an update in place, of its values. */
  readonly bytesWritten: number;
}

/** The parts of an answer that determine its cost. */
export interface TableOutput {
  /** A list by table for calls that may name several. */
  readonly ConsumedCapacity?: Capacity | readonly Capacity[] | undefined;
  /** The items of a query. */
  readonly Items?: readonly unknown[] | undefined;
  /** The items of a batch. */
  readonly Responses?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

interface Capacity {
  readonly CapacityUnits?: number | undefined;
}

/** Partitions of copies end with this. */
const CACHE_PARTITION = /#CHUNK$/;
const READS: ReadonlySet<TableOperation> = new Set(['BatchGetItem', 'GetItem', 'Query', 'TransactGetItems']);
/** Bytes that DynamoDB adds for a list or a map, and for each member. */
const CONTAINER_BYTES = 3;
const ENTRY_BYTES = 1;

/** The input of a command with the request for its consumed capacity. */
export function withCapacity<T extends object>(input: T): T {
  return { ...input, ReturnConsumedCapacity: 'TOTAL' };
}

export function callCost(operation: TableOperation, input: object, output: TableOutput): Cost {
  const { ConsumedCapacity = [] } = output;
  const capacities = [ConsumedCapacity].flat() as readonly Capacity[];
  const units = capacities.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  const isRead = READS.has(operation);
  const isRefill = !isRead && putsIntoCache(input);
  const read = [...(output.Items ?? []), ...Object.values(output.Responses ?? {}).flat()];
  return {
    readUnits: isRead ? units : 0,
    writeUnits: isRead || isRefill ? 0 : units,
    refillUnits: isRefill ? units : 0,
    bytesRead: isRead ? read.reduce<number>((sum, item) => sum + itemBytes(item), 0) : 0,
    bytesWritten: isRead ? 0 : bytesPut(input),
  };
}

/** The size of an item as the client has it: names and texts in UTF-8, numbers by their digits. */
function itemBytes(item: unknown): number {
  if (!isRecord(item)) return 0;
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, entry) => sum + ENTRY_BYTES + valueBytes(entry), CONTAINER_BYTES);
  }
  if (isRecord(value)) return CONTAINER_BYTES + Object.keys(value).length * ENTRY_BYTES + itemBytes(value);
  return value === undefined ? 0 : 1;
}

/** About one byte for two significant digits, and one more. */
function numberBytes(value: number): number {
  const digits = String(Math.abs(value)).replace('.', '').replace(/^0+/, '').length;
  return Math.ceil(digits / 2) + 1;
}

/** The written bytes: an item or a value of an update, wherever in the input it is. */
function bytesPut(input: unknown): number {
  if (Array.isArray(input)) return input.reduce<number>((sum, part) => sum + bytesPut(part), 0);
  if (!isRecord(input)) return 0;
  const { Item, Update, ...rest } = input;
  const isUpdate = typeof input['UpdateExpression'] === 'string';
  const here = itemBytes(Item) + (isUpdate ? itemBytes(input['ExpressionAttributeValues']) : 0);
  if (isUpdate) return here;
  return here + bytesPut(Update) + bytesPut(Object.values(rest).filter((part) => typeof part === 'object'));
}

function putsIntoCache(input: object): boolean {
  return 'Item' in input && isRecord(input.Item) && CACHE_PARTITION.test(String(input.Item['pk']));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
