import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFrontDigests } from '../../lib/auth/front.ts';
import { editions } from '../../lib/domain/nutrient/edition.ts';
import { isTimeOfDay, isTimeZone } from '../../lib/domain/values/calendar.ts';
import { UsageProblem } from '../command/command.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { isTableName } from '../command/target.ts';
import { MOST_TAGS, readTags } from './tags.ts';
import { kinds, words } from './words.ts';

const DEFINITION = join(import.meta.dirname, '../../serverless.yml');

/** Whether a text is a possible value of a parameter, and what is possible, for the person. */
interface Check {
  readonly takes: Text;
  readonly accepts: (value: string) => boolean;
}

/** The numbers of days for which CloudWatch can keep logs. */
const RETENTIONS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;
const CERTIFICATE = /^arn:aws(-cn|-us-gov)?:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const KEY = /^arn:aws(-cn|-us-gov)?:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/;
const boolean: Check = oneOf('true', 'false');
const count = wholeNumber(1, 1_000_000);

/**
 * The check of every parameter of serverless.yml. A test fails where one is missing here. A wrong value is found before
 * anything is packaged: functions would start with it and answer 500 to everything.
 */
export const checks: Readonly<Record<string, Check>> = {
  corsOrigins: { takes: kinds.origins, accepts: areOrigins },
  timeZone: { takes: kinds.timeZone, accepts: isTimeZone },
  tomorrowFrom: { takes: kinds.timeOfDay, accepts: isTimeOfDay },
  nrvEdition: optional(oneOf(...editions)),
  table: optional({ takes: kinds.table, accepts: isTableName }),
  domain: optional({ takes: kinds.domain, accepts: (value) => HOST.test(value) }),
  certificateArn: optional({
    takes: kinds.certificate,
    accepts: (value) => CERTIFICATE.test(value),
  }),
  defaultAddress: boolean,
  tableKeyArn: optional({ takes: kinds.key, accepts: (value) => KEY.test(value) }),
  frontDigests: { takes: kinds.digests, accepts: (value) => readFrontDigests(value) !== undefined },
  tags: { takes: kinds.tags(MOST_TAGS), accepts: (value) => readTags(value) !== undefined },
  docs: boolean,
  logRetentionDays: oneOf(...RETENTIONS.map(String)),
  accessLogs: boolean,
  // 0 closes the service.
  rateLimit: wholeNumber(0, 1_000_000),
  burstLimit: wholeNumber(0, 1_000_000),
  alarmEmail: optional({ takes: kinds.email, accepts: (value) => /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(value) }),
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

/** The defaults of a deployment's parameters by name, as the top of serverless.yml has them. */
export async function readParameters(path = DEFINITION): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, 'utf8');
  const [, block = ''] = /^params:\n {2}default:\n((?: {4}.*\n|\n)+)/m.exec(text) ?? [];
  const lines = [...block.matchAll(/^ {4}(\w+): *(.*)$/gm)];
  if (lines.length === 0) throw new Error('serverless.yml declares no parameters where they are expected');
  return new Map(lines.map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1')]));
}

/**
 * Demands that all given parameters are right.
 * @throws UsageProblem naming each unknown parameter, and each one with an impossible value.
 */
export function demandParameters(given: ReadonlyMap<string, string>, region: string): void {
  const problems = [...given].flatMap(([name, value]) => findProblem(name, value));
  const certificate = given.get('certificateArn') || undefined;
  if (Boolean(given.get('domain')) !== Boolean(certificate)) {
    problems.push(words.together);
  }
  if (given.get('defaultAddress') === 'false' && !given.get('domain')) {
    problems.push(words.noAddress);
  }
  for (const name of ['certificateArn', 'tableKeyArn']) {
    const [, , , place] = given.get(name)?.split(':') ?? [];
    if (place && place !== region) problems.push(words.otherRegion(name, place, region));
  }
  if (problems.length > 0) throw new UsageProblem(problems.map(inLanguage).join('\n'));
}

function findProblem(name: string, value: string): Text[] {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!check) return [words.noParameter(name, Object.keys(checks).join(', '))];
  return check.accepts(value) ? [] : [words.takes(name, check.takes, JSON.stringify(value))];
}

function oneOf(...values: readonly string[]): Check {
  return { takes: kinds.oneOf(values), accepts: (value) => values.includes(value) };
}

function wholeNumber(least: number, most: number): Check {
  return {
    takes: kinds.wholeNumber(least, most),
    accepts: (value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most,
  };
}

function optional({ takes, accepts }: Check): Check {
  return { takes: kinds.optional(takes), accepts: (value) => value === '' || accepts(value) };
}

function areOrigins(text: string): boolean {
  const origins = text.split(',').map((origin) => origin.trim());
  return text === '' || text === '*' || origins.every(isOrigin);
}

/** An origin as browsers send it: without path, final slash and default port. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
