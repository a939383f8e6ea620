import * as z from 'zod';
import type { SigningKeys } from './auth/token.ts';
import { isTimeZone } from './domain/calendar.ts';
import { type Edition, editions } from './domain/edition.ts';

/** HS256 wants a key no shorter than its digest. */
const SHORTEST_KEY = 32;

const Environment = z.object({
  CATERING_TABLE: z.string().min(3),
  CATERING_SIGNING_KEYS: z.string().transform(readSigningKeys),
  CATERING_TIME_ZONE: z.string().default('Asia/Shanghai').refine(isTimeZone, 'not a time zone'),
  /** Edition of the reference values; absent: the one in force. */
  CATERING_NRV_EDITION: z
    .enum([...editions, ''])
    .optional()
    .transform((edition) => edition || undefined),
  CATERING_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Names this service among others in logs and metrics. */
  CATERING_SERVICE: z.string().default('catering'),
  AWS_REGION: z.string().default('cn-north-1'),
  /** Set where the table is not in the cloud. */
  DYNAMODB_ENDPOINT: z.url().optional(),
});

export type LogLevel = z.output<typeof Environment>['CATERING_LOG_LEVEL'];

/** The settings of one running function. */
export interface Env {
  readonly table: string;
  readonly signingKeys: SigningKeys;
  readonly timeZone: string;
  /** Edition of the reference values; undefined: the one in force. */
  readonly edition: Edition | undefined;
  readonly logLevel: LogLevel;
  readonly service: string;
  /** The trace of the call that is running. Lambda sets it anew for each. */
  readonly traceId: () => string | undefined;
  readonly region: string;
  readonly endpoint: string | undefined;
}

/**
 * Reads the settings once from environment variables.
 * @throws Error naming each variable that is absent or wrong, never showing its value.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`environment: ${wrong.join('; ')}`);
  }
  const { data } = parsed;
  return {
    table: data.CATERING_TABLE,
    signingKeys: data.CATERING_SIGNING_KEYS,
    timeZone: data.CATERING_TIME_ZONE,
    edition: data.CATERING_NRV_EDITION,
    logLevel: data.CATERING_LOG_LEVEL,
    service: data.CATERING_SERVICE,
    traceId: () => /Root=([^;]+)/.exec(variables['_X_AMZN_TRACE_ID'] ?? '')?.[1],
    region: data.AWS_REGION,
    endpoint: data.DYNAMODB_ENDPOINT,
  };
}

/** `id:secret` pairs separated by commas; the first signs. */
function readSigningKeys(text: string, context: z.RefinementCtx<string>): SigningKeys {
  const keys = new Map<string, Uint8Array>();
  for (const pair of text.split(',')) {
    const [id, secret] = pair.trim().split(':');
    if (!id || !secret || secret.length < SHORTEST_KEY) {
      context.addIssue({ code: 'custom', message: `wants id:secret pairs, each secret ≥ ${SHORTEST_KEY} characters` });
      return z.NEVER;
    }
    keys.set(id, new TextEncoder().encode(secret));
  }
  return keys;
}
