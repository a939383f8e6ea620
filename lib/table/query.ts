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

/** The partition and the range as conditions of DynamoDB's Query. */
export function toKeyCondition(pk: string, { prefix, between }: KeyRange) {
  const makeCondition = (sortKeyCondition: string, values: Readonly<Record<string, string>>) => ({
    KeyConditionExpression: `pk = :pk${sortKeyCondition}`,
    ExpressionAttributeValues: { ':pk': pk, ...values },
  });
  if (between) return makeCondition(' AND sk BETWEEN :first AND :last', { ':first': between[0], ':last': between[1] });
  if (prefix === undefined) return makeCondition('', {});
  return makeCondition(' AND begins_with(sk, :prefix)', { ':prefix': prefix });
}
