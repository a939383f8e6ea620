import type { Deps } from './deps.ts';
import type { Metrics } from './metrics.ts';

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

/** Declares a scheduled job. */
export function defineJob(job: Job): Job {
  return job;
}
