import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduledEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { job } from '../functions/service/sweep.ts';
import { digestPassword } from '../lib/auth/password.ts';
import type { Deps } from '../lib/deps.ts';
import { serve } from '../lib/http/serve.ts';
import { serveJob } from '../lib/http/serve-job.ts';
import { createLogger } from '../lib/logger.ts';
import { readLines } from './support/log-lines.ts';
import { listByType, readStatements, runPackage, type Template } from './support/packaging.ts';
import { endpointOf } from './support/send.ts';
import { fakeContext, makeEvent, startService, type TestService } from './support/service.ts';
import { isDocumented, type Metric, metricsOfAlarm, metricsOfLine, readDashboard } from './support/watching.ts';

/** Two packages, each of which bundles every function. */
const TIMEOUT_MS = 240_000;
const EMAIL = 'operators@catering.example';

let folder = '';
let plain: Template;
let tuned: Template;
let service: TestService;
let deps: Deps;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-watching-'));
  plain = await runPackage(join(folder, 'plain'));
  const thresholds = ['alarmServerErrors=1', 'alarmClientErrors=2', 'alarmLockouts=3', 'alarmFailures=4'];
  const parameters = [
    ...thresholds,
    'alarmTableThrottles=5',
    'alarmLatencyMs=6',
    'tracing=Active',
    `alarmEmail=${EMAIL}`,
  ];
  tuned = await runPackage(join(folder, 'tuned'), parameters);
  service = await startService();
  const log = createLogger('info', { service: serviceOf(plain), traceId: () => undefined });
  deps = { ...service.deps, log };
}, TIMEOUT_MS);
afterEach(() => {
  service.storeCalls.fault = () => undefined;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const Settings = z.object({ Environment: z.object({ Variables: z.looseObject({ CATERING_SERVICE: z.string() }) }) });
/** What the deployed functions call the service. */
function serviceOf(template: Template): string {
  const [one] = listByType(template, 'AWS::Lambda::Function');
  return Settings.parse(one).Environment.Variables.CATERING_SERVICE;
}

const listAlarms = ({ Resources }: Template) =>
  Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::CloudWatch::Alarm' ? [{ id, ...Properties }] : [],
  );
const alarmOf = (template: Template, id: string) => template.Resources[id]?.Properties ?? {};
const show = ({ namespace, name, dimensions }: Metric) => [namespace, name, ...dimensions].join(' ');
const listWatched = () => [...listAlarms(plain).flatMap(metricsOfAlarm), ...readDashboard(plain).metrics];

/** A call that counts as what the test wants it to: the metrics that its log lines carry, with their values. */
async function countCall(route: string, parameters: Record<string, string> = {}) {
  const handler = serve(endpointOf(service, route), () => deps);
  const lines = await readLines(() => handler(makeEvent(route, parameters, {}), fakeContext()));
  return lines.flatMap(metricsOfLine);
}
const guess = (uid: string) => countCall('POST /api/login', { uid, password: digestPassword('wrong') });
async function countFault(error: Error) {
  service.storeCalls.fault = () => ({ when: 'before', error });
  return guess('anybody');
}
const countSweep = async () => {
  const run = serveJob(job, () => deps);
  return (await readLines(() => run({} as ScheduledEvent, fakeContext()))).flatMap(metricsOfLine);
};

describe('alarms', () => {
  const ids = ['ServerErrors', 'ClientErrors', 'Latency', 'Defects', 'SignInLockouts', 'SignInFailures'];
  const rest = ['FunctionThrottles', 'TableReadThrottles', 'TableWriteThrottles', 'TableErrors'];
  const all = [...ids, ...rest, 'SweepFailed', 'SweepBacklog'].map((id) => `${id}Alarm`);

  it('are there for what goes wrong, silent while there is nothing to count', () => {
    expect(listAlarms(plain).map(({ id }) => id)).toEqual(all);
    for (const alarm of listAlarms(plain)) {
      expect(alarm).toMatchObject({ TreatMissingData: 'notBreaching', AlarmDescription: expect.any(String) });
      expect(alarm).toHaveProperty('ComparisonOperator', 'GreaterThanOrEqualToThreshold');
    }
  });

  it.each([
    ['ServerErrorsAlarm', 'AWS/ApiGateway 5xx ApiId={Ref:HttpApi} Stage=$default', { Statistic: 'Sum' }],
    ['ClientErrorsAlarm', 'AWS/ApiGateway 4xx ApiId={Ref:HttpApi} Stage=$default', { Statistic: 'Sum' }],
    ['LatencyAlarm', 'AWS/ApiGateway Latency ApiId={Ref:HttpApi} Stage=$default', { ExtendedStatistic: 'p95' }],
    ['DefectsAlarm', 'Catering Defect service=catering-test', { Statistic: 'Sum' }],
    ['SignInLockoutsAlarm', 'Catering SignInLockout service=catering-test', { Statistic: 'Sum' }],
    ['SignInFailuresAlarm', 'Catering SignInFailure service=catering-test', { Statistic: 'Sum' }],
    ['FunctionThrottlesAlarm', 'AWS/Lambda Throttles', { Statistic: 'Sum' }],
    ['TableReadThrottlesAlarm', 'AWS/DynamoDB ReadThrottleEvents TableName={Ref:Table}', { Statistic: 'Sum' }],
    ['TableWriteThrottlesAlarm', 'AWS/DynamoDB WriteThrottleEvents TableName={Ref:Table}', { Statistic: 'Sum' }],
    ['SweepFailedAlarm', 'AWS/Lambda Errors FunctionName={Ref:SweepLambdaFunction}', { Statistic: 'Sum' }],
    ['SweepBacklogAlarm', 'Catering UndertakingsLeft service=catering-test', { Statistic: 'Maximum' }],
  ])('%s watches %s', (id, metric, statistic) => {
    expect(metricsOfAlarm(alarmOf(plain, id)).map(show)).toEqual([metric]);
    expect(alarmOf(plain, id)).toMatchObject(statistic);
  });

  it('watch the errors of DynamoDB in every operation that the store calls', async () => {
    const source = await readFile('lib/store/database.ts', 'utf8');
    const commands = [...source.matchAll(/new (\w+)Command\(/g)].map(([, name]) => name ?? '');
    // The client's names are those of the API, but for the shorter ones that work on documents.
    const api = (name: string) => `${name}${{ Query: '', TransactWrite: 'Items' }[name] ?? 'Item'}`;
    const expected = commands.map((name) => {
      return `AWS/DynamoDB SystemErrors TableName={Ref:Table} Operation=${api(name)}`;
    });
    const alarm = alarmOf(plain, 'TableErrorsAlarm');
    expect(metricsOfAlarm(alarm).map(show)).toEqual(expected.toSorted());
    expect(alarm).toMatchObject({
      Metrics: [{ Expression: 'SUM(METRICS())', ReturnData: true }, ...expected.map(() => ({ ReturnData: false }))],
    });
  });

  it('ring from where parameters say', () => {
    const thresholds = listAlarms(tuned).map(({ id, ...alarm }) => [
      id,
      Number('Threshold' in alarm && alarm.Threshold),
    ]);
    expect(Object.fromEntries(thresholds)).toEqual({
      ...{ ServerErrorsAlarm: 1, ClientErrorsAlarm: 2, SignInLockoutsAlarm: 3, SignInFailuresAlarm: 4 },
      ...{ TableReadThrottlesAlarm: 5, TableWriteThrottlesAlarm: 5, LatencyAlarm: 6 },
      ...{
        DefectsAlarm: 1,
        FunctionThrottlesAlarm: 1,
        TableErrorsAlarm: 10,
        SweepFailedAlarm: 1,
        SweepBacklogAlarm: 1,
      },
    });
  });

  it('tell nobody where no address is given', () => {
    expect([...listByType(plain, 'AWS::SNS::Topic'), ...listByType(plain, 'AWS::SNS::Subscription')]).toEqual([]);
    expect(JSON.stringify(plain)).not.toMatch(/AlarmActions|OKActions|AlarmTopic/);
  });

  it('tell the address that is given, when they ring and when they stop', () => {
    const topic = { Ref: 'AlarmTopic' };
    expect(listByType(tuned, 'AWS::SNS::Topic')).toEqual([{ TopicName: 'catering-test-alarms' }]);
    const subscription = { TopicArn: topic, Protocol: 'email', Endpoint: EMAIL };
    expect(listByType(tuned, 'AWS::SNS::Subscription')).toEqual([subscription]);
    expect(listAlarms(tuned).map(({ id }) => id)).toEqual(all);
    for (const alarm of listAlarms(tuned)) expect(alarm).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
  });

  it('stand in the README with what to do', async () => {
    const readme = await readFile('README.md', 'utf8');
    const names = listAlarms(plain).map(
      (alarm) => 'AlarmName' in alarm && String(alarm.AlarmName).replace('catering-test-', ''),
    );
    expect(names.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('the metrics of our own', () => {
  it('are those that a locked sign-in, carried out, writes for its alarm', async () => {
    for (let time = 0; time < 5; time++) await guess('locked');
    const counted = await guess('locked');
    const [watched] = metricsOfAlarm(alarmOf(plain, 'SignInLockoutsAlarm'));
    expect(counted).toContainEqual({ ...watched, value: 1 });
    expect(counted.map(({ name }) => name)).not.toContain('SignInFailure');
  });

  it.each([
    ['a wrong password', 'SignInFailuresAlarm', () => guess('nobody'), 1],
    ['a defect', 'DefectsAlarm', () => countFault(new Error('defect')), 1],
    ['a sweep', 'SweepBacklogAlarm', countSweep, 0],
  ])('are those that %s writes for %s', async (_, id, count, value) => {
    const [watched] = metricsOfAlarm(alarmOf(plain, id));
    expect(await count()).toContainEqual({ ...watched, value });
  });

  it('are all written by somebody who watches them, and watched by somebody where they are written', async () => {
    for (let time = 0; time < 5; time++) await guess('another');
    const lost = Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
    const calls = [await guess('another'), await guess('nobody'), await countSweep()];
    const faults = [await countFault(new Error('defect')), await countFault(lost)];
    const written = new Set([...calls, ...faults].flat().map(show));
    const watched = new Set(
      listWatched()
        .filter(({ namespace }) => namespace === 'Catering')
        .map(show),
    );
    expect([...watched].toSorted()).toEqual([...written].toSorted());
  });
});

describe('the dashboard', () => {
  it('names metrics that AWS or we write, under the dimensions that they have', () => {
    const aws = listWatched().filter(({ namespace }) => namespace !== 'Catering');
    const unknown = aws.filter((metric) => !isDocumented(metric));
    expect(unknown.map(show)).toEqual([]);
    expect(aws.length).toBeGreaterThan(20);
  });

  it('names resources of the stack only, of the right kind', () => {
    const { names } = readDashboard(plain);
    const ids = names.filter((name) => name !== 'AWS::Region').map((name) => name.replace(/\.Arn$/, ''));
    expect(ids.filter((id) => !(id in plain.Resources))).toEqual([]);
    const kinds = {
      ApiId: 'AWS::ApiGatewayV2::Api',
      TableName: 'AWS::DynamoDB::Table',
      FunctionName: 'AWS::Lambda::Function',
    };
    const references = listWatched().flatMap(({ dimensions }) => dimensions.filter((one) => one.includes('{Ref:')));
    for (const reference of references) {
      const [, kind = '', id = ''] = /^(\w+)=\{Ref:(\w+)\}$/.exec(reference) ?? [];
      expect([reference, plain.Resources[id]?.Type]).toEqual([reference, kinds[kind as keyof typeof kinds]]);
    }
    expect(new Set(references).size).toBeGreaterThan(3);
    expect(plain.Resources['HttpApiStage']?.Properties['StageName']).toBe('$default');
  });

  it('shows every alarm', () => {
    expect(readDashboard(plain).alarms).toEqual(listAlarms(plain).map(({ id }) => `\${${id}.Arn}`));
  });

  it.each(['Latency', 'ConsumedReadCapacityUnits', 'ColdStart', 'Invocations', 'UndertakingsLeft'])(
    'shows %s',
    (name) => {
      expect(readDashboard(plain).metrics.map((metric) => metric.name)).toContain(name);
    },
  );

  it('shows the latency of the half, of 95 and of 99 in 100 calls', () => {
    const text = JSON.stringify(listByType(plain, 'AWS::CloudWatch::Dashboard'));
    for (const stat of ['p50', 'p95', 'p99']) expect(text).toContain(`\\"stat\\": \\"${stat}\\"`);
  });
});

describe('traces', () => {
  const modesOf = (template: Template) =>
    new Set(listByType(template, 'AWS::Lambda::Function').map(({ TracingConfig }) => JSON.stringify(TracingConfig)));
  const statementsOf = (template: Template, role: string) =>
    readStatements(template.Resources[role]?.Properties['Policies']);

  it('are kept of nothing unless asked for', () => {
    expect(modesOf(plain)).toEqual(new Set(['{"Mode":"PassThrough"}']));
    expect(JSON.stringify(plain)).not.toContain('xray');
  });

  it('are kept of every function by the parameter', () => {
    expect(modesOf(tuned)).toEqual(new Set(['{"Mode":"Active"}']));
  });

  it.each(['ReaderRole', 'WriterRole'])('need the permission of %s to send them, and nothing else', (role) => {
    const [log, ...others] = statementsOf(plain, role);
    const send = { Effect: 'Allow', Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], Resource: '*' };
    expect(statementsOf(tuned, role)).toEqual([log, send, ...others]);
  });

  it(
    'are not kept in a way that does not exist',
    async () => {
      await expect(runPackage(join(folder, 'wrong'), ['tracing=Sometimes'])).rejects.toThrow(/Sometimes/);
    },
    TIMEOUT_MS,
  );
});
