import type { Context } from 'aws-lambda';
import type { Reason } from '../errors.ts';
import type { Env, LogLevel } from './env.ts';

const rankByLevel: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** The secrets and bulky texts that a log must not contain: hashes and digests of passwords, tokens, icons. */
const SECRETS = /\$argon2\w*\$[^\s"']+|\b[0-9A-F]{16}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]*|data:[\w+./-]+;base64,[\w+/=]*/g;
const REDACTED = '***';
/** Shorter texts reveal nothing, and redacting them would leave nothing to read. */
const MIN_REDACTED_LENGTH = 4;

type Facts = Readonly<Record<string, unknown>>;

/** Writes one JSON line per event. It is given ids and outcomes, never bodies, tokens or passwords. */
export interface Logger {
  /** Writes a line with metrics, which CloudWatch extracts. Metrics are written at every level but `silent`. */
  info(message: string, facts?: Facts, metrics?: Metrics): void;
  /** Writes a failure with its cause, but without anything that looks like a secret. */
  error(message: string, cause: unknown, facts?: Facts, metrics?: Metrics): void;
  /** The same log with these facts in each line. */
  with(facts: Facts): Logger;
}

/** Makes a log of events of `level` and above on standard output. Fields are named as in Powertools for AWS Lambda. */
export function createLogger(level: LogLevel, env?: Pick<Env, 'service' | 'traceId'>, fixedFacts: Facts = {}): Logger {
  const write = (lineLevel: 'info' | 'error', message: string, facts: Facts, metrics: Metrics = {}) => {
    const now = new Date();
    const hasMetrics = Object.keys(metrics).length > 0;
    const metricFields = hasMetrics ? embedMetrics(metrics, now.getTime()) : {};
    const common = { service: env?.service, ...fixedFacts, xray_trace_id: env?.traceId() };
    if (rankByLevel[lineLevel] >= rankByLevel[level]) {
      const timestamp = now.toISOString();
      writeLine({ level: lineLevel.toUpperCase(), message, timestamp, ...common, ...facts, ...metricFields });
    } else if (level !== 'silent' && hasMetrics) {
      writeLine({ service: env?.service, ...metricFields });
    }
  };
  return {
    info: (message, facts = {}, metrics) => write('info', message, facts, metrics),
    error: (message, cause, facts = {}, metrics) =>
      write('error', message, { ...facts, error: describeCause(cause) }, metrics),
    with: (facts) => createLogger(level, env, { ...fixedFacts, ...facts }),
  };
}

function writeLine(fields: object): void {
  process.stdout.write(`${JSON.stringify(fields)}\n`);
}

function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return redactSecrets(String(cause));
  const { name, message, stack = '' } = cause;
  const inner = cause.cause === undefined ? {} : { cause: describeCause(cause.cause) };
  return { name, message: redactSecrets(message), stack: redactSecrets(stack), ...inner };
}

function redactSecrets(text: string): string {
  return text.replace(SECRETS, REDACTED);
}

/** Returns a copy of a failure with these texts redacted; the failure itself where it contains none of them. */
export function redactTexts(cause: unknown, texts: readonly string[]): unknown {
  const spellings = texts
    .filter((text) => text.length >= MIN_REDACTED_LENGTH)
    // Each also as it is written in a JSON string.
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  // The longest come first: a shorter one may be part of a longer one.
  const longestFirst = spellings.toSorted((a, b) => b.length - a.length);
  return redactSpellings(cause, longestFirst);
}

function redactSpellings(cause: unknown, spellings: readonly string[]): unknown {
  const redact = (text: string) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REDACTED), text);
  if (!(cause instanceof Error)) return redact(String(cause)) === String(cause) ? cause : redact(String(cause));
  const { name, message, stack = '' } = cause;
  const inner = cause.cause === undefined ? undefined : redactSpellings(cause.cause, spellings);
  if (redact(message) === message && redact(stack) === stack && inner === cause.cause) return cause;
  return Object.assign(new Error(redact(message), { cause: inner }), { name, stack: redact(stack) });
}

/**
 * Returns a logger for one call of a Lambda function. Its lines have the ids of the call, and whether it is the first of
 * its process. `requestId` is the id that the caller sees in the answer; a job has none.
 */
export function callLogger(log: Logger, context: Context, isCold: boolean, requestId?: string): Logger {
  const ids = { function_name: context.functionName, function_request_id: context.awsRequestId };
  return log.with({ ...ids, cold_start: isCold, correlation_id: requestId });
}

/** The namespace of our metrics in CloudWatch. Every metric has one dimension, `service`. */
const NAMESPACE = 'Catering';

/** Our counters, beyond those of AWS. AWS charges for each name every month, see lib/decisions/012. */
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

const metricByOutcome: Readonly<Partial<Record<Reason | 'success', MetricName>>> = {
  bad_credentials: 'SignInFailure',
  wrong_password: 'SignInFailure',
  too_many_failures: 'SignInLockout',
  internal: 'Defect',
  unavailable: 'Unavailable',
};

/** Returns the counter that an outcome increments; none for most outcomes. */
export function outcomeMetrics(outcome: Reason | 'success'): Metrics {
  const name = metricByOutcome[outcome];
  return name ? { [name]: 1 } : {};
}

/** Returns the counter that the first call of a process increments. */
export function startMetrics(isCold: boolean): Metrics {
  return isCold ? { ColdStart: 1 } : {};
}

/** Makes the fields of a log line from which CloudWatch extracts metrics (embedded metric format). The line has its `service`. */
function embedMetrics(metrics: Metrics, timeMs: number): object {
  const counters = Object.keys(metrics).map((name) => ({ Name: name, Unit: 'Count' }));
  const directive = { Namespace: NAMESPACE, Dimensions: [['service']], Metrics: counters };
  return { ...metrics, _aws: { Timestamp: timeMs, CloudWatchMetrics: [directive] } };
}
