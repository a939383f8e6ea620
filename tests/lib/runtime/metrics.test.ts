import type { Context, ScheduledEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { job } from '../../../functions/service/sweep.ts';
import { digestPassword } from '../../../lib/auth/password.ts';
import { serve } from '../../../lib/http/serve.ts';
import { readEnv } from '../../../lib/runtime/env.ts';
import { serveJob } from '../../../lib/runtime/job.ts';
import { createLogger } from '../../../lib/runtime/logger.ts';
import { newTask, taskStep } from '../../../lib/store/task.ts';
import { deleteUnit } from '../../../lib/store/unit-deletion.ts';
import { readLines } from '../../support/log-lines.ts';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint } from '../../support/service/send.ts';
import { fakeContext, makeEvent, SIGNING_KEYS } from '../../support/service/service.ts';

const { service, setup } = await openSetup();

afterEach(() => {
  vi.restoreAllMocks();
  service.storeCalls.fault = () => undefined;
});

const sweep = (leftMs: number) => {
  const handler = serveJob(job, () => deps);
  return () => handler({} as ScheduledEvent, { ...fakeContext(), getRemainingTimeInMillis: () => leftMs } as Context);
};

const deps = { ...service.deps, log: createLogger('info', service.deps.env) };

describe('a function', () => {
  it('counts one cold start, whatever number of calls it takes', async () => {
    const handler = serve(findEndpoint(service, 'GET /api/me'), () => deps);
    const call = () => handler(makeEvent('GET /api/me', {}, { token: setup.school.token }), fakeContext());
    const lines = await readLines(async () => [await call(), await call(), await call()]);
    expect(lines.map((line) => [line['cold_start'], line['ColdStart']])).toEqual([
      [true, 1],
      [false, undefined],
      [false, undefined],
    ]);
  });

  it('counts a store that cannot be reached as such', async () => {
    const lost = Object.assign(new Error('connection reset'), { code: 'ECONNRESET' });
    service.storeCalls.fault = () => ({ when: 'before', error: lost });
    const handler = serve(findEndpoint(service, 'GET /api/me'), () => deps);
    const event = makeEvent('GET /api/me', {}, { token: setup.school.token });
    const [, line] = await readLines(() => handler(event, fakeContext()));
    expect(line).toMatchObject({ outcome: 'unavailable', Unavailable: 1 });
    expect(line).not.toHaveProperty('Defect');
  });
});

describe('the sweep', () => {
  it('counts what it had no time for, and nothing once all is done', async () => {
    const school = await setup.createSchool();
    await deleteUnit(deps.db, school.id, () => true);
    await deps.db.write([taskStep({ ...newTask('cut-short'), kind: 'remove-dishes', ids: [] })]);
    const hurried = await readLines(sweep(1000));
    expect(hurried).toEqual([expect.objectContaining({ message: 'job', job: 'sweep', TasksLeft: 2, TasksFailed: 0 })]);
    const calm = await readLines(sweep(60_000));
    expect(calm).toEqual([
      expect.objectContaining({ message: 'job', outcome: 'success', TasksLeft: 0, TasksFailed: 0 }),
    ]);
  });

  it('says in its log why it failed', async () => {
    service.storeCalls.fault = () => ({ when: 'before', error: new Error('broken') });
    const run = sweep(60_000);
    const lines = await readLines(() => expect(run()).rejects.toThrow());
    expect(lines).toEqual([
      expect.objectContaining({ level: 'ERROR', message: 'job', outcome: 'failed', error: expect.anything() }),
    ]);
  });
});

describe('the level of the log', () => {
  const written = (level: 'info' | 'warn' | 'error' | 'silent') =>
    readLines(async () => {
      const log = createLogger(level, { service: 'catering-test', traceId: () => undefined });
      log.with({ cold_start: false }).info('request', { uid: 'limei' }, { SignInLockout: 1 });
      log.info('plain');
      log.error('internal', new Error('broken'));
    });
  const _aws = expect.objectContaining({ CloudWatchMetrics: [expect.anything()] });

  it('does not take the metrics away with the lines that they stand in', async () => {
    const metrics = { service: 'catering-test', SignInLockout: 1, _aws };
    const error = expect.objectContaining({ level: 'ERROR', message: 'internal' });
    expect(await written('warn')).toEqual([metrics, error]);
    expect(await written('error')).toEqual([metrics, error]);
    expect((await written('info')).map(({ message }) => message)).toEqual(['request', 'plain', 'internal']);
  });

  it('takes them all away where it is silent', async () => {
    expect(await written('silent')).toEqual([]);
  });
});

describe('the settings', () => {
  const settings = { CATERING_TABLE: 'table', CATERING_SIGNING_KEYS: SIGNING_KEYS };

  it('name the service, by default "catering"', () => {
    expect(readEnv(settings).service).toBe('catering');
    expect(readEnv({ ...settings, CATERING_SERVICE: 'catering-prod' }).service).toBe('catering-prod');
  });

  it('tell the trace of the call that is running, as Lambda changes it', () => {
    const variables: Record<string, string> = { ...settings };
    const { traceId } = readEnv(variables);
    expect(traceId()).toBe(undefined);
    for (const root of ['1-5759e988-bd862e3fe1be46a994272793', '1-67891233-abcdef012345678912345678']) {
      variables['_X_AMZN_TRACE_ID'] = `Root=${root};Parent=53995c3f42cd8ad8;Sampled=1`;
      expect(traceId()).toBe(root);
    }
  });
});

it('a lockout is counted when the account is locked, at signing in as at changing the password', async () => {
  const person = await setup.createUser();
  const token = await service.signIn(person.uid, person.password);
  const wrong = digestPassword('wrong');
  const change = serve(findEndpoint(service, 'POST /api/me/password'), () => deps);
  const parameters = { oldPassword: wrong, newPassword: wrong };
  const call = () => change(makeEvent('POST /api/me/password', parameters, { token }), fakeContext());
  const lines = await readLines(async () => {
    for (let time = 0; time < 6; time++) await call();
  });
  expect(lines.map((line) => [line['SignInFailure'], line['SignInLockout']])).toEqual([
    ...Array.from({ length: 5 }, () => [1, undefined]),
    [undefined, 1],
  ]);
});
