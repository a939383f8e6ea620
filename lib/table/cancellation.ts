import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { AppError } from '../errors.ts';
import { isThrottling, LostRace } from './faults.ts';
import { LOST_RACE, type Step } from './steps.ts';
import { lineOfFirst } from './turns.ts';

/** What a cancelled transaction means: the reason of the first step that tells one, or a race to be run again. */
export function explainCancellation(cause: TransactionCanceledException, steps: readonly Step[]): Error {
  const codes = (cause.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
  const failed = steps.filter((_, index) => codes[index] === 'ConditionalCheckFailed');
  for (const { otherwise } of failed) {
    if (otherwise !== LOST_RACE) return new AppError(otherwise, { cause });
  }
  const met = steps.filter((_, index) => codes[index] === 'TransactionConflict');
  const line = lineOfFirst([...failed, ...met]);
  if (failed.length > 0 || codes.includes('TransactionConflict'))
    return new LostRace('changed_meanwhile', { cause, line });
  return codes.some(isThrottling) ? new LostRace('unavailable', { cause }) : cause;
}
