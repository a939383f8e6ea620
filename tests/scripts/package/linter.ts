// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation's
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Template } from '../../support/commands/packaging.ts';
import { carryOut, launchCommand, type Run } from '../../support/commands/start.ts';

/** The validator reads its rules and schemas once per process, which takes seconds. */
const BEGINNING_MS = 60_000;

/** Nothing of the validator runs often enough for code to be worth improving, which takes longer than the run. */
const PLAINLY = ['--single-threaded', '--liftoff-only'];

/** Values to be put into the template, by their paths. */
type Changes = Readonly<Record<string, unknown>>;

/** A small correct template with one of each thing that is checked. */
const sound = () => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Parameters: { Domain: { Type: 'String', Default: '' } },
  Mappings: { Sizes: { small: { memory: 128 } } },
  Conditions: {
    Kept: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'Domain' }, ''] }] },
    KeptHere: { 'Fn::And': [{ Condition: 'Kept' }, { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'cn-north-1'] }] },
  },
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Condition: 'Kept',
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Tags: [{ Key: 'stage', Value: 'test' }],
      },
    },
    Logs: { Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: '7' } },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
        },
        Policies: [
          {
            PolicyName: 'logs',
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [
                { Effect: 'Allow', Action: ['logs:PutLogEvents'], Resource: { 'Fn::GetAtt': ['Logs', 'Arn'] } },
              ],
            },
          },
        ],
      },
    },
    Handler: {
      Type: 'AWS::Lambda::Function',
      DependsOn: ['Logs'],
      Properties: {
        Code: { S3Bucket: 'bucket', S3Key: { 'Fn::Join': ['/', ['a', { Ref: 'AWS::StackName' }]] } },
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        MemorySize: { 'Fn::FindInMap': ['Sizes', 'small', 'memory'] },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        PackageType: 'Zip',
        Description: { Ref: 'AWS::NoValue' },
        Layers: { 'Fn::Split': [',', 'a,b'] },
        Environment: {
          Variables: {
            TABLE: { 'Fn::If': ['Kept', { Ref: 'Table' }, 'named'] },
            LOGS: { 'Fn::Sub': 'arn:${AWS::Partition}:${Logs}:${Role.Arn}:${!kept}' },
            SUB: { 'Fn::Sub': ['${Own}', { Own: { Ref: 'Domain' } }] },
          },
        },
      },
    },
    Alarm: {
      Type: 'AWS::CloudWatch::Alarm',
      Condition: 'KeptHere',
      Properties: {
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        Threshold: 0.5,
        Namespace: 'AWS/DynamoDB',
        MetricName: 'ReadThrottleEvents',
        Period: 60,
        Statistic: 'Sum',
        Dimensions: [{ Name: 'TableName', Value: { Ref: 'Table' } }],
      },
    },
    Own: { Type: 'Custom::Thing', Properties: { Anything: [{ Ref: 'Role' }] } },
  },
  Outputs: { TableName: { Condition: 'Kept', Value: { Ref: 'Table' }, Export: { Name: 'table' } } },
});

/** The text of the small template with these changes. */
function change(changes: Changes): string {
  const template = sound();
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const place = names.slice(0, -1).reduce<object>((at, name) => Reflect.get(at, name), template);
    Reflect.set(place, names.at(-1) ?? '', value);
  }
  return JSON.stringify(template);
}

const handler = 'Resources.Handler.Properties';
const table = 'Resources.Table.Properties';
const alarm = 'Resources.Alarm.Properties';
const statement = 'Resources.Role.Properties.Policies.0.PolicyDocument.Statement.0';

/** A title, a change of the small template, and a part of each finding. */
const cases: readonly (readonly [string, Changes, readonly string[]])[] = [
  ['a section that is none', { Resource: {} }, ["Resource: 'Resource' is not a valid top-level template section"]],
  [
    'too many resources',
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`Resources.R${i}`, { Type: 'Custom::Thing' }])),
    ['Template has 506 resources, maximum is 500'],
  ],
  ['an attribute of a resource that is none', { 'Resources.Logs.DependOn': 'Role' }, ["'DependOn'"]],
  ['a resource type that is none', { 'Resources.Logs.Type': 'AWS::Logs::Group' }, ["type 'AWS::Logs::Group'"]],
  ['a property that is none', { [`${handler}.MemorySiz`]: 1 }, ["Did you mean 'MemorySize'?"]],
  ['a required property left out', { [`${handler}.Role`]: undefined }, ["'Role' is a required property"]],
  [
    'a required property that is there under one condition only',
    { [`${handler}.Role`]: { 'Fn::If': ['Kept', { 'Fn::GetAtt': ['Role', 'Arn'] }, { Ref: 'AWS::NoValue' }] } },
    ["'Role' is a required property"],
  ],
  [
    'a key of a table without its definition',
    { [`${table}.KeySchema`]: [{ AttributeName: 'id', KeyType: 'HASH' }] },
    ['missing definitions: [id]; unused definitions: [pk]'],
  ],
  [
    'properties that do not go together',
    { [`${alarm}.Metrics`]: [{ Id: 'm', Expression: '1' }] },
    [
      "Exactly one of ['Metrics', 'MetricName', 'EvaluationCriteria'] must be specified",
      "'Namespace' should not be included with 'Metrics'",
      "'MetricName' should not be included with 'Metrics'",
      "'Period' should not be included with 'Metrics'",
      "'Statistic' should not be included with 'Metrics'",
      "'Dimensions' should not be included with 'Metrics'",
    ],
  ],
  ['a text for an integer', { [`${handler}.Timeout`]: 'long' }, ["Handler.Properties.Timeout: 'long' is not of type"]],
  ['a number out of its range', { [`${handler}.ReservedConcurrentExecutions`]: -1 }, ['-1 is less than the minimum']],
  ['a runtime that is none', { [`${handler}.Runtime`]: 'nodejs99.x' }, ["'nodejs99.x' is not one of"]],
  ['a runtime that is no more', { [`${handler}.Runtime`]: 'nodejs18.x' }, ["Runtime 'nodejs18.x' was deprecated"]],
  [
    'a number out of a list of numbers, though only under a condition',
    { 'Resources.Logs.Properties.RetentionInDays': { 'Fn::If': ['Kept', 7, 8] } },
    ["8 (from Fn::If on condition 'Kept') is not one of [1, 3, 5, 7"],
  ],
  [
    'an effect of a policy that is none',
    { [`${statement}.Effect`]: 'Alow' },
    ["'Alow' is not one of ['Allow', 'Deny']"],
  ],
  ['a resource of a policy that is no ARN', { [`${statement}.Resource`]: 'logs' }, ["'logs' does not match '^(arn:"]],
  ['a Ref to what is not there', { [`${handler}.Description`]: { Ref: 'Log' } }, ["'Log' is not one of"]],
  [
    'a GetAtt of an attribute that is none',
    { [`${handler}.Role`]: { 'Fn::GetAtt': 'Role.ARN' } },
    ["'ARN' is not one of ['Arn', 'RoleId']"],
  ],
  [
    'a Sub of what is not there',
    { [`${handler}.Description`]: { 'Fn::Sub': '${Nothing}-${Role.Nothing}-${AWS::Regio}' } },
    ["variable '${AWS::Regio}'", "variable '${Nothing}'", "'Nothing' is not one of ['Arn', 'RoleId']"],
  ],
  ['a DependsOn of what is not there', { 'Resources.Handler.DependsOn': 'Loggs' }, ["DependsOn target 'Loggs'"]],
  [
    'resources that wait for each other',
    { 'Resources.Logs.DependsOn': 'Handler' },
    ['Circular dependency with [Logs -> Handler -> Logs]', 'Circular dependency with [Handler -> Logs -> Handler]'],
  ],
  ['a condition of a resource that is none', { 'Resources.Own.Condition': 'Absent' }, ["Condition 'Absent'"]],
  [
    'references to what may not be there, from a property and from an output',
    { [`${handler}.Description`]: { Ref: 'Table' }, 'Outputs.Other': { Value: { Ref: 'Table' } } },
    [
      "Handler.Properties.Description: Reference to 'Table' which is conditional on 'Kept'",
      "Outputs/Other/Value: Reference to 'Table' which is conditional on 'Kept'",
    ],
  ],
  ['an If without its else', { [`${handler}.Handler`]: { 'Fn::If': ['Kept', 'a'] } }, ['exactly 3 elements, got 2']],
  [
    'a mapping that is none',
    { [`${handler}.Description`]: { 'Fn::FindInMap': ['Size', 'small', 'memory'] } },
    ["non-existent mapping 'Size'"],
  ],
  ['a type of a parameter that is none', { 'Parameters.Domain.Type': 'Text' }, ["has invalid Type 'Text'"]],
  ['an output that is a list', { 'Outputs.TableName.Value': ['a'] }, ['must be a string, not a list']],
];

/** Texts that are not templates. */
const broken: readonly (readonly [string, string, string])[] = [
  ['no template', 'nonsense', 'Template root must be a YAML mapping (F1101)'],
  ['half a template', '{"Resources":', 'JSON parse error: EOF while parsing a value at line 1 column 13 (F1101)'],
];
const lined = '{\n  "Resources": {\n    "A": { "Type": "AWS::None" }\n  }\n}';

/** Files for `npm run lint:template`, by name. */
interface Packaged {
  readonly plain: Template;
  readonly tuned: Template;
}

/** The tests of the linter. All templates are checked in one run, since starting it takes seconds. */
export function describeLinter(packaged: Packaged): void {
  let folder = '';
  let outcome: Awaited<Run['outcome']>;
  const fileOf = (title: string) => join(folder, `${title.replaceAll(/\W/g, '-')}.json`);
  /** The findings about a template, each with its line where there is one. */
  const findingsOf = (title: string) => {
    const start = `${fileOf(title)}:`;
    const lines = outcome.stdout.split('\n').filter((line) => line.startsWith(start));
    return lines.map((line) => line.slice(start.length));
  };
  const problemsOf = (title: string) => findingsOf(title).map((finding) => finding.replace(/^\d*: ?/, '').trimStart());

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catering-lint-'));
    const texts = new Map([
      ['packaged', JSON.stringify(packaged.plain)],
      ['packaged with every parameter set', JSON.stringify(packaged.tuned)],
      ['sound', change({})],
      ['of the front', await readFile('operations/front.yml', 'utf8')],
      ['lined', lined],
      ...cases.map(([title, changes]) => [title, change(changes)] as const),
      ...broken.map(([title, text]) => [title, text] as const),
    ]);
    for (const [title, text] of texts) await writeFile(fileOf(title), text);
    const command = ['scripts/lint-template/main.ts', ...[...texts.keys()].map(fileOf)];
    outcome = await launchCommand(process.execPath, [...PLAINLY, ...command], {}).outcome;
  }, BEGINNING_MS);
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['packaged', 'packaged with every parameter set', 'sound', 'of the front'])(
    'finds nothing in the template that is %s',
    (title) => {
      expect(findingsOf(title)).toEqual([' nothing found']);
    },
  );

  it('tells the line', () => {
    expect(findingsOf('lined')).toEqual(["3: A: Unknown resource type 'AWS::None' (F3006)"]);
  });

  it.each(cases)('finds %s', (title, _, expected) => {
    expect(problemsOf(title)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  it.each(broken)('finds %s', (title, _, problem) => {
    expect(findingsOf(title)).toEqual([`1: ${problem}`]);
  });

  it('ends with 1 and the number of all findings', () => {
    const count = outcome.stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !line.endsWith(': nothing found')).length;
    expect(outcome).toMatchObject({ code: 1, stderr: `${count} findings\n` });
  });

  it('ends with 1 where there is no file, with 2 where it is called wrongly, and shows its help', async () => {
    const lint = (...args: string[]) => carryOut('scripts/lint-template/main.ts', args, {});
    const [wrong, absent, help] = await Promise.all([lint('--colour'), lint(fileOf('absent')), lint('--help')]);
    expect(wrong.code).toBe(2);
    expect(absent).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot read \S+absent.json: ENOENT.*\n$/),
    });
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run lint:template') });
  });
}
