import type { LogLevel } from './env.ts';

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** What nobody may read in a log: hashes and digests of passwords, tokens, icons. */
const SECRETS = /\$argon2\w*\$[^\s"']+|\b[0-9A-F]{16}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]*|data:[\w+./-]+;base64,[\w+/=]*/g;
const HIDDEN = '***';
/** Shorter texts say nothing by themselves, and hiding them would leave nothing to read. */
const SHORTEST_HIDDEN = 4;

/** Writes one JSON line per event. Callers pass ids and outcomes, never bodies, tokens or passwords. */
export interface Logger {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Of the cause, all that looks like a secret is left out. */
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
  if (!(cause instanceof Error)) return hideSecrets(String(cause));
  const { name, message, stack = '' } = cause;
  const inner = cause.cause === undefined ? {} : { cause: describeCause(cause.cause) };
  return { name, message: hideSecrets(message), stack: hideSecrets(stack), ...inner };
}

function hideSecrets(text: string): string {
  return text.replace(SECRETS, HIDDEN);
}

/** What was thrown, without these texts wherever it repeats them; itself where it does not. */
export function withoutTexts(cause: unknown, texts: readonly string[]): unknown {
  const forms = texts.filter((text) => text.length >= SHORTEST_HIDDEN).flatMap((text) => [text, escapeText(text)]);
  // The longest first: a shorter one may be a part of it.
  return hideForms(
    cause,
    forms.sort((a, b) => b.length - a.length),
  );
}

function hideForms(cause: unknown, forms: readonly string[]): unknown {
  const hide = (text: string) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
  if (!(cause instanceof Error)) return hide(String(cause)) === String(cause) ? cause : hide(String(cause));
  const { name, message, stack = '' } = cause;
  const inner = cause.cause === undefined ? undefined : hideForms(cause.cause, forms);
  if (hide(message) === message && hide(stack) === stack && inner === cause.cause) return cause;
  return Object.assign(new Error(hide(message), { cause: inner }), { name, stack: hide(stack) });
}

/** A text as JSON has it. */
function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
