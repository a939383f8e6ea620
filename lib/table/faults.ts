import { AppError } from '../errors.ts';
import { LOST_RACE, lineOfFirst, type Step } from './steps.ts';
import { TableFault } from './table-fault.ts';

/** Seconds that a caller is told to wait before another try when the store is busy. */
const RETRY_AFTER_S = 1;

/** Names of exceptions, and codes of cancelled transactions, that mean: too much at once. */
const throttling = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);

/** Codes of Node's errors that mean: no connection, or one that broke. */
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
 * A write that failed because somebody else had changed what was read, or because the table was too busy to find out.
 * The caller is told so only where nobody tries again.
 */
export class LostRace extends AppError {
  /** The line to stand in before another try; undefined where nobody knows who the others are. */
  readonly line: string | undefined;

  constructor(
    reason: 'changed_meanwhile' | 'unavailable',
    { cause, line }: { cause?: unknown; line?: string | undefined } = {},
  ) {
    super(reason, { cause, retryAfter: RETRY_AFTER_S });
    this.line = line;
  }
}

/** The failure that tells a caller when to try again: the store is throttled, failing, out of reach or too busy. */
export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
}

/** Whether a single conditional write failed for its condition. */
export function isConditionFailure(fault: unknown): boolean {
  return isNamed(fault, 'ConditionalCheckFailedException');
}

/** Whether a single call met a transaction that was changing the same item: the same call works a moment later. */
export function isConflict(fault: unknown): boolean {
  return isNamed(fault, 'TransactionConflictException');
}

/** Whether a transaction was cancelled: its reasons say why. */
export function isCancellation(fault: unknown): fault is TableFault {
  return isNamed(fault, 'TransactionCanceledException');
}

/** Whether an exception's name or a cancellation's code means that the table was too busy. */
export function isThrottling(name: string): boolean {
  return throttling.has(name);
}

/** What a fault means for another try, in the words of AWS's retries: only the first two are tried again. */
export function kindOf(fault: unknown): 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR' {
  if (fault instanceof TableFault && isThrottling(fault.name)) return 'THROTTLING';
  const isUntimely = fault instanceof TableFault && fault.isUntimely;
  return isUntimely || isPassing(fault) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

/**
 * What to throw for a fault: `unavailable` where the store is throttled, failing or out of reach after the client's
 * retries. Any other fault is a defect of ours and stays as it came.
 */
export function translateFault(fault: unknown): unknown {
  return isPassing(fault) ? unavailable(fault) : fault;
}

/** What a cancelled transaction means: the reason of the first step that has one, or else a lost race. */
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
