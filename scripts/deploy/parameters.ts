import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTimeOfDay, isTimeZone } from '../../lib/domain/calendar.ts';
import { editions } from '../../lib/domain/edition.ts';
import { UsageProblem } from '../command/command.ts';
import { isTableName } from '../command/target.ts';
import { readTags, TAGS_WANTED } from './tags.ts';

const DEFINITION = join(import.meta.dirname, '../../serverless.yml');

/** Whether a text can be the value of a parameter, and what can, for the person who gave something else. */
interface Check {
  readonly takes: string;
  readonly accepts: (value: string) => boolean;
}

/** What CloudWatch keeps logs for, in days. */
const RETENTIONS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;
const CERTIFICATE = /^arn:aws(-cn|-us-gov)?:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const KEY = /^arn:aws(-cn|-us-gov)?:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/;
const boolean: Check = oneOf('true', 'false');
const count = wholeNumber(1, 1_000_000);

/**
 * Every parameter of serverless.yml with what it takes; one that is missing here is refused by a test. A wrong value is
 * found before anything is packaged: functions would start with it and answer 500 to everything.
 */
export const checks: Readonly<Record<string, Check>> = {
  corsOrigins: { takes: 'origins such as https://a.example, separated by commas, or *', accepts: areOrigins },
  timeZone: { takes: 'a time zone such as Asia/Shanghai', accepts: isTimeZone },
  tomorrowFrom: { takes: 'a time of day such as 19:00, or 24:00', accepts: isTimeOfDay },
  nrvEdition: optional(oneOf(...editions)),
  table: optional({ takes: 'the name of a table: 3 to 255 letters, digits, _, . and -', accepts: isTableName }),
  domain: optional({ takes: 'a name such as catering.example, in lower case', accepts: (value) => HOST.test(value) }),
  certificateArn: optional({
    takes: 'the ARN of a certificate in Certificate Manager',
    accepts: (value) => CERTIFICATE.test(value),
  }),
  defaultAddress: boolean,
  tableKeyArn: optional({ takes: 'the ARN of a key in KMS, not of an alias', accepts: (value) => KEY.test(value) }),
  tags: { takes: TAGS_WANTED, accepts: (value) => readTags(value) !== undefined },
  docs: boolean,
  logRetentionDays: oneOf(...RETENTIONS.map(String)),
  accessLogs: boolean,
  // 0 closes the service.
  rateLimit: wholeNumber(0, 1_000_000),
  burstLimit: wholeNumber(0, 1_000_000),
  alarmEmail: optional({ takes: 'an e-mail address', accepts: (value) => /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(value) }),
  alarmServerErrors: count,
  alarmClientErrors: count,
  alarmLockouts: count,
  alarmFailures: count,
  alarmTableThrottles: count,
  alarmLatencyMs: count,
  mostDishes: count,
  mostMenus: count,
  mostUsers: count,
  mostRoles: count,
  mostMarks: count,
  mostPrices: count,
  tracing: oneOf('Active', 'PassThrough'),
};

/** Defaults of the parameters that a deployment takes, by name, as the top of serverless.yml has them. */
export async function readParameters(path = DEFINITION): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, 'utf8');
  const [, block = ''] = /^params:\n {2}default:\n((?: {4}.*\n|\n)+)/m.exec(text) ?? [];
  const lines = [...block.matchAll(/^ {4}(\w+): *(.*)$/gm)];
  if (lines.length === 0) throw new Error('serverless.yml declares no parameters where they are expected');
  return new Map(lines.map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')]));
}

/**
 * Says of all parameters together what is wrong with them.
 * @throws UsageProblem naming each parameter that there is not, and each whose value cannot be.
 */
export function demandParameters(given: ReadonlyMap<string, string>, region: string): void {
  const problems = [...given].flatMap(([name, value]) => findProblem(name, value));
  const certificate = given.get('certificateArn') || undefined;
  if (Boolean(given.get('domain')) !== Boolean(certificate)) {
    problems.push('The parameters domain and certificateArn go together');
  }
  if (given.get('defaultAddress') === 'false' && !given.get('domain')) {
    problems.push('defaultAddress=false goes with a domain: without one nobody could reach the service');
  }
  for (const name of ['certificateArn', 'tableKeyArn']) {
    const [, , , place] = given.get(name)?.split(':') ?? [];
    if (place && place !== region) problems.push(`${name} is of ${place}: it takes one of ${region}`);
  }
  if (problems.length > 0) throw new UsageProblem(problems.join('\n'));
}

function findProblem(name: string, value: string): string[] {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!check) return [`There is no parameter ${name}; there are ${Object.keys(checks).join(', ')}`];
  return check.accepts(value) ? [] : [`${name} takes ${check.takes}, not ${JSON.stringify(value)}`];
}

function oneOf(...values: readonly string[]): Check {
  return { takes: values.join(', ').replace(/, ([^,]*)$/, ' or $1'), accepts: (value) => values.includes(value) };
}

function wholeNumber(least: number, most: number): Check {
  return {
    takes: `a whole number from ${least} to ${most}`,
    accepts: (value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most,
  };
}

function optional({ takes, accepts }: Check): Check {
  return { takes: `${takes}, or nothing`, accepts: (value) => value === '' || accepts(value) };
}

function areOrigins(text: string): boolean {
  const origins = text.split(',').map((origin) => origin.trim());
  return text === '' || text === '*' || origins.every(isOrigin);
}

/** As a browser sends it: no path, no slash at the end, no port that goes without saying. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
