// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation's
import { describe, expect, it } from 'vitest';
import { UsageProblem } from '../../scripts/command/command.ts';
import { readParameters } from '../../scripts/deploy/parameters.ts';
import { carryOut } from '../support/commands/start.ts';
import { describeJudgement, judge } from './judge.ts';
import { readOptions } from './options.ts';
import { compare } from './stack/compare.ts';
import { explainDeviation } from './stack/deviations.ts';
import { setAll } from './stack/parameters.ts';
import { Resolver, Template } from './stack/template.ts';

describe('the command line of npm run conform', () => {
  it('takes files of tests, or --stack', () => {
    expect(readOptions([])).toEqual({ subject: 'table', files: [] });
    expect(readOptions(['tests/functions/role/role.test.ts'])).toEqual({
      subject: 'table',
      files: ['tests/functions/role/role.test.ts'],
    });
    expect(readOptions(['--stack'])).toEqual({ subject: 'stack' });
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    ['--stack tests/functions/role/role.test.ts', '--stack takes no FILE'],
    ['--colour', "Unknown option '--colour'"],
    ['--stack=x', '--stack'],
  ])('takes no %s', (line, message) => {
    expect(() => readOptions(line.split(' '))).toThrow(UsageProblem);
    expect(() => readOptions(line.split(' '))).toThrow(message);
  });
});

describe('npm run conform', { timeout: 60_000 }, () => {
  it('says what it is for', async () => {
    const { code, stdout, stderr } = await carryOut('tests/conform/main.ts', ['--help'], {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('npm run conform -- --stack');
  });

  it.each([
    {
      args: [],
      wanted: 'a Java Development Kit of version 17 or newer (java and javac) and Maven (mvn)',
    },
    { args: ['--stack'], wanted: 'Python 3.9 or newer with venv (python3)' },
  ])('says what it wants where that is not there, and ends with 2: $wanted', async ({ args, wanted }) => {
    const outcome = await carryOut('tests/conform/main.ts', args, { PATH: '/nowhere' });
    expect(outcome).toEqual({ code: 2, stdout: '', stderr: `This wants ${wanted} in PATH\n` });
  });
});

describe('what the tests report from DynamoDB Local', () => {
  const failed = (fullName: string, words: string) => ({
    fullName,
    status: 'failed',
    failureMessages: [`${words}\n    at somewhere`],
  });
  const passed = { fullName: 'works', status: 'passed', failureMessages: [] };
  const fileOf = (name: string, ...assertionResults: object[]) => ({
    name: `/project/tests/${name}.test.ts`,
    status: assertionResults.every((one) => one === passed) ? 'passed' : 'failed',
    message: '',
    assertionResults,
  });
  const known = [{ file: 'tests/costs.test.ts', message: /^expected \d+ units$/, why: 'it counts otherwise' }];
  const read = (...testResults: object[]) => judge({ numPassedTests: 3, testResults }, '/project', known);
  const nothing = read();
  const first = '3 tests in 1 files pass on DynamoDB Local as on the embedded emulator';

  it('is well where all passes', () => {
    const judgement = read(fileOf('role', passed));
    expect(judgement.unexplained).toEqual([]);
    expect(describeJudgement(judgement, nothing)).toEqual([first]);
  });

  it('differs with a reason where a test of that file fails with the words that are known', () => {
    const judgement = read(
      fileOf('costs', passed, failed('of a', 'expected 3 units'), failed('of b', 'expected 4 units')),
    );
    expect(judgement.unexplained).toEqual([]);
    expect(describeJudgement(judgement, nothing)).toEqual([
      first,
      '2 differ, explained in lib/decisions/031: it counts otherwise',
      '  tests/costs.test.ts: 2',
    ]);
  });

  it('differs without one where words or file are others, or a file cannot be loaded', () => {
    const broken = { ...fileOf('start'), status: 'failed', message: 'no such module\n at x' };
    const judgement = read(
      fileOf('costs', failed('of a', 'expected nothing')),
      fileOf('role', failed('is kept', 'expected 3 units')),
      broken,
    );
    expect(describeJudgement(judgement, nothing)).toEqual([
      '3 tests in 3 files pass on DynamoDB Local as on the embedded emulator',
      '3 differ, and nobody knows why:',
      '  tests/costs.test.ts: of a: expected nothing',
      '  tests/role.test.ts: is kept: expected 3 units',
      '  tests/start.test.ts: : no such module',
    ]);
  });

  it('is no difference where the test fails on the embedded emulator too', () => {
    const judgement = read(fileOf('role', failed('is kept', 'expected 1'), failed('is read', 'expected 2')));
    const there = read(fileOf('role', failed('is kept', 'expected 7')));
    expect(describeJudgement(judgement, there)).toEqual([
      first,
      '1 fail on both:',
      '  tests/role.test.ts: is kept: expected 1',
      '1 differ, and nobody knows why:',
      '  tests/role.test.ts: is read: expected 2',
    ]);
  });
});

describe('the stack that is made of the template', () => {
  const template = Template.parse({
    Conditions: {
      Own: { 'Fn::Equals': ['', ''] },
      Foreign: { 'Fn::Not': [{ Condition: 'Own' }] },
    },
    Resources: { Table: { Type: 'AWS::DynamoDB::Table' } },
  });
  const refs = new Map([
    ['Table', 'catering-x'],
    ['AWS::Region', 'cn-north-1'],
  ]);
  const resolver = new Resolver(template, { refs, attributes: new Map([['Table.Arn', 'arn:table']]) });

  it.each([
    [{ Ref: 'Table' }, 'catering-x'],
    [{ Ref: 'AWS::NoValue' }, undefined],
    [
      ['a', { Ref: 'AWS::NoValue' }, 'b'],
      ['a', 'b'],
    ],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:table'],
    [{ 'Fn::If': ['Own', { Ref: 'Table' }, 'other'] }, 'catering-x'],
    [{ 'Fn::If': ['Foreign', 'foreign', ['own']] }, ['own']],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/catering-x'],
    [{ 'Fn::Select': [1, ['a', 'b']] }, 'b'],
    [{ 'Fn::Split': [',', 'a,b'] }, ['a', 'b']],
    [
      { 'Fn::Sub': 'in ${AWS::Region}: ${Table}, ${Table.Arn}, ${!kept}' },
      'in cn-north-1: catering-x, arn:table, ${!kept}',
    ],
    [
      { a: [{ b: { Ref: 'Table' } }], c: 1 },
      { a: [{ b: 'catering-x' }], c: 1 },
    ],
  ])('has references put in place: %j', (value, expected) => {
    expect(resolver.resolve(value)).toEqual(expected);
  });

  it('is as wanted whatever is there besides, in any order, with numbers as texts', () => {
    const wanted = { Tags: [{ Key: 'a' }, { Key: 'b' }], Timeout: '15', Absent: undefined };
    const found = { Tags: [{ Key: 'b', Value: 1 }, { Key: 'a' }], Timeout: 15, Arn: 'arn' };
    expect(compare(wanted, found)).toEqual({ different: [], unseen: [] });
  });

  it('is different where a value is, an element is missing, and unseen where nothing is told', () => {
    const wanted = { Mode: 'Active', List: ['a', 'b'], Deep: [{ name: 'x', kept: true }], Gone: { a: 1 } };
    const found = { Mode: 'PassThrough', List: ['a'], Deep: [{ name: 'x' }] };
    expect(compare(wanted, found)).toEqual({
      different: ['Mode: "Active" is "PassThrough"', 'List: 2 are 1'],
      unseen: ['Deep[].kept', 'Gone'],
    });
  });

  it('may differ in what moto is known to make otherwise, of that type only', () => {
    const words = 'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled: true is false';
    expect(explainDeviation('AWS::DynamoDB::Table', words)).toContain(
      'leaves time to live and point-in-time recovery out',
    );
    expect(explainDeviation('AWS::DynamoDB::Table', 'DeletionProtectionEnabled: true is false')).toBeUndefined();
    expect(explainDeviation('AWS::Lambda::Function', words)).toBeUndefined();
    const logs = 'Policies[].PolicyDocument.Statement[].Resource: "arn:logs:a:*" is "arn:logs:a"';
    expect(explainDeviation('AWS::IAM::Role', logs)).toBe('the Arn of a log group has no :* at its end there');
    const other = 'SourceArn: "arn:aws-cn:a" is "arn:aws:b"';
    expect(explainDeviation('AWS::Lambda::Permission', other)).toBeUndefined();
  });

  it('has every parameter of serverless.yml set, each to another value than its default', async () => {
    const defaults = await readParameters();
    const all = setAll(defaults, 'catering-other');
    expect([...all.keys()]).toEqual([...defaults.keys()]);
    expect(all.get('table')).toBe('catering-other');
    expect([...all].filter(([name, value]) => value === defaults.get(name))).toEqual([]);
    expect(() => setAll(new Map([['colour', 'red']]), '')).toThrow('The parameter colour is new');
  });
});
