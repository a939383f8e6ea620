import { AppError } from '../errors.ts';
import { LOST_RACE, lineOfFirst, type Step } from './steps.ts';
import { TableFault } from './table-fault.ts';

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
  /** The line to stand in before another try; undefined where the other writers are unknown. */
  readonly line: string | undefined;

  constructor(
    reason: 'changed_meanwhile' | 'unavailable',
    { cause, line }: { cause?: unknown; line?: string | undefined } = {},
  ) {
    super(reason, { cause, retryAfter: RETRY_AFTER_S });
    this.line = line;
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
export function isCancellation(fault: unknown): fault is TableFault {
  return isNamed(fault, 'TransactionCanceledException');
}

/** Whether an exception's name or a cancellation's code means that the table was too busy. */
export function isThrottling(name: string): boolean {
  return throttling.has(name);
}

/** The kind of a fault as AWS's retries name it. Only the first two kinds are tried again. */
export function retryKindOf(fault: unknown): 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR' {
  if (fault instanceof TableFault && isThrottling(fault.name)) return 'THROTTLING';
  const isUntimely = fault instanceof TableFault && fault.isUntimely;
  return isUntimely || isPassing(fault) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

/**
 * The error to throw for a fault: `unavailable` where the store is throttled, failing or unreachable after the client's
 * retries. Any other fault is our defect and stays as it is.
 */
export function translateFault(fault: unknown): unknown {
  return isPassing(fault) ? unavailable(fault) : fault;
}

/** The error to throw for a cancelled transaction: the reason of the first step that has one, otherwise a lost race. */
export function explainCancellation(cause: TableFault, steps: readonly Step[]): Error {
  const codes = cause.reasons.map((reason) => reason.Code ?? 'None');
  const failed = steps.filter((_, index) => codes[index] === 'ConditionalCheckFailed');
  for (const { otherwise } of failed) {
    if (otherwise !== LOST_RACE) return new AppError(otherwise, { cause });
  }
  const met = steps.filter((_, index) => codes[index] === 'TransactionConflict');
  const line = lineOfFirst([...failed, ...met]);
  if (failed.length > 0 || codes.includes('TransactionConflict')) {
    return new LostRace('changed_meanwhile', { cause, line });
  }
  return codes.some(isThrottling) ? new LostRace('unavailable', { cause }) : cause;
}

function isPassing(fault: unknown): boolean {
  if (fault instanceof TableFault) return isThrottling(fault.name) || fault.status >= 500;
  // The service has not answered: the connection failed or timed out.
  return (
    fault instanceof Error && (fault.name === 'TimeoutError' || ('code' in fault && broken.has(String(fault.code))))
  );
}

function isNamed(fault: unknown, name: string): fault is TableFault {
  return fault instanceof TableFault && fault.name === name;
}
