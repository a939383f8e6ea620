import { Problem } from '../../../scripts/start/problem.ts';

/** Values of parameters that are neither numbers nor booleans. */
const texts: Readonly<Record<string, string>> = {
  corsOrigins: 'https://a.example,https://b.example',
  timeZone: 'Asia/Urumqi',
  nrvEdition: '2025',
  tomorrowFrom: '18:30',
  domain: 'catering.example',
  certificateArn: 'arn:aws-cn:acm:cn-north-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
  tableKeyArn: 'arn:aws-cn:kms:cn-north-1:123456789012:key/00000000-0000-0000-0000-000000000000',
  tags: 'owner=kitchen,cost-centre=42',
  frontDigests: '0f'.repeat(32),
  alarmEmail: 'operators@catering.example',
  tracing: 'Active',
  // One of the numbers that CloudWatch accepts.
  logRetentionDays: '7',
};

/**
 * Every parameter of a deployment, with a value other than its default. The table is an existing one.
 * @throws Problem where a new parameter is unknown here.
 */
export function setAll(defaults: ReadonlyMap<string, string>, table: string): ReadonlyMap<string, string> {
  return new Map([...defaults].map(([name, value]) => [name, name === 'table' ? table : another(name, value)]));
}

function another(name: string, value: string): string {
  const text = texts[name];
  if (text !== undefined) return text;
  if (value === 'true' || value === 'false') return String(value === 'false');
  if (/^\d+$/.test(value)) return String(Number(value) + 1);
  throw new Problem(`The parameter ${name} is new: give it a value in tests/conform/stack/parameters.ts`);
}
