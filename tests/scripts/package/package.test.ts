// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are CloudFormation's
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companions } from '../../../scripts/build/companions.ts';
import { readParameters } from '../../../scripts/deploy/parameters.ts';
import { collectEndpoints } from '../../../scripts/generate/declarations.ts';
import { parameterOf } from '../../../scripts/keys/stored-keys.ts';
import {
  copyProject,
  leaveOut,
  listByType,
  listExports,
  readStatements,
  runModule,
  runPackage,
  type Template,
  unpack,
} from '../../support/commands/packaging.ts';
import { makeEvent } from '../../support/service/service.ts';
import { statements } from '../../support/statements/statements.ts';
import { describeLinter } from './linter.ts';
import { describePolicy } from './policy.ts';
import { describeWatching, watchingParameters } from './watching.ts';

/** Packaging bundles every function. */
const TIMEOUT_MS = 120_000;

const KEYS = '/catering/test/signing-keys';

/** Every parameter, with a value other than its default. */
const tuned = {
  corsOrigins: 'https://a.example, https://b.example',
  timeZone: 'Asia/Urumqi',
  nrvEdition: '2025',
  tomorrowFrom: '18:30',
  table: 'catering-restored',
  domain: 'catering.example',
  certificateArn: 'arn:aws-cn:acm:cn-north-1:000000000000:certificate/test',
  defaultAddress: 'false',
  tableKeyArn: 'arn:aws-cn:kms:cn-north-1:000000000000:key/test',
  tags: 'owner=食堂, cost-centre=42',
  frontDigests: '0f'.repeat(32),
  docs: 'true',
  logRetentionDays: '7',
  accessLogs: 'true',
  rateLimit: '7',
  burstLimit: '9',
  ...watchingParameters,
};

/**
 * The functions that are packaged with their code, and those of a second package: those that the stack names, a reader,
 * and those with a file beside them.
 */
const few = ['session/sign-in', 'service/sweep', 'role/list-roles', 'service/get-docs', 'dish/set-dish-icon'];

/** The routes of the contract, and those beyond it. */
const routes = Object.keys(statements).toSorted();

const { endpoints, jobs } = await collectEndpoints();
const declarations = [...endpoints, ...jobs];
let folder = '';
let project = '';
let template: Template;
let second: Template;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-package-'));
  const parameters = Object.entries(tuned).map(([name, value]) => `${name}=${value}`);
  // One after the other: the framework keeps what it has compiled first.
  project = await copyProject(folder, few);
  template = await runPackage(project, join(folder, 'plain'));
  await leaveOut(project, few);
  second = await runPackage(project, join(folder, 'tuned'), parameters);
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

describe('routes', () => {
  it('are those of the contract, each declared, and no other', () => {
    const packaged = listByType(template, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(packaged.toSorted()).toEqual(routes);
    expect(endpoints.map(({ declaration }) => declaration.route).toSorted()).toEqual(routes);
  });

  it('are closed to strangers but for signing in, the documentation, the state of health and unknown paths', () => {
    const open = endpoints.filter(({ declaration: { side } }) => side === 'public');
    const routesOpen = open.map(({ declaration }) => declaration.route);
    expect(routesOpen.toSorted()).toEqual([
      '$default',
      'GET /docs',
      'GET /health',
      'GET /openapi.json',
      'GET /screen/{token}',
      'POST /api/login',
    ]);
  });

  it.each(endpoints)('leads $declaration.route to $file', ({ declaration: { id, route } }) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    const [found] = listByType(template, 'AWS::ApiGatewayV2::Route').filter(({ RouteKey }) => RouteKey === route);
    expect(found?.Target).toEqual({ 'Fn::Join': ['/', ['integrations', { Ref: `HttpApiIntegration${name}` }]] });
    expect(template.Resources[`HttpApiIntegration${name}`]?.Properties).toMatchObject({
      IntegrationUri: { 'Fn::GetAtt': [`${name}LambdaFunction`, 'Arn'] },
      PayloadFormatVersion: '2.0',
    });
  });

  it('can be called from pages of no other origin', () => {
    expect(template.Resources.HttpApi?.Properties).not.toHaveProperty('CorsConfiguration');
  });

  it('have a limited rate', () => {
    const limits = { ThrottlingRateLimit: expect.any(Number), ThrottlingBurstLimit: expect.any(Number) };
    expect(template.Resources.HttpApiStage?.Properties.DefaultRouteSettings).toEqual(limits);
  });
});

describe('functions', () => {
  it('run as they are declared', () => {
    const functions = listByType(template, 'AWS::Lambda::Function');
    const declared = declarations.map(({ noun, file, declaration: { id, access } }) => ({
      Handler: `.build/functions/${noun}/${file}.handler`,
      FunctionName: `catering-test-${id}`,
      Role: { 'Fn::GetAtt': [access === 'write' ? 'WriterRole' : 'ReaderRole', 'Arn'] },
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON', LogGroup: '/catering/test' },
    }));
    expect(functions).toHaveLength(declared.length);
    expect(functions).toEqual(expect.arrayContaining(declared.map((one) => expect.objectContaining(one))));
  });

  it('are told the table and the parameter of the keys, and no secret', () => {
    const [one] = listByType(template, 'AWS::Lambda::Function');
    expect(one?.Environment).toEqual({
      Variables: {
        CATERING_TABLE: { 'Fn::If': ['OwnTable', { Ref: 'Table' }, ''] },
        CATERING_SIGNING_KEYS_PARAMETER: KEYS,
        CATERING_TIME_ZONE: 'Asia/Shanghai',
        CATERING_NRV_EDITION: '',
        CATERING_TOMORROW_FROM: '19:00',
        CATERING_MOST_DISHES: '20000',
        CATERING_MOST_MENUS: '5000',
        CATERING_MOST_USERS: '2000',
        CATERING_MOST_ROLES: '500',
        CATERING_MOST_MARKS: '20000',
        CATERING_MOST_PRICES: '20000',
        CATERING_SERVICE: 'catering-test',
        CATERING_DOCS: 'false',
        CATERING_FRONT_DIGESTS: '',
      },
    });
    expect(parameterOf('test')).toBe(KEYS);
    expect(JSON.stringify(template)).not.toContain('{{resolve:');
  });

  // The weight of each is tested in bundle-size.test.ts, where all are whole.
  it('are packed each alone, without source maps, and load without settings', async () => {
    const archives = (await readdir(join(folder, 'plain'))).filter((name) => name.endsWith('.zip'));
    expect(archives.toSorted()).toEqual(declarations.map(({ declaration }) => `${declaration.id}.zip`).toSorted());
    const unpacked = join(folder, 'unpacked');
    const files = await Promise.all(archives.map((name) => unpack(join(folder, 'plain', name), unpacked)));
    const modules = declarations.map(({ noun, file }) => `.build/functions/${noun}/${file}.mjs`);
    const expected = modules.map((module) => [
      module,
      ...companions.flatMap(({ path }) => (path === module.replace('.mjs', '.json') ? path : [])),
    ]);
    expect(files.toSorted()).toEqual(expected.toSorted());
    const exported = await listExports(modules.map((module) => join(unpacked, module)));
    expect(exported).toEqual(modules.map(() => expect.arrayContaining(['handler'])));
    const texts = await Promise.all(modules.map((module) => readFile(join(unpacked, module))));
    expect(modules.filter((_, index) => texts[index]?.includes('sourceMappingURL'))).toEqual([]);
  });

  it('have what they read beside them: the page of the reference', async () => {
    const unpacked = join(folder, 'alone');
    await unpack(join(folder, 'plain', 'getDocs.zip'), unpacked);
    const script = `
      const { handler } = await import(process.argv[1]);
      const { statusCode, body } = await handler(JSON.parse(process.argv[2]), { getRemainingTimeInMillis: () => 15000 });
      console.log(JSON.stringify([statusCode, body.slice(0, 15)]));
    `;
    const args = [
      join(unpacked, '.build/functions/service/get-docs.mjs'),
      JSON.stringify(makeEvent('GET /docs', {}, {})),
    ];
    const env = {
      CATERING_TABLE: 'table',
      CATERING_SIGNING_KEYS: 'k1:0123456789abcdef0123456789abcdef',
      CATERING_LOG_LEVEL: 'silent',
      CATERING_DOCS: 'true',
    };
    expect(await runModule(script, args, { cwd: unpacked, env })).toEqual([200, '<!doctype html>']);
  });
});

describe('permissions', () => {
  const grant = (actions: string | readonly string[], resource: object) => {
    return { Effect: 'Allow', Action: actions, Resource: resource };
  };
  const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
  const arn = (service: string, name: string) => ({
    'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${name}`,
  });
  const table = { 'Fn::If': ['OwnTable', arn('dynamodb', 'table/catering-test'), arn('dynamodb', 'table/')] };
  const leaveDead = grant('sqs:SendMessage', arnOf('SweepDeadLetters'));
  const log = grant(['logs:CreateLogStream', 'logs:PutLogEvents'], arnOf('FunctionLogs'));
  const readKeys = grant('ssm:GetParameter', arn('ssm', `parameter${KEYS}`));
  const read = grant(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], table);
  const writing = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'];
  const write = grant(
    writing.map((action) => `dynamodb:${action}`),
    table,
  );

  const leaveCopies = {
    ...grant('dynamodb:PutItem', table),
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#CHUNK'] },
      // If a request names no key, "for all" is true.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  };

  it.each([
    ['ReaderRole', [log, readKeys, read, leaveCopies]],
    ['WriterRole', [log, readKeys, read, write, leaveDead]],
  ])('of %s are what it needs on the table, the log group, the keys and the dead letters', (role, expected) => {
    expect(readStatements(template.Resources[role]?.Properties.Policies)).toEqual(expected);
  });

  it('are those of two roles', () => {
    expect(listByType(template, 'AWS::IAM::Role')).toHaveLength(2);
  });

  it('allow nothing by wildcard', () => {
    // Not even where AWS offers nothing else: the ARN of a log group, which ends in `:*`, comes from the group itself.
    const properties = Object.values(template.Resources).map((resource) => resource.Properties);
    const statements = readStatements([...properties, ...properties.flatMap(({ Policies }) => Policies ?? [])]);
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).not.toEqual([]);
    expect(JSON.stringify(allowed.map(({ Action, Resource }) => [Action, Resource]))).not.toContain('*');
  });
});

describe('stack', () => {
  it('stays below the 500 resources it can hold', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(500);
  });

  it('names no partition: it can be deployed in China', () => {
    expect(JSON.stringify(template)).not.toMatch(/arn:aws|amazonaws\.com(?!")/);
  });

  it('has a queue for runs of the sweep that were given up, by Lambda or by the schedule', () => {
    const queue = { 'Fn::GetAtt': ['SweepDeadLetters', 'Arn'] };
    expect(listByType(template, 'AWS::SQS::Queue')).toEqual([
      { QueueName: 'catering-test-sweep-dead-letters', MessageRetentionPeriod: 1209600, SqsManagedSseEnabled: true },
    ]);
    expect(template.Resources.SweepLambdaFunction?.Properties.DeadLetterConfig).toEqual({ TargetArn: queue });
    const others = listByType(template, 'AWS::Lambda::Function').filter((one) => 'DeadLetterConfig' in one);
    expect(others).toHaveLength(1);
    expect(listByType(template, 'AWS::Events::Rule')).toEqual([
      {
        ScheduleExpression: 'rate(1 hour)',
        State: 'ENABLED',
        Targets: [
          {
            Arn: { 'Fn::GetAtt': ['SweepLambdaFunction', 'Arn'] },
            Id: 'sweepSchedule',
            DeadLetterConfig: { Arn: queue },
          },
        ],
      },
    ]);
    expect(readStatements(listByType(template, 'AWS::SQS::QueuePolicy'))).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: queue,
        Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': ['SweepEventsRuleSchedule1', 'Arn'] } } },
      },
    ]);
  });

  it('keeps logs for a limited time', () => {
    const groups = listByType(template, 'AWS::Logs::LogGroup');
    expect(groups).toEqual([{ LogGroupName: '/catering/test', RetentionInDays: 30 }]);
  });

  it('has the table that tests and the local service create', async () => {
    const text = await readFile('tables/catering.table.json', 'utf8');
    const { Properties, ...rest } = template.Resources.Table ?? {};
    const { SSESpecification, ...own } = Properties ?? {};
    expect({ ...rest, Properties: own }).toEqual({
      ...JSON.parse(text.replace(/\$\{sls:stage\}/, 'test')),
      // They may use its key before it has one.
      DependsOn: ['ReaderRole', 'WriterRole'],
    });
    expect(SSESpecification).toEqual({ 'Fn::If': ['OwnKey', expect.anything(), { Ref: 'AWS::NoValue' }] });
  });

  it('keeps its table, and what was in it, whatever becomes of the stack', () => {
    expect(template.Resources.Table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
  });

  it('makes the table and no domain unless it is told otherwise', () => {
    expect(template.Conditions).toEqual({
      OwnTable: { 'Fn::Equals': ['', ''] },
      OwnDomain: { 'Fn::Not': [{ 'Fn::Equals': ['', ''] }] },
      OwnKey: { 'Fn::Not': [{ 'Fn::Equals': ['', ''] }] },
      OwnAddressOnly: { 'Fn::Equals': [true, 'false'] },
    });
    const conditional = Object.entries(template.Resources).filter(([, { Condition }]) => Condition !== undefined);
    expect(conditional.map(([name, { Condition }]) => [name, Condition])).toEqual([
      ['Table', 'OwnTable'],
      ['Domain', 'OwnDomain'],
      ['DomainMapping', 'OwnDomain'],
    ]);
  });
});

describe('a second package, with every parameter set', { timeout: TIMEOUT_MS }, () => {
  const textOf = (value: unknown) => JSON.stringify(value);

  it('takes all the parameters there are', async () => {
    const defaults = await readParameters();
    expect(Object.keys(tuned).toSorted()).toEqual([...defaults.keys()].toSorted());
    for (const [name, value] of Object.entries(tuned)) expect(defaults.get(name), name).not.toBe(value);
  });

  it('takes origins and limits', () => {
    const { Resources } = second;
    expect(Resources.HttpApi?.Properties.CorsConfiguration).toEqual({
      AllowOrigins: ['https://a.example', 'https://b.example'],
      AllowMethods: ['GET', 'PUT', 'POST', 'DELETE'],
      AllowHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'If-Match', 'Idempotency-Key'],
      ExposeHeaders: ['Retry-After', 'ETag', 'Content-Disposition', 'Apigw-Requestid', 'Location', 'Catering-Ids'],
      MaxAge: 3600,
    });
    const limits = { ThrottlingRateLimit: '7', ThrottlingBurstLimit: '9' };
    expect(Resources.HttpApiStage?.Properties.DefaultRouteSettings).toMatchObject(limits);
    expect(Resources.FunctionLogs?.Properties).toMatchObject({ RetentionInDays: '7' });
    expect(textOf(Resources)).toContain('"CATERING_NRV_EDITION":"2025"');
    expect(textOf(Resources)).toContain('"CATERING_TOMORROW_FROM":"18:30"');
    expect(textOf(Resources)).toContain('"CATERING_TIME_ZONE":"Asia/Urumqi"');
    expect(textOf(Resources)).toContain('"CATERING_DOCS":"true"');
    expect(textOf(Resources)).toContain(`"CATERING_FRONT_DIGESTS":"${tuned.frontDigests}"`);
    expect(template.Resources.HttpApiStage?.Properties).not.toHaveProperty('AccessLogSettings');
    expect(Resources.HttpApiStage?.Properties).toHaveProperty('AccessLogSettings');
  });

  it('uses the table that is named, in settings, roles and outputs, and makes none', () => {
    expect(second.Conditions?.OwnTable).toEqual({ 'Fn::Equals': ['catering-restored', ''] });
    const table = { 'Fn::If': ['OwnTable', { Ref: 'Table' }, 'catering-restored'] };
    for (const { Environment } of listByType(second, 'AWS::Lambda::Function')) {
      expect(Environment).toMatchObject({ Variables: { CATERING_TABLE: table } });
    }
    expect(second.Outputs?.TableName).toEqual({ Value: table });
    const policies = listByType(second, 'AWS::IAM::Role').flatMap(({ Policies }) => readStatements(Policies));
    const onTable = policies.filter(({ Action }) => textOf(Action).includes('dynamodb:'));
    expect(onTable).toHaveLength(4);
    const arn = 'arn:${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}:table/catering-restored';
    for (const { Resource } of onTable) {
      const own = arn.replace('catering-restored', 'catering-test');
      expect(Resource).toEqual({ 'Fn::If': ['OwnTable', { 'Fn::Sub': own }, { 'Fn::Sub': arn }] });
    }
  });

  it('answers under the domain that is named, and tells what its DNS record points to', () => {
    expect(second.Conditions?.OwnDomain).toEqual({ 'Fn::Not': [{ 'Fn::Equals': ['catering.example', ''] }] });
    expect(second.Resources.Domain?.Properties).toMatchObject({
      DomainName: tuned.domain,
      DomainNameConfigurations: [
        { CertificateArn: tuned.certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
      ],
    });
    expect(second.Resources.DomainMapping?.Properties).toEqual({
      ApiId: { Ref: 'HttpApi' },
      DomainName: { Ref: 'Domain' },
      Stage: { Ref: 'HttpApiStage' },
    });
    expect(second.Outputs?.DomainTarget).toMatchObject({
      Condition: 'OwnDomain',
      Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] },
    });
  });

  it('answers under its own address unless that is switched off, which takes a condition', () => {
    const choice = { 'Fn::If': ['OwnAddressOnly', true, false] };
    expect(template.Resources.HttpApi?.Properties.DisableExecuteApiEndpoint).toEqual(choice);
    expect(second.Resources.HttpApi?.Properties.DisableExecuteApiEndpoint).toEqual(choice);
    expect(second.Conditions?.OwnAddressOnly).toEqual({ 'Fn::Equals': ['false', 'false'] });
  });

  it('encrypts the table with the key that is named, which both roles may use through DynamoDB only', () => {
    const key = tuned.tableKeyArn;
    expect(second.Conditions?.OwnKey).toEqual({ 'Fn::Not': [{ 'Fn::Equals': [key, ''] }] });
    expect(second.Resources.Table?.Properties.SSESpecification).toEqual({
      'Fn::If': ['OwnKey', { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: key }, { Ref: 'AWS::NoValue' }],
    });
    const using = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext'];
    for (const role of ['ReaderRole', 'WriterRole']) {
      const choices = [second.Resources[role]?.Properties.Policies]
        .flat()
        .flatMap((one) => Object(one)['Fn::If'] ?? []);
      expect(choices, role).toEqual(['OwnKey', expect.anything(), { Ref: 'AWS::NoValue' }]);
      expect(readStatements(choices)).toEqual([
        {
          Effect: 'Allow',
          Action: [...using, 'ReEncryptFrom', 'ReEncryptTo'].map((action) => `kms:${action}`),
          Resource: key,
          Condition: {
            StringEquals: {
              'kms:ViaService': [
                { 'Fn::Sub': 'dynamodb.${AWS::Region}.amazonaws.com' },
                { 'Fn::Sub': 'dynamodb.${AWS::Region}.${AWS::URLSuffix}' },
              ],
            },
          },
        },
      ]);
    }
  });

  it('puts the tags on the stack and on everything in it that takes some', async () => {
    const list = [
      { Key: 'owner', Value: '食堂' },
      { Key: 'cost-centre', Value: '42' },
    ];
    const tags = Object.values(second.Resources).map(({ Type, Properties }) => [Type, Properties.Tags]);
    const without = new Set(tags.flatMap(([type, tag]) => (tag === undefined ? [String(type)] : [])));
    expect([...without].toSorted()).toEqual([
      'AWS::ApiGatewayV2::ApiMapping',
      'AWS::ApiGatewayV2::Integration',
      'AWS::ApiGatewayV2::Route',
      'AWS::CloudWatch::Dashboard',
      'AWS::Lambda::Permission',
      'AWS::S3::BucketPolicy',
      'AWS::SNS::Subscription',
      'AWS::SQS::QueuePolicy',
    ]);
    const object = { owner: '食堂', 'cost-centre': '42' };
    for (const [type, tag] of tags) {
      if (tag !== undefined) expect(tag).toEqual(String(type).startsWith('AWS::ApiGatewayV2') ? object : list);
    }
    const state = JSON.parse(await readFile(join(folder, 'tuned', 'serverless-state.json'), 'utf8'));
    expect(state.service.provider.stackTags).toEqual(object);
    expect(JSON.stringify(template)).not.toContain('"Tags"');
  });

  it('holds the same archives, byte by byte, whatever else is bundled', async () => {
    const archives = (await readdir(join(folder, 'tuned'))).filter((name) => name.endsWith('.zip'));
    expect(archives).toHaveLength(few.length);
    for (const archive of archives) {
      const [first, second] = ['plain', 'tuned'].map((name) => join(folder, name, archive));
      expect(await readFile(second ?? '')).toEqual(await readFile(first ?? ''));
    }
  });
});

it(
  'packages nothing with parameters that cannot be',
  async () => {
    const parameters = ['timeZone=Mars/Olympus', 'nrvEdition=2020', 'docs=true'];
    const told = /^timeZone takes .*\nnrvEdition takes 2011 or 2025, or nothing, not "2020"$/m;
    const wrong = runPackage(project, join(folder, 'wrong'), parameters);
    await expect(wrong).rejects.toMatchObject({ stdout: expect.stringMatching(told) });
    expect(existsSync(join(folder, 'wrong'))).toBe(false);
  },
  TIMEOUT_MS,
);

const packaged = {
  get plain() {
    return template;
  },
  get tuned() {
    return second;
  },
};
describeLinter(packaged);
describePolicy(packaged);
describeWatching(packaged);
