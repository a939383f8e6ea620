import type { Context } from 'aws-lambda';
import type { Logger } from './logger.ts';

/** What the lines of one call say beside the call's ids, in the words of Powertools. */
interface CallFacts {
  /** Whether the call is the first of its process. */
  readonly cold_start: boolean;
  /** Of the request, as the caller is told it. */
  readonly correlation_id?: string;
}

/** The log of one call of a Lambda function: its lines say which. */
export function logCall(log: Logger, { functionName, awsRequestId }: Context, facts: CallFacts): Logger {
  return log.with({ function_name: functionName, function_request_id: awsRequestId, ...facts });
}
