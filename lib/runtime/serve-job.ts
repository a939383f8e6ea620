import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Deps } from './deps.ts';
import type { Job } from './job.ts';
import { logCall } from './log-call.ts';
import { countStart } from './metrics.ts';
import { sharedDeps } from './shared-deps.ts';

/** A job begins nothing more this long before the function's end, in milliseconds. */
const RESERVE_MS = 20_000;

/** Makes the handler of a scheduled job. It logs a failure and throws it, so that the schedule's metrics count it. */
export function serveJob(job: Job, getDeps: () => Deps = sharedDeps) {
  let isCold = true;
  return async (_event: ScheduledEvent, context: Context): Promise<void> => {
    const deps = getDeps();
    const log = logCall(deps.log, context, { cold_start: isCold });
    const started = countStart(isCold);
    isCold = false;
    try {
      const found = await job.handle({ deps, isTimeUp: () => context.getRemainingTimeInMillis() < RESERVE_MS });
      log.info('job', { job: job.id, outcome: 'success' }, { ...found, ...started });
    } catch (error) {
      log.error('job', error, { job: job.id, outcome: 'failed' });
      throw error;
    }
  };
}
