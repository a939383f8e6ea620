import { readFile } from 'node:fs/promises';
import type { ScheduledEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { job } from '../../../functions/service/sweep.ts';
import { digestPassword } from '../../../lib/auth/password.ts';
import { serve } from '../../../lib/http/serve.ts';
import type { Deps } from '../../../lib/runtime/deps.ts';
import { createLogger } from '../../../lib/runtime/logger.ts';
import { serveJob } from '../../../lib/runtime/serve-job.ts';
import { listByType, readStatements, type Template } from '../../support/commands/packaging.ts';
import { readLines } from '../../support/process/log-lines.ts';
import { endpointOf } from '../../support/service/send.ts';
import { fakeContext, makeEvent, startService, type TestService } from '../../support/service/service.ts';
import { isDocumented, type Metric, metricsOfAlarm, metricsOfLine, readDashboard } from './metrics.ts';

/** The packaged templates: by default, and with every parameter set. They do not exist before the tests begin. */
interface Packaged {
  readonly plain: Template;
  readonly tuned: Template;
}

const EMAIL = 'operators@catering.example';

/** The parameters of alarms: low thresholds that are easily told apart, and an address. */
export const watchingParameters = {
  alarmEmail: EMAIL,
  alarmServerErrors: '1',
  alarmClientErrors: '2',
  alarmLockouts: '3',
  alarmFailures: '4',
  alarmTableThrottles: '6',
  alarmLatencyMs: '7',
  mostDishes: '7',
  mostMenus: '7',
  mostUsers: '7',
  mostRoles: '7',
  mostMarks: '7',
  mostPrices: '7',
  tracing: 'Active',
};

const Settings = z.object({ Environment: z.object({ Variables: z.looseObject({ CATERING_SERVICE: z.string() }) }) });
/** The service's name in the deployed functions. */
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
/** The tests of alarms and dashboard, in the file that packages the template. */
export function describeWatching(packaged: Packaged): void {
  let service: TestService;
  let deps: Deps;

  beforeAll(async () => {
    service = await startService();
    const log = createLogger('info', { service: serviceOf(packaged.plain), traceId: () => undefined });
    deps = { ...service.deps, log };
  });
  afterEach(() => {
    service.storeCalls.fault = () => undefined;
  });
  afterAll(() => service.stop());

  const listWatched = () => [
    ...listAlarms(packaged.plain).flatMap(metricsOfAlarm),
    ...readDashboard(packaged.plain).metrics,
  ];

  /** A call that counts as the test wants. Returns the metrics of its log lines, with their values. */
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
    const all = [...ids, ...rest, 'SweepFailed', 'SweepDeadLetters', 'SweepBacklog', 'TasksFailed'].map(
      (id) => `${id}Alarm`,
    );

    it('exist for whatever can go wrong, and are silent while there is nothing to count', () => {
      expect(listAlarms(packaged.plain).map(({ id }) => id)).toEqual(all);
      for (const alarm of listAlarms(packaged.plain)) {
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
      [
        'SweepDeadLettersAlarm',
        'AWS/SQS ApproximateNumberOfMessagesVisible QueueName=catering-test-sweep-dead-letters',
        { Statistic: 'Maximum' },
      ],
      ['SweepBacklogAlarm', 'Catering TasksLeft service=catering-test', { Statistic: 'Maximum' }],
      ['TasksFailedAlarm', 'Catering TasksFailed service=catering-test', { Statistic: 'Maximum' }],
    ])('%s watches %s', (id, metric, statistic) => {
      expect(metricsOfAlarm(alarmOf(packaged.plain, id)).map(show)).toEqual([metric]);
      expect(alarmOf(packaged.plain, id)).toMatchObject(statistic);
    });

    it('watch the errors of DynamoDB in every operation that the store calls', async () => {
      const source = await readFile('lib/table/database.ts', 'utf8');
      const operations = [...source.matchAll(/\.send\(\s*'(\w+)'/g)].map(([, name]) => name);
      const expected = operations.map((name) => `AWS/DynamoDB SystemErrors TableName={Ref:Table} Operation=${name}`);
      const alarm = alarmOf(packaged.plain, 'TableErrorsAlarm');
      expect(metricsOfAlarm(alarm).map(show)).toEqual(expected.toSorted());
      expect(alarm).toMatchObject({
        Metrics: [{ Expression: 'SUM(METRICS())', ReturnData: true }, ...expected.map(() => ({ ReturnData: false }))],
      });
    });

    it('ring from where parameters say', () => {
      const thresholds = listAlarms(packaged.tuned).map(({ id, ...alarm }) => [
        id,
        Number('Threshold' in alarm && alarm.Threshold),
      ]);
      expect(Object.fromEntries(thresholds)).toEqual({
        ...{ ServerErrorsAlarm: 1, ClientErrorsAlarm: 2, SignInLockoutsAlarm: 3, SignInFailuresAlarm: 4 },
        ...{ TableReadThrottlesAlarm: 6, TableWriteThrottlesAlarm: 6, LatencyAlarm: 7 },
        ...{
          DefectsAlarm: 1,
          FunctionThrottlesAlarm: 1,
          TableErrorsAlarm: 10,
          SweepFailedAlarm: 1,
          SweepDeadLettersAlarm: 1,
          SweepBacklogAlarm: 1,
          TasksFailedAlarm: 1,
        },
      });
    });

    it('tell nobody where no address is given', () => {
      expect([
        ...listByType(packaged.plain, 'AWS::SNS::Topic'),
        ...listByType(packaged.plain, 'AWS::SNS::Subscription'),
      ]).toEqual([]);
      expect(JSON.stringify(packaged.plain)).not.toMatch(/AlarmActions|OKActions|AlarmTopic/);
    });

    it('tell the address that is given, when they ring and when they stop', () => {
      const topic = { Ref: 'AlarmTopic' };
      expect(listByType(packaged.tuned, 'AWS::SNS::Topic')).toMatchObject([{ TopicName: 'catering-test-alarms' }]);
      const subscription = { TopicArn: topic, Protocol: 'email', Endpoint: EMAIL };
      expect(listByType(packaged.tuned, 'AWS::SNS::Subscription')).toEqual([subscription]);
      expect(listAlarms(packaged.tuned).map(({ id }) => id)).toEqual(all);
      for (const alarm of listAlarms(packaged.tuned))
        expect(alarm).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
    });

    it('stand in the guide with what to do', async () => {
      const guide = await readFile('DEPLOYING.md', 'utf8');
      const names = listAlarms(packaged.plain).map(
        (alarm) => 'AlarmName' in alarm && String(alarm.AlarmName).replace('catering-test-', ''),
      );
      expect(names.filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([]);
    });
  });

  it('the sweep fails towards Lambda where the table does not answer: that tries again, and leaves the call to the queue', async () => {
    const lost = Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
    service.storeCalls.fault = () => ({ when: 'before', error: lost });
    let failure: unknown;
    const lines = await readLines(async () => {
      failure = await serveJob(job, () => deps)({} as ScheduledEvent, fakeContext()).catch((error: unknown) => error);
    });
    // Lambda adds a reason to the message, but none of the data.
    expect(failure).toMatchObject({ name: 'AppError', message: 'unavailable' });
    expect(lines).toMatchObject([{ level: 'ERROR', message: 'job', job: 'sweep', outcome: 'failed' }]);
  });

  describe('the metrics of our own', () => {
    it('are those that a locked sign-in, carried out, writes for its alarm', async () => {
      for (let time = 0; time < 5; time++) await guess('locked');
      const counted = await guess('locked');
      const [watched] = metricsOfAlarm(alarmOf(packaged.plain, 'SignInLockoutsAlarm'));
      expect(counted).toContainEqual({ ...watched, value: 1 });
      expect(counted.map(({ name }) => name)).not.toContain('SignInFailure');
    });

    it.each([
      ['a wrong password', 'SignInFailuresAlarm', () => guess('nobody'), 1],
      ['a defect', 'DefectsAlarm', () => countFault(new Error('defect')), 1],
      ['a sweep', 'SweepBacklogAlarm', countSweep, 0],
    ])('are those that %s writes for %s', async (_, id, count, value) => {
      const [watched] = metricsOfAlarm(alarmOf(packaged.plain, id));
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
      const { names } = readDashboard(packaged.plain);
      const ids = names.filter((name) => name !== 'AWS::Region').map((name) => name.replace(/\.Arn$/, ''));
      expect(ids.filter((id) => !(id in packaged.plain.Resources))).toEqual([]);
      const kinds = {
        ApiId: 'AWS::ApiGatewayV2::Api',
        TableName: 'AWS::DynamoDB::Table',
        FunctionName: 'AWS::Lambda::Function',
      };
      const references = listWatched().flatMap(({ dimensions }) => dimensions.filter((one) => one.includes('{Ref:')));
      for (const reference of references) {
        const [, kind = '', id = ''] = /^(\w+)=\{Ref:(\w+)\}$/.exec(reference) ?? [];
        expect([reference, packaged.plain.Resources[id]?.Type]).toEqual([reference, kinds[kind as keyof typeof kinds]]);
      }
      expect(new Set(references).size).toBeGreaterThan(3);
      expect(packaged.plain.Resources['HttpApiStage']?.Properties['StageName']).toBe('$default');
    });

    it('shows every alarm', () => {
      expect(readDashboard(packaged.plain).alarms).toEqual(listAlarms(packaged.plain).map(({ id }) => `\${${id}.Arn}`));
    });

    it.each(['Latency', 'ConsumedReadCapacityUnits', 'ColdStart', 'Invocations', 'TasksLeft'])('shows %s', (name) => {
      expect(readDashboard(packaged.plain).metrics.map((metric) => metric.name)).toContain(name);
    });

    it('shows the latency of the half, of 95 and of 99 in 100 calls', () => {
      const text = JSON.stringify(listByType(packaged.plain, 'AWS::CloudWatch::Dashboard'));
      for (const stat of ['p50', 'p95', 'p99']) expect(text).toContain(`\\"stat\\": \\"${stat}\\"`);
    });
  });

  describe('traces', () => {
    const modesOf = (template: Template) =>
      new Set(listByType(template, 'AWS::Lambda::Function').map(({ TracingConfig }) => JSON.stringify(TracingConfig)));
    /** Without the table that a parameter names. */
    const statementsOf = (template: Template, role: string) => {
      const statements = JSON.stringify(readStatements(template.Resources[role]?.Properties['Policies']));
      return JSON.parse(statements.replaceAll(':table/catering-restored"', ':table/"'));
    };

    it('are kept of nothing unless asked for', () => {
      expect(modesOf(packaged.plain)).toEqual(new Set(['{"Mode":"PassThrough"}']));
      expect(JSON.stringify(packaged.plain)).not.toContain('xray');
    });

    it('are kept of every function by the parameter', () => {
      expect(modesOf(packaged.tuned)).toEqual(new Set(['{"Mode":"Active"}']));
    });

    it.each(['ReaderRole', 'WriterRole'])('need the permission of %s to send them, and nothing else', (role) => {
      const [log, ...others] = statementsOf(packaged.plain, role);
      const send = { Effect: 'Allow', Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], Resource: '*' };
      expect(statementsOf(packaged.tuned, role)).toEqual([log, send, ...others]);
    });
  });
}
