import type { Reason } from '../errors.ts';

/** Where CloudWatch keeps the metrics, each under one dimension: `service`. */
const NAMESPACE = 'Catering';

/** Our counters, beyond those of AWS. Each name is paid monthly, see lib/decisions/017. */
type MetricName =
  | 'ColdStart'
  | 'Defect'
  | 'ReadUnits'
  | 'SignInFailure'
  | 'SignInLockout'
  | 'TasksFailed'
  | 'TasksLeft'
  | 'Unavailable'
  | 'WriteUnits';

export type Metrics = Readonly<Partial<Record<MetricName, number>>>;

const byOutcome: Readonly<Partial<Record<Reason | 'success', MetricName>>> = {
  bad_credentials: 'SignInFailure',
  wrong_password: 'SignInFailure',
  too_many_failures: 'SignInLockout',
  internal: 'Defect',
  unavailable: 'Unavailable',
};

/** The counter that an outcome raises, if any. */
export function countOutcome(outcome: Reason | 'success'): Metrics {
  const name = byOutcome[outcome];
  return name ? { [name]: 1 } : {};
}

/** The counter that the first call of a process raises. */
export function countStart(isCold: boolean): Metrics {
  return isCold ? { ColdStart: 1 } : {};
}

/**
 * The metrics as fields of a log line, in the embedded metric format, so that CloudWatch extracts them. The line names
 * its `service`.
 */
export function embedMetrics(metrics: Metrics, time: number): object {
  const names = Object.keys(metrics);
  if (names.length === 0) return {};
  const Metrics = names.map((Name) => ({ Name, Unit: 'Count' }));
  const directive = { Namespace: NAMESPACE, Dimensions: [['service']], Metrics };
  return { ...metrics, _aws: { Timestamp: time, CloudWatchMetrics: [directive] } };
}
