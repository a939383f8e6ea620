/** Which items of a partition a query reads. It has at most one of `prefix` and `between`. */
export interface KeyRange {
  readonly prefix?: string;
  /** The first and the last sort key, both inclusive. */
  readonly between?: readonly [string, string];
  readonly descending?: boolean;
  /** The maximum number of items; absent: all. */
  readonly limit?: number;
  /** Whether to stop after one page of DynamoDB, which holds up to 1 MB. */
  readonly isOnePage?: boolean;
}

/** The progress of a query: how many items it has read, and the key of the last one; undefined before the first page. */
interface Progress {
  readonly readCount: number;
  readonly lastKey: Record<string, unknown> | undefined;
}

/** The parameters of DynamoDB's Query for the next page. */
export function toQuery(table: string, pk: string, range: KeyRange, { readCount, lastKey }: Progress) {
  const { descending = false, limit } = range;
  const sortKey = makeSortKeyCondition(range);
  return {
    TableName: table,
    KeyConditionExpression: `pk = :pk${sortKey.expression}`,
    ExpressionAttributeValues: { ':pk': pk, ...sortKey.values },
    ScanIndexForward: !descending,
    ReturnConsumedCapacity: 'TOTAL' as const,
    ...(limit === undefined ? {} : { Limit: limit - readCount }),
    ...(lastKey ? { ExclusiveStartKey: lastKey } : {}),
  };
}

function makeSortKeyCondition({ prefix, between }: KeyRange): { expression: string; values: Record<string, string> } {
  if (between)
    return { expression: ' AND sk BETWEEN :first AND :last', values: { ':first': between[0], ':last': between[1] } };
  return prefix === undefined
    ? { expression: '', values: {} }
    : { expression: ' AND begins_with(sk, :prefix)', values: { ':prefix': prefix } };
}
