/**
 * The exceptions that reading and writing items can raise, alone, in batches and in transactions; the others belong to
 * tables, backups, exports and statements. One of those would come as a `DynamoDBServiceException` with its name and
 * status, which is how `lib/table/faults.ts` looks at what it has no class for.
 */
const raised = new Set([
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Whether an exception has a class of its own in a bundle. */
export function isRaised(name: string): boolean {
  return raised.has(name);
}
