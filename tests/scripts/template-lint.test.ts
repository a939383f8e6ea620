// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation's
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintTemplate } from '../../scripts/lint-template/lint.ts';
import { launch } from '../support/start.ts';

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
      Properties: {
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Tags: [{ Key: 'stage', Value: 'test' }],
      },
    },
    Logs: { Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: '7' } },
    Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: { Statement: [] } } },
    Handler: {
      Type: 'AWS::Lambda::Function',
      DependsOn: ['Logs'],
      Properties: {
        Code: { S3Bucket: 'bucket', S3Key: { 'Fn::Join': ['/', ['a', { Ref: 'AWS::StackName' }]] } },
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        MemorySize: { 'Fn::FindInMap': ['Sizes', 'small', 'memory'] },
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
        Dimensions: [{ Name: 'TableName', Value: { Ref: 'Table' } }],
      },
    },
    Own: { Type: 'Custom::Thing', Properties: { Anything: [{ Ref: 'Role' }] } },
  },
  Outputs: { TableName: { Condition: 'Kept', Value: { Ref: 'Table' }, Export: { Name: 'table' } } },
});

async function lint(changes: Changes): Promise<string[]> {
  const template = sound();
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const place = names.slice(0, -1).reduce<object>((at, name) => Reflect.get(at, name), template);
    Reflect.set(place, names.at(-1) ?? '', value);
  }
  return (await lintTemplate(template)).map(({ path, problem }) => `${path}: ${problem}`);
}

const handler = 'Resources.Handler.Properties';

describe('a sound template', () => {
  it('has no findings', async () => {
    expect(await lintTemplate(sound())).toEqual([]);
  });
});

describe('a template is refused with', () => {
  const cases: readonly (readonly [string, Changes, readonly string[]])[] = [
    ['a section that is none', { Resource: {} }, ['Resource: unknown; there are']],
    [
      'an attribute of a resource that is none',
      { 'Resources.Logs.DependOn': 'Role' },
      ['Resources.Logs.DependOn: unknown; there are'],
    ],
    [
      'a name of a resource that is none',
      { 'Resources.A-b': { Type: 'Custom::Thing' } },
      ['Resources.A-b: a name takes letters and digits only'],
    ],
    [
      'too many resources',
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`Resources.R${i}`, { Type: 'Custom::Thing' }])),
      ['Resources: 506 are more than 500'],
    ],
    [
      'a policy of deletion that is none',
      { 'Resources.Table.DeletionPolicy': 'Keep' },
      ['Resources.Table.DeletionPolicy: must be one of Delete, Retain'],
    ],
    [
      'a resource type that is none',
      { 'Resources.Logs.Type': 'AWS::Logs::Group' },
      ['Resources.Logs.Type: there is no resource type "AWS::Logs::Group"'],
    ],
    [
      'a property that is none',
      { 'Resources.Handler.Properties.MemorySiz': 1 },
      [`${handler}.MemorySiz: AWS::Lambda::Function has no such property, but MemorySize`],
    ],
    [
      'a property of a property that is none',
      { 'Resources.Handler.Properties.Code.Bucket': 'b' },
      [`${handler}.Code.Bucket: Code has no such property`],
    ],
    [
      'a required property left out',
      { 'Resources.Handler.Properties.Role': undefined },
      [`${handler}: AWS::Lambda::Function needs Role`],
    ],
    [
      'a required property that is there under one condition only',
      { 'Resources.Handler.Properties.Role': { 'Fn::If': ['Kept', 'role', { Ref: 'AWS::NoValue' }] } },
      [`${handler}: AWS::Lambda::Function needs Role`],
    ],
    [
      'a required property of an element left out',
      { 'Resources.Table.Properties.KeySchema': [{ AttributeName: 'pk' }] },
      ['Resources.Table.Properties.KeySchema.0: KeySchema needs KeyType'],
    ],
    [
      'a text for an integer',
      { 'Resources.Handler.Properties.MemorySize': 'much' },
      [`${handler}.MemorySize: must be an integer, not "much"`],
    ],
    [
      'a fraction for an integer',
      { 'Resources.Handler.Properties.Timeout': 1.5 },
      [`${handler}.Timeout: must be an integer, not 1.5`],
    ],
    [
      'a text for a number',
      { 'Resources.Alarm.Properties.Threshold': 'half' },
      ['Resources.Alarm.Properties.Threshold: must be a number, not "half"'],
    ],
    [
      'a text for true or false',
      { 'Resources.Table.Properties.TimeToLiveSpecification.Enabled': 'yes' },
      ['Resources.Table.Properties.TimeToLiveSpecification.Enabled: must be true or false, not "yes"'],
    ],
    [
      'an object for a text',
      { 'Resources.Handler.Properties.Handler': { file: 'a' } },
      [`${handler}.Handler: must be a text, not {"file":"a"}`],
    ],
    [
      'one value for a list',
      { 'Resources.Handler.Properties.Architectures': 'arm64' },
      [`${handler}.Architectures: must be a list, not "arm64"`],
    ],
    [
      'a function that gives one value for a list',
      { 'Resources.Handler.Properties.Layers': { Ref: 'Domain' } },
      [`${handler}.Layers: must be a list, which {"Ref":"Domain"} does not give`],
    ],
    [
      'a function that gives a list for one value',
      { 'Resources.Handler.Properties.Handler': { 'Fn::Split': [',', 'a'] } },
      [`${handler}.Handler: must be one value, which {"Fn::Split":[",","a"]} does not give`],
    ],
    [
      'a list for an object',
      { 'Resources.Handler.Properties.Environment': [] },
      [`${handler}.Environment: must be an object Environment, not []`],
    ],
    [
      'a list for a map',
      { 'Resources.Handler.Properties.Environment.Variables': [] },
      [`${handler}.Environment.Variables: must be an object, not []`],
    ],
    [
      'a tag without a value',
      { 'Resources.Table.Properties.Tags': [{ Key: 'stage' }] },
      ['Resources.Table.Properties.Tags.0: a tag needs Value'],
    ],
    [
      'a text out of a list of words',
      { 'Resources.Handler.Properties.PackageType': 'Tar' },
      [`${handler}.PackageType: must be one of Image, Zip, not "Tar"`],
    ],
    [
      'a number out of a list of numbers, though only under a condition',
      { 'Resources.Logs.Properties.RetentionInDays': { 'Fn::If': ['Kept', 7, 8] } },
      ['Resources.Logs.Properties.RetentionInDays: must be one of 1, 3, 5, 7'],
    ],
    [
      'a Ref to what is not there',
      { 'Resources.Handler.Properties.Handler': { Ref: 'Log' } },
      [`${handler}.Handler.Ref: there is no resource or parameter "Log", but Logs`],
    ],
    [
      'a GetAtt of what is not there',
      { 'Resources.Handler.Properties.Role': { 'Fn::GetAtt': ['Rolle', 'Arn'] } },
      [`${handler}.Role.Fn::GetAtt: there is no resource "Rolle", but Role`],
    ],
    [
      'a GetAtt of an attribute that is none',
      { 'Resources.Handler.Properties.Role': { 'Fn::GetAtt': 'Role.ARN' } },
      [`${handler}.Role.Fn::GetAtt: Role has no attribute "ARN", but Arn`],
    ],
    [
      'a Sub of what is not there',
      { 'Resources.Handler.Properties.Handler': { 'Fn::Sub': '${Nothing}-${Role.Nothing}-${AWS::Regio}' } },
      [
        `${handler}.Handler.Fn::Sub: there is no resource or parameter "Nothing"`,
        `${handler}.Handler.Fn::Sub: Role has no attribute "Nothing"`,
        `${handler}.Handler.Fn::Sub: there is no resource or parameter "AWS::Regio", but AWS::Region`,
      ],
    ],
    [
      'a DependsOn of what is not there',
      { 'Resources.Handler.DependsOn': 'Loggs' },
      ['Resources.Handler.DependsOn: there is no resource "Loggs", but Logs'],
    ],
    [
      'a condition that is none, of a resource, of Fn::If and of another condition',
      {
        'Resources.Logs.Condition': 'Absent',
        'Resources.Handler.Properties.Handler': { 'Fn::If': ['Absent', 'a', 'b'] },
        'Conditions.More': { 'Fn::Or': [{ Condition: 'Absent' }, { Condition: 'Kept' }] },
      },
      [
        'Conditions.More.Fn::Or.0: there is no condition "Absent"',
        'Resources.Logs.Condition: there is no condition "Absent"',
        `${handler}.Handler.Fn::If: there is no condition "Absent"`,
      ],
    ],
    [
      'a condition by a resource',
      { 'Conditions.More': { 'Fn::Equals': [{ Ref: 'Table' }, ''] } },
      ['Conditions.More.Fn::Equals.0: there is no parameter "Table", but Table'],
    ],
    [
      'a reference to what may not be there, from a property, from Sub and from an output',
      {
        'Resources.Handler.Properties.Handler': { Ref: 'Table' },
        'Resources.Handler.Properties.Timeout': { 'Fn::If': ['Kept', 1, { 'Fn::Sub': '${Table.Arn}' }] },
        'Outputs.TableName.Condition': undefined,
      },
      [
        `${handler}.Timeout.Fn::If.2.Fn::Sub: Table is there only where Kept is true, which is not said here`,
        `${handler}.Handler.Ref: Table is there only where Kept is true`,
        'Outputs.TableName.Value.Ref: Table is there only where Kept is true',
      ],
    ],
    [
      'a function that is none',
      { 'Resources.Handler.Properties.Handler': { 'Fn::Concat': ['a'] } },
      [`${handler}.Handler.Fn::Concat: there is no function Fn::Concat`],
    ],
    [
      'functions called wrongly',
      {
        'Resources.Handler.Properties.Handler': { 'Fn::If': ['Kept', 'a'] },
        'Resources.Handler.Properties.Role': { 'Fn::GetAtt': 'Role' },
        'Resources.Handler.Properties.Description': { 'Fn::Sub': [] },
        'Resources.Handler.Properties.Runtime': { 'Fn::FindInMap': ['Size', 'a', 'b'] },
      },
      [
        `${handler}.Handler.Fn::If: must be a condition and two values`,
        `${handler}.Role.Fn::GetAtt: must name a resource and an attribute`,
        `${handler}.Description.Fn::Sub: must be a text, alone or with its variables`,
        `${handler}.Runtime.Fn::FindInMap: there is no mapping "Size"`,
      ],
    ],
    [
      'an output without a value',
      { 'Outputs.TableName': { Description: 'none' } },
      ['Outputs.TableName: an output needs Value'],
    ],
    ['no resources', { Resources: {}, Outputs: {} }, ['Resources: there must be at least one']],
  ];

  it.each(cases)('%s', async (_, changes, expected) => {
    const found = await lint(changes);
    expect(found.toSorted()).toEqual(expected.toSorted().map((text) => expect.stringContaining(text)));
  });
});

describe('npm run lint:template', { timeout: 60_000 }, () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catering-lint-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('ends with 0 for a sound template, with 1 and the findings for another', async () => {
    const [good, bad] = [join(folder, 'good.json'), join(folder, 'bad.json')];
    await writeFile(good, JSON.stringify(sound()));
    await writeFile(bad, JSON.stringify({ Resources: { A: { Type: 'AWS::None' } } }));
    const run = (...files: string[]) => launch('scripts/lint-template/main.ts', files, {}).outcome;
    const [first, second] = await Promise.all([run(good), run(good, bad)]);
    expect(first).toEqual({ code: 0, stdout: `${good}: nothing found\n`, stderr: '' });
    expect(second).toEqual({
      code: 1,
      stdout: `${good}: nothing found\n${bad}: Resources.A.Type: there is no resource type "AWS::None"\n`,
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
    expect((await launch('scripts/lint-template/main.ts', ['--help'], {}).outcome).stdout).toContain(
      'npm run lint:template',
    );
  });
});
