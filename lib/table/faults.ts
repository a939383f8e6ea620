import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { AppError } from '../errors.ts';
import { LOST_RACE, type Step } from './steps.ts';

/** The seconds after which a caller may retry when the table is busy. */
const RETRY_AFTER_S = 1;

/** Names of exceptions, and codes of cancelled transactions, that mean throttling. */
const throttlingNames = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);

/** Codes of Node's errors that mean that the connection failed or broke. */
const connectionErrorCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * The error for a call that may succeed when it is repeated: another writer changed the same items, or the table was too
 * busy. `retryLostRaces` repeats it. The caller sees this error only after the last attempt.
 */
export class RepeatableError extends AppError {
  constructor(reason: 'changed_meanwhile' | 'unavailable', cause?: unknown) {
    super(reason, { cause, retryAfter: RETRY_AFTER_S });
  }
}

/** The error for what fails or stays too busy although it was retried. `retryLostRaces` does not repeat the call. */
export function finalUnavailableError(cause?: unknown): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
}

/** Whether a single conditional write failed because of its condition. */
export function isConditionFailure(fault: unknown): boolean {
  return isNamed(fault, 'ConditionalCheckFailedException');
}

/** Whether a transaction was cancelled: for a failed condition, a conflict, or throttling. */
export function isCancellation(fault: unknown): fault is TransactionCanceledException {
  return isNamed(fault, 'TransactionCanceledException');
}

/**
 * The error to throw for a fault of the SDK. `steps` are those of the call if it is a transaction. A transient fault that
 * outlasted the SDK's retries is `unavailable`. Any other fault is a defect of ours and is returned unchanged.
 */
export function translateFault(fault: unknown, steps: readonly Step[] = []): unknown {
  if (isCancellation(fault)) return explainCancellation(fault, steps);
  // A transaction is changing the item. A call sent alone depends on no earlier read, so for its caller the table is busy.
  if (isNamed(fault, 'TransactionConflictException')) return new RepeatableError('unavailable', fault);
  return isTransient(fault) ? finalUnavailableError(fault) : fault;
}

/**
 * The error for an answer that was cut off or is not JSON. It replaces the parser's error, which quotes the answer and
 * so may contain the hash of a password.
 */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
  /** Makes the SDK retry the call. */
  readonly $retryable = {};

  constructor(answer: object) {
    super(`an answer of status ${readHttpStatus(answer)}`);
  }
}

/**
 * The error for a cancelled transaction: the reason of the first failed step that has one, else a lost race. Where nothing
 * but throttling cancelled it, `unavailable`; else the fault itself.
 */
function explainCancellation(cause: TransactionCanceledException, steps: readonly Step[]): Error {
  const codes = (cause.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  const failedSteps = steps.filter((_, index) => codes[index] === 'ConditionalCheckFailed');
  for (const { reason } of failedSteps) {
    if (reason !== LOST_RACE) return new AppError(reason, { cause });
  }
  if (failedSteps.length > 0 || codes.includes('TransactionConflict'))
    return new RepeatableError('changed_meanwhile', cause);
  // The SDK does not retry a cancelled transaction, unlike a throttled call.
  return codes.some((code) => throttlingNames.has(code)) ? new RepeatableError('unavailable', cause) : cause;
}

/** Whether the fault is transient. The status alone does not decide: an answer that was cut off has the status 200. */
function isTransient(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (throttlingNames.has(fault.name) || fault.name === 'TimeoutError' || fault instanceof UnreadableAnswerError)
    return true;
  if ('code' in fault && connectionErrorCodes.has(String(fault.code))) return true;
  return readHttpStatus(fault) >= 500;
}

/** The HTTP status of a fault or of an answer; 0 where there was no answer. */
function readHttpStatus(faultOrAnswer: object): number {
  const { $metadata }: { readonly $metadata?: { readonly httpStatusCode?: number } } = faultOrAnswer;
  return $metadata?.httpStatusCode ?? 0;
}

const isNamed = (fault: unknown, name: string) => fault instanceof Error && fault.name === name;
