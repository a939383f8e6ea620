import { isDeepStrictEqual } from 'node:util';
import { describeReason, type Reason, statusOf } from '../../../lib/errors.ts';

/** The answers that the contract allows. */
export type Expected =
  | {
      readonly kind: 'success';
      readonly body?: unknown;
      readonly desc?: string;
      readonly withToken?: boolean;
      /** Whether nothing had to be changed. */
      readonly isIdle?: boolean;
    }
  | { readonly kind: 'bare'; readonly body: unknown }
  | {
      readonly kind: 'failure';
      /** If several reasons are true at once and the contract does not say which one is told: any of them. */
      readonly reasons: readonly [Reason, ...Reason[]];
      /** The fields that `errors` must name. */
      readonly fields: readonly string[];
    };

/** The actual answer of a call: HTTP status and parsed text. */
export interface Actual {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: compared as a whole
  readonly json: any;
}

export function done(body?: unknown): Expected {
  return { kind: 'success', body };
}

export function fails(reason: Reason, ...fields: string[]): Expected {
  return { kind: 'failure', reasons: [reason], fields };
}

/** Whether the whole answer is the expected one. */
export function isAsExpected(expected: Expected, { status, json }: Actual): boolean {
  if (expected.kind === 'bare') return status === 200 && isDeepStrictEqual(json, expected.body);
  if (expected.kind === 'failure') {
    return expected.reasons.some((reason) => {
      const code = statusOf(reason);
      const fields = expected.reasons.length > 1 ? fieldsOf(json) : [...new Set(expected.fields)].sort();
      const envelope = { code, desc: describeReason(reason, 'zh'), success: false, reason, fields };
      const { errors: _errors, ...rest } = json;
      return status === code && isDeepStrictEqual({ ...rest, fields: fieldsOf(json) }, envelope);
    });
  }
  const { body, desc = '成功', withToken = false } = expected;
  const envelope = { code: 200, desc, success: true, ...(body === undefined ? {} : { body }) };
  return status === 200 && isDeepStrictEqual(withToken ? withoutToken(json) : json, envelope);
}

/** The fields that an answer names as bad, each once. */
function fieldsOf(json: Actual['json']): string[] {
  const errors: readonly { field: string }[] = json.errors ?? [];
  return [...new Set(errors.map(({ field }) => field))].sort();
}

/** The answer without its token. Nobody can predict a token; it must be there. */
function withoutToken(json: Actual['json']): unknown {
  const { token, ...body } = json.body ?? {};
  return typeof token === 'string' ? { ...json, body } : json;
}

const LONGEST_SHOWN = 300;

export function showExpected(expected: Expected): string {
  if (expected.kind === 'failure') {
    const [reason] = expected.reasons;
    return `${statusOf(reason)} ${expected.reasons.join(' or ')}${showFields(expected.fields)}`;
  }
  return `200${expected.body === undefined ? '' : ` ${shorten(JSON.stringify(expected.body))}`}`;
}

export function showActual({ status, json }: Actual): string {
  if (json.success === false) {
    return `${status} ${json.reason}${showFields(fieldsOf(json))}`;
  }
  const body = json.success === true ? json.body : json;
  return `${status}${body === undefined ? '' : ` ${shorten(JSON.stringify(body))}`}`;
}

function showFields(fields: readonly string[]): string {
  return fields.length > 0 ? ` (${fields.join(', ')})` : '';
}

function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
