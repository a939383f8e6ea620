import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { AppError } from '../errors.ts';
import { LOST_RACE, type Step } from './steps.ts';

/** The seconds after which a caller may try again when the store is busy. */
const RETRY_AFTER_S = 1;

/** Names of exceptions, and codes of cancelled transactions, that mean too many requests. */
const throttling = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);

/** Codes of Node's errors that mean a missing or broken connection. */
const broken = new Set([
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
 * A write that failed because somebody else had changed what was read, or because the table was too busy to tell. The
 * caller learns this only if nobody tries again.
 */
export class LostRace extends AppError {
  constructor(reason: 'changed_meanwhile' | 'unavailable', cause?: unknown) {
    super(reason, { cause, retryAfter: RETRY_AFTER_S });
  }
}

/** The failure that tells a caller when to try again: the store is throttled, failing, unreachable or too busy. */
export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
}

/** Whether a single conditional write failed because of its condition. */
export function isConditionFailure(fault: unknown): boolean {
  return isNamed(fault, 'ConditionalCheckFailedException');
}

/** Whether a single call failed because a transaction was changing the same item: a moment later the call works. */
export function isConflict(fault: unknown): boolean {
  return isNamed(fault, 'TransactionConflictException');
}

/** Whether a transaction was cancelled. Its reasons tell why. */
export function isCancellation(fault: unknown): fault is TransactionCanceledException {
  return isNamed(fault, 'TransactionCanceledException');
}

/** Whether an exception's name or a cancellation's code means that the table was too busy. */
function isThrottling(name: string): boolean {
  return throttling.has(name);
}

/**
 * The error to throw for a fault: `unavailable` where the store is throttled, failing or unreachable after the client's
 * retries. Any other fault is our defect and stays as it is.
 */
export function translateFault(fault: unknown): unknown {
  return isPassing(fault) ? unavailable(fault) : fault;
}

/**
 * An answer that is cut off or no JSON. It stands in place of a parser's error, which quotes what was read: it may be a
 * password's hash.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  /** Lets the SDK try the call again. */
  readonly $retryable = {};

  constructor(answer: object) {
    super(`an answer of status ${statusOf(answer)}`);
  }
}

/** The error to throw for a cancelled transaction: the reason of the first step that has one, otherwise a lost race. */
export function explainCancellation(cause: TransactionCanceledException, steps: readonly Step[]): Error {
  const codes = (cause.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
  const failed = steps.filter((_, index) => codes[index] === 'ConditionalCheckFailed');
  for (const { otherwise } of failed) {
    if (otherwise !== LOST_RACE) return new AppError(otherwise, { cause });
  }
  if (failed.length > 0 || codes.includes('TransactionConflict')) return new LostRace('changed_meanwhile', cause);
  return codes.some(isThrottling) ? new LostRace('unavailable', cause) : cause;
}

/** Name and code come first: a fault bears the status of an answer that was cut off, too. */
function isPassing(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (isThrottling(fault.name) || fault.name === 'TimeoutError' || fault instanceof UnreadableAnswer) return true;
  if ('code' in fault && broken.has(String(fault.code))) return true;
  return statusOf(fault) >= 500;
}

/** The status of an answer that a fault, or what was read of it, bears; 0 where there was none. */
function statusOf(answer: { readonly $metadata?: { readonly httpStatusCode?: number } } | object): number {
  return ('$metadata' in answer && answer.$metadata?.httpStatusCode) || 0;
}

function isNamed(fault: unknown, name: string): boolean {
  return fault instanceof Error && fault.name === name;
}
