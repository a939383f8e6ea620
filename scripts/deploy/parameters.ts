import { editions } from '../../lib/domain/nutrient/edition.ts';
import { isPublishBy, isTimeOfDay, isTimeZone } from '../../lib/domain/values/calendar.ts';
import { UsageProblem } from '../command/command.ts';
import { isTableName } from '../command/target.ts';

/** The check of a parameter's value. */
interface Check {
  readonly accepts: (value: string) => boolean;
  /** What it takes, for an operator. */
  readonly expects: string;
}

/** The numbers of days for which CloudWatch can keep logs. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;
const CERTIFICATE = /^arn:aws(-cn|-us-gov)?:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;

/** The check of every parameter of serverless.yml, before packaging: with a wrong value, functions start, and answer 500 to everything. */
export const checkByParameter: Readonly<Record<string, Check>> = {
  corsOrigins: { accepts: areOrigins, expects: 'origins such as https://a.example, separated by commas, or *' },
  timeZone: { accepts: isTimeZone, expects: 'a time zone such as Asia/Shanghai' },
  nrvEdition: optional(oneOf(editions)),
  tomorrowFrom: { accepts: isTimeOfDay, expects: 'a time of day such as 19:00, or 24:00' },
  publishBy: { accepts: isPublishBy, expects: 'a weekday and a time such as 5T17:00 for Friday' },
  table: optional({ accepts: isTableName, expects: 'the name of a table: 3 to 255 letters, digits, _, . and -' }),
  domain: optional(matching(HOST, 'a name such as catering.example, in lower case')),
  certificateArn: optional(matching(CERTIFICATE, 'the ARN of a certificate in Certificate Manager')),
  docs: oneOf(['true', 'false']),
  logRetentionDays: oneOf(RETENTION_DAYS.map(String)),
  alarmEmail: optional(matching(/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/, 'an e-mail address')),
  // By 0 an operator closes the service.
  rateLimit: { accepts: isRateLimit, expects: 'a whole number from 0 to 1000000' },
  heavyConcurrency: optional(matching(/^[1-9]\d{0,3}$/, 'a whole number from 1 to 9999')),
};

/** @throws UsageProblem about each parameter that is unknown or has an impossible value. */
export function requireParameters(parameters: ReadonlyMap<string, string>, region: string): void {
  const problems = [...parameters].flatMap(([name, value]) => listProblems(name, value));
  const certificate = parameters.get('certificateArn') || undefined;
  if (Boolean(parameters.get('domain')) !== Boolean(certificate)) {
    problems.push('The parameters domain and certificateArn go together');
  }
  // The ARN of a certificate: `arn:aws:acm:REGION:ACCOUNT:certificate/ID`.
  const [, , , arnRegion] = certificate?.split(':') ?? [];
  if (arnRegion && arnRegion !== region) problems.push(`certificateArn is of ${arnRegion}: it takes one of ${region}`);
  if (problems.length > 0) throw new UsageProblem(problems.join('\n'));
}

function listProblems(name: string, value: string): string[] {
  const check = Object.hasOwn(checkByParameter, name) ? checkByParameter[name] : undefined;
  if (!check) return [`There is no parameter ${name}; there are ${Object.keys(checkByParameter).join(', ')}`];
  return check.accepts(value) ? [] : [`${name} takes ${check.expects}, not ${JSON.stringify(value)}`];
}

function oneOf(values: readonly string[]): Check {
  return { accepts: (value) => values.includes(value), expects: values.join(', ').replace(/, ([^,]*)$/, ' or $1') };
}

function matching(pattern: RegExp, expects: string): Check {
  return { accepts: (value) => pattern.test(value), expects };
}

function optional({ accepts, expects }: Check): Check {
  return { accepts: (value) => value === '' || accepts(value), expects: `${expects}, or nothing` };
}

function isRateLimit(value: string): boolean {
  return /^\d{1,7}$/.test(value) && Number(value) <= 1_000_000;
}

function areOrigins(text: string): boolean {
  const origins = text.split(',').map((origin) => origin.trim());
  return text === '' || text === '*' || origins.every(isOrigin);
}

/** Whether a text is an origin as browsers send it: without path, final slash and default port. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
