/** Which items of a partition a query reads. */
export interface KeyRange {
  readonly prefix?: string;
  /** First and last sort key, both included. */
  readonly between?: readonly [string, string];
  readonly descending?: boolean;
  /** The most items to read; absent: all. */
  readonly limit?: number;
  /** Whether one page is enough: as much as the store gives at once, which is 1 MB. */
  readonly isAtOnce?: boolean;
}

/** How far a query has come: how many items it has read, and where it goes on. */
interface Progress {
  readonly read: number;
  readonly from: Record<string, unknown> | undefined;
}

/** The parameters of a query, or of the rest of it, as DynamoDB wants them. */
export function toQuery(table: string, pk: string, range: KeyRange, { read, from }: Progress) {
  const { descending = false, limit } = range;
  const sortKey = sortKeyCondition(range);
  return {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: `pk = :pk${sortKey.expression}`,
    ExpressionAttributeValues: { ':pk': pk, ...sortKey.values },
    ScanIndexForward: !descending,
    ReturnConsumedCapacity: 'TOTAL' as const,
    ...(limit === undefined ? {} : { Limit: limit - read }),
    ...(from ? { ExclusiveStartKey: from } : {}),
  };
}

function sortKeyCondition({ prefix, between }: KeyRange): { expression: string; values: Record<string, string> } {
  if (between) {
    return { expression: ' AND sk BETWEEN :first AND :last', values: { ':first': between[0], ':last': between[1] } };
  }
  return prefix === undefined
    ? { expression: '', values: {} }
    : { expression: ' AND begins_with(sk, :prefix)', values: { ':prefix': prefix } };
}
