// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation's
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintTemplate } from '../../../scripts/lint-template/lint.ts';
import { launch } from '../../support/start.ts';

/** The validator reads its rules and schemas once per process, which takes seconds. */
const BEGINNING_MS = 60_000;

/** Values to be put into the template, by their paths. */
type Changes = Readonly<Record<string, unknown>>;

/** A small template in which everything is right, with one of each thing that is checked. */
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

function lint(changes: Changes): string[] {
  const template = sound();
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const place = names.slice(0, -1).reduce<object>((at, name) => Reflect.get(at, name), template);
    Reflect.set(place, names.at(-1) ?? '', value);
  }
  return lintTemplate(JSON.stringify(template)).map(({ problem }) => problem);
}

const handler = 'Resources.Handler.Properties';
const table = 'Resources.Table.Properties';
const alarm = 'Resources.Alarm.Properties';
const statement = 'Resources.Role.Properties.Policies.0.PolicyDocument.Statement.0';

/** The tests of the linter, in the file that has it lint what is packaged: beginning anew takes it seconds. */
export function describeLinter(): void {
  it('finds nothing in a sound template', () => {
    expect(lint({})).toEqual([]);
  });

  it('tells the line', () => {
    const text = '{\n  "Resources": {\n    "A": { "Type": "AWS::None" }\n  }\n}';
    expect(lintTemplate(text)).toEqual([{ line: 3, problem: "A: Unknown resource type 'AWS::None' (F3006)" }]);
  });

  describe('finds', () => {
    const cases: readonly (readonly [string, Changes, readonly string[]])[] = [
      ['a section that is none', { Resource: {} }, ["Resource: 'Resource' is not a valid top-level template section"]],
      ['no resources', { Resources: {}, Outputs: {}, Mappings: {}, Conditions: {} }, ['Resources section must exist']],
      [
        'too many resources',
        Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`Resources.R${i}`, { Type: 'Custom::Thing' }])),
        ['Template has 506 resources, maximum is 500'],
      ],
      ['an attribute of a resource that is none', { 'Resources.Logs.DependOn': 'Role' }, ["'DependOn'"]],
      [
        'a name of a resource that is none',
        { 'Resources.A-b': { Type: 'Custom::Thing' } },
        ["'A-b' must be alphanumeric"],
      ],
      ['a policy of deletion that is none', { 'Resources.Table.DeletionPolicy': 'Keep' }, ["got 'Keep' (F3016)"]],
      ['a resource type that is none', { 'Resources.Logs.Type': 'AWS::Logs::Group' }, ["type 'AWS::Logs::Group'"]],
      ['a property that is none', { [`${handler}.MemorySiz`]: 1 }, ["Did you mean 'MemorySize'?"]],
      [
        'a property of a property that is none',
        { [`${handler}.Code.Bucket`]: 'b' },
        ['Handler.Properties.Code.Bucket'],
      ],
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
      [
        'a text for an integer',
        { [`${handler}.Timeout`]: 'long' },
        ["Handler.Properties.Timeout: 'long' is not of type"],
      ],
      ['a fraction for an integer', { [`${handler}.Timeout`]: 1.5 }, ["1.5 is not of type 'integer'"]],
      ['a text for a number', { [`${alarm}.Threshold`]: 'half' }, ["'half' is not of type 'number'"]],
      ['an object for a text', { [`${handler}.Handler`]: { file: 'a' } }, ["is not of type 'string'"]],
      ['one value for a list', { [`${handler}.Architectures`]: 'arm64' }, ["'arm64' is not of type 'array'"]],
      [
        'a number out of its range',
        { [`${handler}.ReservedConcurrentExecutions`]: -1 },
        ['-1 is less than the minimum'],
      ],
      ['a text that is too short', { [`${handler}.Code.S3Bucket`]: 'b' }, ['length 1 is below minimum 3']],
      ['a runtime that is none', { [`${handler}.Runtime`]: 'nodejs99.x' }, ["'nodejs99.x' is not one of"]],
      ['a runtime that is no more', { [`${handler}.Runtime`]: 'nodejs18.x' }, ["Runtime 'nodejs18.x' was deprecated"]],
      [
        'a text out of a list of words',
        { [`${handler}.PackageType`]: 'Tar' },
        ["'Tar' is not one of ['Image', 'Zip']"],
      ],
      [
        'a number out of a list of numbers, though only under a condition',
        { 'Resources.Logs.Properties.RetentionInDays': { 'Fn::If': ['Kept', 7, 8] } },
        ["8 (from Fn::If on condition 'Kept') is not one of [1, 3, 5, 7"],
      ],
      ['a tag without a value', { [`${table}.Tags`]: [{ Key: 'stage' }] }, ["'Value' is a required property"]],
      [
        'an effect of a policy that is none',
        { [`${statement}.Effect`]: 'Alow' },
        ["'Alow' is not one of ['Allow', 'Deny']"],
      ],
      ['a word in a policy that is none', { [`${statement}.Actions`]: 'logs:Put' }, ["('Actions' was unexpected)"]],
      [
        'a resource of a policy that is no ARN',
        { [`${statement}.Resource`]: 'logs' },
        ["'logs' does not match '^(arn:"],
      ],
      [
        'a role that trusts nobody',
        { 'Resources.Role.Properties.AssumeRolePolicyDocument.Statement.0.Principal': undefined },
        ["'Principal' is a required property in trust policy statement"],
      ],
      ['a Ref to what is not there', { [`${handler}.Description`]: { Ref: 'Log' } }, ["'Log' is not one of"]],
      [
        'a GetAtt of what is not there',
        { [`${handler}.Role`]: { 'Fn::GetAtt': ['Rolle', 'Arn'] } },
        ["Fn::GetAtt references non-existent resource 'Rolle'"],
      ],
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
        'a condition of Fn::If that is none',
        { [`${handler}.Description`]: { 'Fn::If': ['Absent', 'a', 'b'] } },
        ["Fn::If condition 'Absent' does not exist"],
      ],
      [
        'a condition of another condition that is none',
        { 'Conditions.KeptHere': { 'Fn::And': [{ Condition: 'Absent' }, { Condition: 'Kept' }] } },
        ["Condition 'KeptHere' references undefined condition 'Absent'"],
      ],
      [
        'references to what may not be there, from a property and from an output',
        { [`${handler}.Description`]: { Ref: 'Table' }, 'Outputs.Other': { Value: { Ref: 'Table' } } },
        [
          "Handler.Properties.Description: Reference to 'Table' which is conditional on 'Kept'",
          "Outputs/Other/Value: Reference to 'Table' which is conditional on 'Kept'",
        ],
      ],
      ['a function that is none', { [`${handler}.Handler`]: { 'Fn::Concat': ['a'] } }, ["{'Fn::Concat': ['a']}"]],
      [
        'an If without its else',
        { [`${handler}.Handler`]: { 'Fn::If': ['Kept', 'a'] } },
        ['exactly 3 elements, got 2'],
      ],
      [
        'a GetAtt without an attribute',
        { [`${handler}.Role`]: { 'Fn::GetAtt': 'Role' } },
        ['two-element string array'],
      ],
      ['a Sub of nothing', { [`${handler}.Description`]: { 'Fn::Sub': [] } }, ['a string or a [string, object] array']],
      [
        'a mapping that is none',
        { [`${handler}.Description`]: { 'Fn::FindInMap': ['Size', 'small', 'memory'] } },
        ["non-existent mapping 'Size'"],
      ],
      ['a type of a parameter that is none', { 'Parameters.Domain.Type': 'Text' }, ["has invalid Type 'Text'"]],
      ['an output that is a list', { 'Outputs.TableName.Value': ['a'] }, ['must be a string, not a list']],
    ];

    it.each(cases)('%s', (_, changes, expected) => {
      expect(lint(changes)).toEqual(expected.map((text) => expect.stringContaining(text)));
    });

    it.each([
      ['no template', 'nonsense', 'Template root must be a YAML mapping (F1101)'],
      ['half a template', '{"Resources":', 'JSON parse error: EOF while parsing a value at line 1 column 13 (F1101)'],
    ])('%s', (_, text, problem) => {
      expect(lintTemplate(text)).toEqual([{ line: 1, problem }]);
    });
  });

  describe('npm run lint:template', { timeout: BEGINNING_MS }, () => {
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'catering-lint-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('ends with 1 and the findings of all templates that have some', async () => {
      const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')];
      await writeFile(good, JSON.stringify(sound()));
      await writeFile(bad, JSON.stringify({ Resources: { A: { Type: 'AWS::None' } } }));
      expect(await launch('scripts/lint-template/main.ts', [good, bad], {}).outcome).toEqual({
        code: 1,
        stdout: `${good}: nothing found\n${bad}:1: A: Unknown resource type 'AWS::None' (F3006)\n`,
        stderr: '1 findings\n',
      });
    });

    it('ends with 1 where there is no file, with 2 where it is called wrongly, and shows its help', async () => {
      expect((await launch('scripts/lint-template/main.ts', ['--colour'], {}).outcome).code).toBe(2);
      const absent = await launch('scripts/lint-template/main.ts', [join(folder, 'absent.json')], {}).outcome;
      expect(absent).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Cannot read \S+absent.json: ENOENT.*\n$/),
      });
      const help = await launch('scripts/lint-template/main.ts', ['--help'], {}).outcome;
      expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run lint:template') });
    });
  });
}
