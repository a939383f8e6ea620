import * as z from 'zod';
import { type Reason, toHttpStatus } from '../../../lib/errors.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import type { Reply } from '../../../lib/http/reply.ts';
import { listReasons } from '../../../scripts/document/reasons.ts';

/** Longer than any refusal must be. A refusal that repeats its input would be longer. */
const LONGEST_REFUSAL = 100_000;
const MAX_CPU_MS = 2000;
const SHOWN = 200;

/** One bad field, and where in an uploaded file it is bad. */
const Finding = z.strictObject({
  field: z.string(),
  message: z.string().min(1),
  file: z.string().min(1).optional(),
  sheet: z.string().min(1).optional(),
  row: z.int().positive().optional(),
  column: z.string().min(1).optional(),
});
const Refusal = z.strictObject({
  code: z.int().min(400).max(499),
  desc: z.string().min(1),
  success: z.literal(false),
  reason: z.string().regex(/^[a-z_]+$/),
  errors: z.array(Finding).optional(),
});
const Success = z.looseObject({ code: z.literal(200), desc: z.string(), success: z.literal(true) });

/** What is known about one answer and its request. */
export interface Sighting {
  readonly endpoint: Endpoint;
  readonly reply: Reply;
  /** The processor time of this process, without the store's. */
  readonly cpuMs: number;
  /** Whether a success is right; undefined where only the handler can tell. */
  readonly mayPass: boolean | undefined;
  /** Whether the table has changed. */
  readonly hasWritten: boolean;
}

/** What is wrong with an answer, as text; undefined where nothing is. */
export function findFault({ endpoint, reply, cpuMs, mayPass, hasWritten }: Sighting): string | undefined {
  const { statusCode = 0, body = '' } = reply;
  const shown = `${statusCode} ${body.slice(0, SHOWN)}`;
  if (statusCode >= 500 || statusCode < 200) return `answered ${shown}`;
  if (cpuMs > MAX_CPU_MS) return `took ${Math.round(cpuMs)} ms of the processor for ${shown}`;
  if (statusCode === 200) {
    if (mayPass === false) return `took what the declaration refuses: ${shown}`;
    return isSuccess(endpoint, reply) ? undefined : `answered a success that is none: ${shown}`;
  }
  if (hasWritten) return `wrote although it answered ${shown}`;
  return isRefusal(endpoint, statusCode, body) ? undefined : `answered a refusal that is none: ${shown}`;
}

function isSuccess(endpoint: Endpoint, { headers, body = '' }: Reply): boolean {
  const types: readonly string[] = endpoint.contentTypes;
  const [type = ''] = String(headers?.['content-type']).split(';');
  if (types.length > 0) return types.includes(type) || (types.includes('image/*') && type.startsWith('image/'));
  const answer: unknown = JSON.parse(body);
  return Success.safeParse(answer).success || endpoint.bareOutput?.safeParse(answer).success === true;
}

function isRefusal(endpoint: Endpoint, status: number, body: string): boolean {
  if (body.length > LONGEST_REFUSAL) return false;
  const { data } = Refusal.safeParse(JSON.parse(body));
  const declared: readonly string[] = listReasons(endpoint);
  return data?.code === status && declared.includes(data.reason) && toHttpStatus(data.reason as Reason) === status;
}
