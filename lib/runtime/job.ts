import type { Context, ScheduledEvent } from 'aws-lambda';
import { type Deps, sharedDeps } from './deps.ts';
import { callLogger, type Metrics, startMetrics } from './logger.ts';

/** A function that a schedule starts instead of a caller. */
export interface Job {
  /** Name of the Lambda function; the file's name in camel case. */
  readonly id: string;
  /** EventBridge schedule expression. */
  readonly schedule: `rate(${string})` | `cron(${string})`;
  readonly access: 'read' | 'write';
  readonly summary: string;
  /** Works until done or until `isTimeUp`, and returns counts. The next run does the rest. */
  handle(run: { deps: Deps; isTimeUp: () => boolean }): Promise<Metrics>;
}

/** The time for a job to finish what it has begun, in milliseconds. With less time left it begins nothing new. */
const RESERVE_MS = 20_000;

/** Makes the handler of a scheduled job. It logs a failure and throws it, so that the schedule's metrics count it. */
export function serveJob(job: Job, getDeps: () => Deps = sharedDeps) {
  let isCold = true;
  return async (_event: ScheduledEvent, context: Context): Promise<void> => {
    const deps = getDeps();
    const log = callLogger(deps.log, context, isCold);
    const coldStart = startMetrics(isCold);
    isCold = false;
    try {
      const counts = await job.handle({ deps, isTimeUp: () => context.getRemainingTimeInMillis() < RESERVE_MS });
      log.info('job', { job: job.id, outcome: 'success' }, { ...counts, ...coldStart });
    } catch (error) {
      log.error('job', error, { job: job.id, outcome: 'failed' });
      throw error;
    }
  };
}

/** Declares a scheduled job and makes its Lambda function. */
export function defineJob(id: string, declaration: Omit<Job, 'id'>) {
  const job = { id, ...declaration };
  return { job, handler: serveJob(job) };
}
