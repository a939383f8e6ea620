import type { LogLevel } from './env.ts';

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Writes one JSON line per event. Callers pass ids and outcomes, never bodies, tokens or passwords. */
export interface Logger {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, cause: unknown, facts?: Readonly<Record<string, unknown>>): void;
}

/** A logger that writes events of `level` and above to standard output, where Lambda collects them. */
export function createLogger(level: LogLevel): Logger {
  const write = (at: LogLevel, event: string, facts: object) => {
    if (order[at] < order[level]) return;
    process.stdout.write(`${JSON.stringify({ level: at, time: new Date().toISOString(), event, ...facts })}\n`);
  };
  return {
    info: (event, facts = {}) => write('info', event, facts),
    warn: (event, facts = {}) => write('warn', event, facts),
    error: (event, cause, facts = {}) => write('error', event, { ...facts, cause: describeCause(cause) }),
  };
}

function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return String(cause);
  const { name, message, stack } = cause;
  return { name, message, stack, ...(cause.cause === undefined ? {} : { cause: describeCause(cause.cause) }) };
}
