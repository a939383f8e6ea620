/** The items of a partition that a query reads. A range has at most one of `prefix` and `between`. */
export interface KeyRange {
  readonly prefix?: string;
  /** The first and the last sort key, both inclusive. */
  readonly between?: readonly [first: string, last: string];
  /** Absent: by ascending sort key. */
  readonly descending?: boolean;
  /** The maximum number of items; absent: all. */
  readonly limit?: number;
  /** Whether to stop after one page of DynamoDB, which holds up to 1 MB. */
  readonly isOnePage?: boolean;
}

/** Makes DynamoDB's parameters of a query for a range of a partition. */
export function toKeyCondition(pk: string, { prefix, between }: KeyRange) {
  const makeCondition = (sortKeyCondition: string, values: Readonly<Record<string, string>>) => ({
    KeyConditionExpression: `pk = :pk${sortKeyCondition}`,
    ExpressionAttributeValues: { ':pk': pk, ...values },
  });
  if (between) return makeCondition(' AND sk BETWEEN :first AND :last', { ':first': between[0], ':last': between[1] });
  if (prefix === undefined) return makeCondition('', {});
  return makeCondition(' AND begins_with(sk, :prefix)', { ':prefix': prefix });
}
