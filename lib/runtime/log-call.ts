import type { Context } from 'aws-lambda';
import type { Logger } from './logger.ts';

/** The facts in each line of one call beside its ids, named as Powertools names them. */
interface CallFacts {
  /** Whether the call is the first of its process. */
  readonly cold_start: boolean;
  /** The request's id, which the caller gets. */
  readonly correlation_id?: string;
}

/** The log of one call of a Lambda function. Its lines say which call it is. */
export function logCall(log: Logger, { functionName, awsRequestId }: Context, facts: CallFacts): Logger {
  return log.with({ function_name: functionName, function_request_id: awsRequestId, ...facts });
}
