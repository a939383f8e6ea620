import * as z from 'zod/mini';
import type { AwsAnswer } from './connection.ts';

/** Why an action of a transaction failed; `None` where it did not fail. */
interface CancellationReason {
  readonly Code?: string | undefined;
}

interface FaultFacts {
  readonly message?: string | undefined;
  readonly status?: number;
  /** The reasons of a cancelled transaction, in the order of its actions. */
  readonly reasons?: readonly CancellationReason[] | undefined;
  /** Whether the request was signed with a wrong time. The right time is known now. */
  readonly isUntimely?: boolean;
}

/** An exception that DynamoDB has answered. It has the exception's name. */
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

/** Names of faults that a wrong clock causes. */
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

/** The fault of an answer. Where the answer names none, its status tells. */
export function readFault({ status, text, hasCorrectedClock }: AwsAnswer): TableFault {
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

/** Parses the text of an answer; undefined where it is not JSON. A parser's error would repeat the text. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
