import * as z from 'zod/mini';
import type { Answer } from './connection.ts';

/** Why an action of a transaction failed; `None` where it did not. */
interface CancellationReason {
  readonly Code?: string | undefined;
}

interface FaultFacts {
  readonly message?: string | undefined;
  readonly status?: number;
  /** Of a cancelled transaction, in the order of its actions. */
  readonly reasons?: readonly CancellationReason[] | undefined;
  /** Whether the request was signed with a wrong time, and the right one is known now. */
  readonly isUntimely?: boolean;
}

/** What DynamoDB has answered in place of what it was asked for. Its name is that of the exception. */
export class TableFault extends Error {
  readonly status: number;
  readonly reasons: readonly CancellationReason[];
  readonly isUntimely: boolean;

  constructor(name: string, { message = name, status = 400, reasons = [], isUntimely = false }: FaultFacts = {}) {
    super(message);
    this.name = name;
    this.status = status;
    this.reasons = reasons;
    this.isUntimely = isUntimely;
  }
}

/** Names of faults that come of a clock that goes wrong. */
const untimely = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

const Refusal = z.object({
  __type: z.string(),
  message: z.optional(z.string()),
  Message: z.optional(z.string()),
  CancellationReasons: z.optional(z.array(z.object({ Code: z.optional(z.string()) }))),
});

/** The fault that an answer tells of; of one that tells of none, its status. */
export function readFault({ status, text, hasCorrectedClock }: Answer): TableFault {
  const refusal = Refusal.safeParse(parse(text)).data;
  if (!refusal) return new TableFault('UnreadableAnswer', { message: `an answer of status ${status}`, status });
  const name = refusal.__type.replace(/^.*#/, '');
  return new TableFault(name, {
    message: refusal.message ?? refusal.Message,
    status,
    reasons: refusal.CancellationReasons,
    isUntimely: hasCorrectedClock && untimely.has(name),
  });
}

/** An answer's text, read; undefined where it cannot be. A parser's message would repeat what it cannot read. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
