import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Deps } from '../deps.ts';
import type { Job } from '../job.ts';
import { sharedDeps } from './shared-deps.ts';

/** Left of the function's time when a job stops taking up more. */
const RESERVE_MS = 20_000;

/** The handler of a scheduled job. A failure is logged and thrown, so that the schedule's metrics show it. */
export function serveJob(job: Job, getDeps: () => Deps = sharedDeps) {
  return async (_event: ScheduledEvent, context: Context): Promise<void> => {
    const deps = getDeps();
    try {
      await job.handle({ deps, isTimeUp: () => context.getRemainingTimeInMillis() < RESERVE_MS });
      deps.log.info('job', { job: job.id, requestId: context.awsRequestId, outcome: 'success' });
    } catch (error) {
      deps.log.error('job', error, { job: job.id, requestId: context.awsRequestId, outcome: 'failed' });
      throw error;
    }
  };
}
