import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkByParameter } from '../../scripts/deploy/parameters.ts';
import { collectDeclarations } from '../../scripts/generate/declarations.ts';
import {
  copyProject,
  listByType,
  readStatements,
  runModule,
  runPackage,
  type Template,
} from '../support/commands/packaging.ts';
import { runInProcess } from '../support/commands/start.ts';

/** Packaging bundles every function. */
const TIMEOUT_MS = 300_000;

/** The most bytes of a function, and of one that plans menus, takes uploads, or judges and draws as a workbook or all that prints. */
const MAX_BYTES = 500 * 1024;
const MAX_BYTES_OF_LARGE = 640 * 1024;
const LARGE = /(generate-menu|list-alternatives|open-link|get-menu-workbook|set-(mark|price|dish|user)(-sheet)?)\.mjs$/;

/** Every parameter, with a value other than its default. */
const tuned = {
  corsOrigins: 'https://a.example, https://b.example',
  timeZone: 'Asia/Urumqi',
  nrvEdition: '2025',
  tomorrowFrom: '18:30',
  publishBy: '4T12:00',
  table: 'catering-restored',
  domain: 'catering.example',
  certificateArn: 'arn:aws-cn:acm:cn-north-1:000000000000:certificate/test',
  docs: 'true',
  logRetentionDays: '7',
  alarmEmail: 'operators@catering.example',
  rateLimit: '7',
  heavyConcurrency: '9',
};

/** Resources at which the stack is called full. CloudFormation holds 500. */
const FULL = 450;
const OF_AN_ENDPOINT = ['AWS::Lambda::Function', 'AWS::ApiGatewayV2::Integration', 'AWS::ApiGatewayV2::Route'];

const { endpoints, jobs } = await collectDeclarations();
const AccessLog = z.object({ Format: z.string(), DestinationArn: z.unknown() });
let folder = '';
let project = '';
let plain: Template;
let set: Template;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-package-'));
  project = await copyProject(folder);
  plain = await runPackage(project, join(folder, 'plain'));
  const parameters = Object.entries(tuned).map(([name, value]) => `${name}=${value}`);
  set = await runPackage(project, join(folder, 'set'), parameters);
}, TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }));

const getProperties = ({ Resources }: Template, id: string) => Resources[id]?.Properties;
const toArn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const limitedTo = (limit: number) => ({ ThrottlingRateLimit: limit, ThrottlingBurstLimit: limit });
const arn = (service: string, name: string) =>
  `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${name}`;

describe('routes', () => {
  it('are those that are declared, each leading to its function, and unknown paths are answered', () => {
    const routes = listByType(plain, 'AWS::ApiGatewayV2::Route').map(({ RouteKey, Target }) => [RouteKey, Target]);
    const declared = endpoints.map(({ declaration: { id, route } }) => {
      const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
      expect(getProperties(plain, `HttpApiIntegration${name}`)).toMatchObject({
        IntegrationUri: toArn(`${name}LambdaFunction`),
        CredentialsArn: toArn('GatewayRole'),
        PayloadFormatVersion: '2.0',
      });
      return [route, { 'Fn::Join': ['/', ['integrations', { Ref: `HttpApiIntegration${name}` }]] }];
    });
    expect(routes.toSorted()).toEqual(declared.toSorted());
    expect(routes.map(([route]) => route)).toContain('$default');
  });

  it('have a limited rate, and can be called from pages of no other origin', () => {
    expect(getProperties(plain, 'HttpApiStage')?.['DefaultRouteSettings']).toEqual(limitedTo(400));
    expect(getProperties(plain, 'HttpApi')).not.toHaveProperty('CorsConfiguration');
  });

  it('that need no sign-in have half of the rate each to themselves, once CloudFormation has made them', () => {
    const open = endpoints.filter(({ declaration: { callers } }) => callers === 'public');
    const settings = Object.fromEntries(open.map(({ declaration: { route } }) => [route, limitedTo(200)]));
    expect(getProperties(plain, 'HttpApiStage')?.['RouteSettings']).toEqual(settings);
    const made = [plain.Resources['HttpApiStage']?.['DependsOn']].flat();
    const keys = made.map((id) => getProperties(plain, String(id))?.['RouteKey']);
    expect(keys.filter(Boolean).toSorted()).toEqual(Object.keys(settings).toSorted());
  });
});

describe('functions', () => {
  it('run as they are declared, long enough and with enough memory', () => {
    const wanted = [
      ...endpoints.map((one) => ({ ...one, memory: one.declaration.memoryMegabytes ?? 256, seconds: 15 })),
      ...jobs.map((one) => ({ ...one, memory: 256, seconds: 300 })),
    ].map(({ noun, file, declaration: { id, access }, memory, seconds }) =>
      expect.objectContaining({
        Handler: `functions/${noun}/${file}.handler`,
        FunctionName: `catering-test-${id}`,
        Role: toArn(access === 'write' ? 'WriterRole' : 'ReaderRole'),
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: memory,
        Timeout: seconds,
        LoggingConfig: { LogFormat: 'JSON', LogGroup: '/catering/test' },
      }),
    );
    const functions = listByType(plain, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(wanted.length);
    expect(functions).toEqual(expect.arrayContaining(wanted));
  });

  it('are told the table and the parameter of the keys, and no secret', () => {
    for (const { Environment } of listByType(plain, 'AWS::Lambda::Function')) {
      expect(Environment).toEqual({
        Variables: {
          CATERING_TABLE: { 'Fn::If': ['OwnTable', { Ref: 'Table' }, ''] },
          CATERING_SIGNING_KEYS_PARAMETER: '/catering/test/signing-keys',
          CATERING_TIME_ZONE: 'Asia/Shanghai',
          CATERING_NRV_EDITION: '',
          CATERING_TOMORROW_FROM: '19:00',
          CATERING_SERVICE: 'catering-test',
          CATERING_PUBLISH_BY: '5T17:00',
          CATERING_DOCS: 'false',
        },
      });
    }
    expect(JSON.stringify(plain)).not.toContain('{{resolve:');
  });

  it('are packed each alone, without anything heavy, and load without settings', { timeout: TIMEOUT_MS }, async () => {
    const archives = (await readdir(join(folder, 'plain'))).filter((name) => name.endsWith('.zip'));
    const declared = [...endpoints, ...jobs].map(({ declaration }) => `${declaration.id}.zip`);
    expect(archives.toSorted()).toEqual(declared.toSorted());
    const modules: string[] = [];
    for (const name of archives) {
      const files = Object.entries(unzipSync(await readFile(join(folder, 'plain', name))));
      const [module, ...others] = files.filter(([path]) => path.endsWith('.mjs'));
      if (!module) throw new Error(`${name} has no module`);
      const [path, contents] = module;
      expect([path, others, contents.length < (LARGE.test(path) ? MAX_BYTES_OF_LARGE : MAX_BYTES)]).toEqual([
        path,
        [],
        true,
      ]);
      modules.push(join(folder, path.replaceAll('/', '-')));
      await writeFile(join(folder, path.replaceAll('/', '-')), contents);
    }
    const script = `
      const modules = await Promise.all(process.argv.slice(1).map((path) => import(path)));
      console.log(JSON.stringify(modules.map(({ handler }) => typeof handler)));
    `;
    expect(await runModule(script, modules)).toEqual(modules.map(() => 'function'));
  });
});

describe('permissions', () => {
  const grant = (actions: string | readonly string[], resource: object) => {
    return { Effect: 'Allow', Action: actions, Resource: resource };
  };
  const name = { TableName: { 'Fn::If': ['OwnTable', { Ref: 'Table' }, ''] } };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is CloudFormation's
  const table = { 'Fn::Sub': [arn('dynamodb', 'table/${TableName}'), name] };
  const reading = [
    grant(['logs:CreateLogStream', 'logs:PutLogEvents'], toArn('FunctionLogs')),
    grant('ssm:GetParameter', { 'Fn::Sub': arn('ssm', 'parameter/catering/test/signing-keys') }),
    grant(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], table),
  ];
  const actions = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'];
  const writing = [
    grant(
      actions.map((action) => `dynamodb:${action}`),
      table,
    ),
    grant('sqs:SendMessage', toArn('SweepDeadLetters')),
  ];

  it('of functions are those of two roles, of which one cannot change the data', () => {
    expect(listByType(plain, 'AWS::IAM::Role')).toHaveLength(3);
    expect(readStatements(getProperties(plain, 'ReaderRole')?.['Policies'])).toEqual(reading);
    expect(readStatements(getProperties(plain, 'WriterRole')?.['Policies'])).toEqual([...reading, ...writing]);
  });

  it('of the gateway are to call the functions of this stage, and of none whose name begins like it', () => {
    const statements = readStatements(getProperties(plain, 'GatewayRole')?.['Policies']);
    expect(statements).toEqual([
      grant('lambda:InvokeFunction', { 'Fn::Sub': arn('lambda', 'function:catering-test-*') }),
      { ...grant('lambda:InvokeFunction', { 'Fn::Sub': arn('lambda', 'function:catering-test-*-*') }), Effect: 'Deny' },
    ]);
    const matched = (effect: string, called: string) =>
      statements.some(({ Effect, Resource }) => {
        const pattern = JSON.stringify(Resource).replace(/.*function:(.*)"}/, '$1');
        return Effect === effect && new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(called);
      });
    const mayCall = (called: string) => matched('Allow', called) && !matched('Deny', called);
    const names = listByType(plain, 'AWS::Lambda::Function').map(({ FunctionName }) => String(FunctionName));
    expect(names.filter((called) => !mayCall(called))).toEqual([]);
    const others = names.map((called) => called.replace('-test-', '-test-2-'));
    expect([...others, 'catering-test2-signIn', 'catering-prod-signIn', 'other'].filter(mayCall)).toEqual([]);
  });

  it('are granted to nobody else but the schedule', () => {
    const granted = listByType(plain, 'AWS::Lambda::Permission');
    expect(granted).toEqual([
      expect.objectContaining({ FunctionName: toArn('SweepLambdaFunction'), Principal: 'events.amazonaws.com' }),
    ]);
    const roles = listByType(plain, 'AWS::IAM::Role').map((role) => JSON.stringify(role['Policies']));
    // The one wildcard is the gateway's; the end of a log group's own ARN stands for its streams.
    expect(roles.map((policies) => policies.includes('*'))).toEqual([false, false, true]);
  });
});

describe('the stack', () => {
  it('keeps its table, and what was in it, whatever becomes of the stack', () => {
    expect(plain.Resources['Table']).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        TableName: 'catering-test',
        BillingMode: 'PAY_PER_REQUEST',
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
  });

  it('has a queue for runs of the sweep that were given up, by Lambda or by the schedule', () => {
    const queue = toArn('SweepDeadLetters');
    expect(getProperties(plain, 'SweepDeadLetters')).toMatchObject({ MessageRetentionPeriod: 1_209_600 });
    expect(getProperties(plain, 'SweepLambdaFunction')?.['DeadLetterConfig']).toEqual({ TargetArn: queue });
    const [rule] = listByType(plain, 'AWS::Events::Rule');
    const target = { Arn: toArn('SweepLambdaFunction'), DeadLetterConfig: { Arn: queue } };
    expect(rule).toMatchObject({ ScheduleExpression: 'rate(1 hour)', Targets: [target] });
    expect(readStatements(listByType(plain, 'AWS::SQS::QueuePolicy'))).toMatchObject([
      { Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: queue },
    ]);
  });

  it('keeps logs for a limited time: of the functions in one group, of the gateway in another', () => {
    const groups = listByType(plain, 'AWS::Logs::LogGroup');
    expect(groups).toEqual([
      { LogGroupName: '/catering/test/gateway', RetentionInDays: 30 },
      { LogGroupName: '/catering/test', RetentionInDays: 30 },
    ]);
  });

  it('notes of a call its route and never its path, query or headers, which have tokens and names', () => {
    const { Format, DestinationArn } = AccessLog.parse(getProperties(plain, 'HttpApiStage')?.['AccessLogSettings']);
    expect(DestinationArn).toEqual(toArn('HttpApiLogGroup'));
    expect(JSON.parse(Format)).toEqual({
      service: 'catering-test',
      time: '$context.requestTime',
      route: '$context.routeKey',
      status: '$context.status',
      functionStatus: '$context.integration.status',
      latencyMs: '$context.responseLatency',
      functionLatencyMs: '$context.integration.latency',
      bytes: '$context.responseLength',
      address: '$context.identity.sourceIp',
      requestId: '$context.requestId',
      error: '$context.error.responseType',
      functionError: '$context.integrationErrorMessage',
    });
  });

  it('counts in that log what the gateway refused itself, not what a function refused', () => {
    const metric = { MetricNamespace: 'Catering', MetricName: 'RateLimited', MetricValue: '1' };
    expect(listByType(plain, 'AWS::Logs::MetricFilter')).toEqual([
      {
        LogGroupName: { Ref: 'HttpApiLogGroup' },
        FilterPattern: '{ ($.service = *) && ($.status = "429") && ($.functionStatus != "429") }',
        MetricTransformations: [{ ...metric, Dimensions: [{ Key: 'service', Value: '$.service' }] }],
      },
    ]);
  });

  it('names no partition: it can be deployed in China', () => {
    expect(JSON.stringify(plain)).not.toMatch(/arn:aws|amazonaws\.com(?!")/);
  });

  it('has room for more endpoints, each of which costs three resources', async ({ annotate }) => {
    const types = Object.values(set.Resources).map(({ Type }) => Type);
    const count = (type: string) => types.filter((one) => one === type).length;
    const [functions, ...others] = OF_AN_ENDPOINT.map(count);
    expect([functions, ...others]).toEqual([endpoints.length + jobs.length, endpoints.length, endpoints.length]);
    const left = Math.floor((FULL - types.length) / OF_AN_ENDPOINT.length);
    const told = `${types.length} of ${FULL} resources: ${left} more endpoints`;
    await annotate(told);
    expect(left, told).toBeGreaterThan(0);
  });
});

describe('every parameter set', () => {
  it('takes all the parameters there are', () => {
    expect(Object.keys(tuned).toSorted()).toEqual(Object.keys(checkByParameter).toSorted());
  });

  it('is what functions, gateway and log are told', () => {
    const [one] = listByType(set, 'AWS::Lambda::Function');
    expect(one?.['Environment']).toMatchObject({
      Variables: {
        CATERING_TIME_ZONE: 'Asia/Urumqi',
        CATERING_NRV_EDITION: '2025',
        CATERING_TOMORROW_FROM: '18:30',
        CATERING_DOCS: 'true',
      },
    });
    expect(getProperties(set, 'HttpApi')?.['CorsConfiguration']).toEqual({
      AllowOrigins: ['https://a.example', 'https://b.example'],
      AllowMethods: ['GET', 'PUT', 'POST', 'DELETE'],
      AllowHeaders: [
        'Authorization',
        'Content-Type',
        'Accept-Language',
        'If-Match',
        'If-None-Match',
        'Idempotency-Key',
      ],
      ExposeHeaders: ['Retry-After', 'ETag', 'Content-Disposition', 'Apigw-Requestid', 'Location', 'Catering-Ids'],
      MaxAge: 3600,
    });
    const stage = getProperties(set, 'HttpApiStage');
    expect(stage?.['DefaultRouteSettings']).toEqual(limitedTo(7));
    expect(stage?.['RouteSettings']).toMatchObject({ 'GET /screen/{token}': limitedTo(4) });
    for (const group of ['FunctionLogs', 'HttpApiLogGroup']) {
      expect(Number(getProperties(set, group)?.['RetentionInDays'])).toBe(7);
    }
  });

  it('reserves concurrency for heavy functions alone, and only where it is told to', () => {
    const reserved = ({ ReservedConcurrentExecutions, MemorySize }: Record<string, unknown>) => [
      Number(MemorySize) > 256,
      ReservedConcurrentExecutions,
    ];
    const pairs = listByType(set, 'AWS::Lambda::Function').map(reserved);
    expect(new Set(pairs.map(String))).toEqual(new Set(['true,9', 'false,']));
    expect(listByType(plain, 'AWS::Lambda::Function').filter((one) => reserved(one)[1] !== undefined)).toEqual([]);
  });

  it('uses the table that is named, and has its domain', () => {
    expect(set.Conditions).toMatchObject({ OwnTable: { 'Fn::Equals': ['catering-restored', ''] } });
    expect(set.Outputs?.['TableName']).toEqual({
      Value: { 'Fn::If': ['OwnTable', { Ref: 'Table' }, 'catering-restored'] },
    });
    expect(getProperties(set, 'Domain')).toMatchObject({
      DomainName: 'catering.example',
      DomainNameConfigurations: [{ CertificateArn: tuned.certificateArn, SecurityPolicy: 'TLS_1_2' }],
    });
    const conditional = Object.entries(plain.Resources).filter(([, { Condition }]) => Condition !== undefined);
    expect(conditional.map(([id, { Condition }]) => [id, Condition])).toEqual([
      ['Table', 'OwnTable'],
      ['Domain', 'OwnDomain'],
      ['DomainMapping', 'OwnDomain'],
    ]);
  });
});

describe('alarms', () => {
  const listAlarms = (template: Template) => listByType(template, 'AWS::CloudWatch::Alarm');

  it('watch what can go wrong', () => {
    const watched = listAlarms(plain).map(({ AlarmName, MetricName, Threshold, EvaluationPeriods, Dimensions }) => {
      return [AlarmName, MetricName, Threshold, EvaluationPeriods, JSON.stringify(Dimensions)];
    });
    const ours = '[{"Name":"service","Value":"catering-test"}]';
    const api = '[{"Name":"ApiId","Value":{"Ref":"HttpApi"}},{"Name":"Stage","Value":"$default"}]';
    const table = '[{"Name":"TableName","Value":{"Fn::If":["OwnTable",{"Ref":"Table"},""]}}]';
    const queue = '[{"Name":"QueueName","Value":"catering-test-sweep-dead-letters"}]';
    expect(watched).toEqual([
      ['catering-test-server-errors', '5xx', 5, 1, api],
      ['catering-test-latency', 'Latency', 1500, 3, api],
      ['catering-test-defects', 'Defect', 1, 1, ours],
      ['catering-test-sign-in-lockouts', 'SignInLockout', 20, 1, ours],
      ['catering-test-sign-in-failures', 'SignInFailure', 200, 1, ours],
      ['catering-test-rate-limit', 'RateLimited', 50, 1, ours],
      ['catering-test-concurrency', 'Throttles', 1, 1, '[]'],
      ['catering-test-throttled-reads', 'ReadThrottleEvents', 50, 1, table],
      ['catering-test-throttled-writes', 'WriteThrottleEvents', 50, 1, table],
      ['catering-test-sweep-dead-letters', 'ApproximateNumberOfMessagesVisible', 1, 1, queue],
      ['catering-test-sweep-backlog', 'TasksLeft', 1, 3, ours],
      ['catering-test-tasks-failed', 'TasksFailed', 1, 2, ours],
    ]);
  });

  it('have each a line in DEPLOYING.md', async () => {
    const [, table = ''] = (await readFile('DEPLOYING.md', 'utf8')).split('\n| alarm ');
    const names = listAlarms(plain).map(({ AlarmName }) => String(AlarmName).replace('catering-test-', ''));
    expect([...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name).toSorted()).toEqual(names.toSorted());
  });

  it('tell the address that is given when they ring and when they stop, and nobody where there is none', () => {
    expect(JSON.stringify(plain)).not.toMatch(/AlarmActions|OKActions|AlarmTopic/);
    const topic = { Ref: 'AlarmTopic' };
    expect(listAlarms(set)).toHaveLength(listAlarms(plain).length);
    for (const alarm of listAlarms(set)) expect(alarm).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
    const subscription = { Protocol: 'email', Endpoint: 'operators@catering.example' };
    expect(getProperties(set, 'AlarmTopic')).toMatchObject({ Subscription: [subscription] });
  });
});

it('packages nothing with parameters that cannot be', { timeout: TIMEOUT_MS }, async () => {
  const parameters = ['timeZone=Mars/Olympus', 'nrvEdition=2020', 'docs=true'];
  const told = /^timeZone takes .*\nnrvEdition takes 2011 or 2025, or nothing, not "2020"$/m;
  const wrong = runPackage(project, join(folder, 'wrong'), parameters);
  await expect(wrong).rejects.toMatchObject({ stdout: expect.stringMatching(told) });
  expect(existsSync(join(folder, 'wrong'))).toBe(false);
});

describe('npm run lint:template', () => {
  const lint = (...files: string[]) => runInProcess('scripts/lint-template/main.ts', files, {});
  const packaged = (name: string) => join(folder, name, 'cloudformation-template-update-stack.json');

  it("finds by AWS's validator nothing in what is packaged", async () => {
    const files = [packaged('plain'), packaged('set')];
    const stdout = files.map((file) => `${file}: nothing found\n`).join('');
    expect(await lint(...files)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('names the line of what AWS would refuse, and ends with 1', async () => {
    const file = join(folder, 'broken.json');
    const role = plain.Resources['ReaderRole'];
    await writeFile(file, `{\n  "Resources": {\n    "A": { "Type": "AWS::None" },\n "B": ${JSON.stringify(role)} } }`);
    const { code, stdout, stderr } = await lint(file);
    const findings = stdout.trimEnd().split('\n');
    expect(findings).toContain(`${file}:3: A: Unknown resource type 'AWS::None' (F3006)`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${findings.length} findings\n` });
    expect(stdout).toContain('FunctionLogs');
  });

  it('ends with 1 where there is no file, and with 2 where it is called wrongly', async () => {
    expect(await lint(join(folder, 'absent'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot read'),
    });
    expect(await lint('--colour')).toMatchObject({ code: 2 });
  });
});
