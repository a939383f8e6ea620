import * as z from 'zod/mini';
import { parseSigningKeys, SIGNING_KEYS_FORMAT, type SigningKeys } from '../auth/signing-keys.ts';
import { editions } from '../domain/nutrient/edition.ts';
import { isPublishBy, isTimeOfDay, isTimeZone } from '../domain/values/calendar.ts';

const Environment = z.object({
  CATERING_TABLE: z.string().check(z.minLength(3)),
  CATERING_SIGNING_KEYS: z.optional(z.pipe(z.string(), z.transform(readSigningKeys))),
  /** The name of the parameter that holds the same text. Exactly one of the two is set. */
  CATERING_SIGNING_KEYS_PARAMETER: z.optional(z.string().check(z.startsWith('/'))),
  CATERING_TIME_ZONE: z._default(z.string(), 'Asia/Shanghai').check(z.refine(isTimeZone, 'not a time zone')),
  /** The edition of the reference values; absent: the one in force. The template passes an empty text by default. */
  CATERING_NRV_EDITION: z.pipe(
    z.optional(z.enum([...editions, ''])),
    z.transform((edition) => edition || undefined),
  ),
  /** Whether `/docs` and `/openapi.json` answer. */
  CATERING_DOCS: z.pipe(
    z._default(z.enum(['true', 'false']), 'false'),
    z.transform((docs) => docs === 'true'),
  ),
  /** The time of day, `HH:MM`, from which display screens show tomorrow, too. */
  CATERING_TOMORROW_FROM: z._default(z.string(), '19:00').check(z.refine(isTimeOfDay, 'not a time of day')),
  /** Until when a week is published, such as `5T17:00`: ISO weekday of the week before, and time. */
  CATERING_PUBLISH_BY: z._default(z.string(), '5T17:00').check(z.refine(isPublishBy, 'not a weekday and a time')),
  CATERING_LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  /** Name of this service in logs and metrics. */
  CATERING_SERVICE: z._default(z.string(), 'catering'),
  AWS_REGION: z._default(z.string(), 'cn-north-1'),
  /** Set only where the table is not in the cloud. */
  DYNAMODB_ENDPOINT: z.optional(z.url()),
});

export type LogLevel = z.output<typeof Environment>['CATERING_LOG_LEVEL'];

/** The settings of one running function. */
export type Env = Readonly<ReturnType<typeof readEnv>>;

/** Reads the settings from environment variables. @throws Error naming each that is absent or wrong, but never its value. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>) {
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    // Other messages than those of these checks may contain the value.
    const wrongVariables = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.code === 'custom' ? issue.message : issue.code}`,
    );
    throw new Error(`environment: ${wrongVariables.join('; ')}`);
  }
  const { data } = parsed;
  const { CATERING_SIGNING_KEYS: keys, CATERING_SIGNING_KEYS_PARAMETER: parameter } = data;
  const signingKeys = keys ?? parameter;
  if (signingKeys === undefined || (keys && parameter))
    throw new Error('environment: either CATERING_SIGNING_KEYS or CATERING_SIGNING_KEYS_PARAMETER must be set');
  return {
    table: data.CATERING_TABLE,
    /** The keys themselves, or the name of the parameter that holds them. */
    signingKeys,
    timeZone: data.CATERING_TIME_ZONE,
    nrvEdition: data.CATERING_NRV_EDITION,
    tomorrowFrom: data.CATERING_TOMORROW_FROM,
    publishBy: data.CATERING_PUBLISH_BY,
    areDocsOpen: data.CATERING_DOCS,
    logLevel: data.CATERING_LOG_LEVEL,
    service: data.CATERING_SERVICE,
    /** The trace of the running call. Lambda sets it for each call. */
    traceId: () => /Root=([^;]+)/.exec(variables['_X_AMZN_TRACE_ID'] ?? '')?.[1],
    region: data.AWS_REGION,
    endpoint: data.DYNAMODB_ENDPOINT,
  };
}

function readSigningKeys(text: string, context: z.core.ParsePayload): SigningKeys {
  const keys = parseSigningKeys(text);
  if (keys) return keys;
  context.issues.push({ code: 'custom', input: text, message: `wants ${SIGNING_KEYS_FORMAT}` });
  return z.NEVER;
}
