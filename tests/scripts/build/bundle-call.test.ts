import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { bundleFunctions } from '../../../scripts/build/main.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { ParameterStore } from '../../support/aws/parameter-store.ts';
import { startCold } from '../../support/build/cold-process.ts';
import { openSetup } from '../../support/service/open.ts';
import { makeEvent, SIGNING_KEYS } from '../../support/service/service.ts';

/** Exceptions with which the table answers the next calls. */
const faults: string[] = [];

const folder = await mkdtemp(join(tmpdir(), 'catering-call-'));
const sources = ['user/create-user', 'role/list-roles', 'session/sign-in'].map((name) => `functions/${name}.ts`);
const bundles = await bundleFunctions(sources, { outdir: folder });
const { service, setup } = await openSetup();
const proxy = await startProxy(service.deps.env.endpoint ?? '');

afterAll(async () => {
  proxy.close();
  await rm(folder, { recursive: true });
});

function startProxy(endpoint: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault !== undefined) {
      const text = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${fault}`, message: 'injected' });
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
      return;
    }
    const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(endpoint, { method: 'POST', headers: headers as Record<string, string>, body });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Calls a bundle in a process of its own, which reaches the table through the proxy. */
async function call(
  name: string,
  route: string,
  parameters: Record<string, string | number>,
  token?: string,
  keys: Record<string, string> = { CATERING_SIGNING_KEYS: SIGNING_KEYS },
) {
  const { env } = service.deps;
  const { port } = proxy.address() as AddressInfo;
  const variables = {
    ...localCredentials,
    CATERING_TABLE: env.table,
    ...keys,
    CATERING_LOG_LEVEL: 'silent',
    AWS_REGION: env.region,
    DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}`,
  };
  const event = makeEvent(route, parameters, { token });
  const module = bundles.get(`functions/${name}.ts`)?.path ?? '';
  const { reply } = await startCold(module, event, variables, Date.now());
  return { status: reply?.statusCode, json: JSON.parse(reply?.body ?? '') };
}

describe('a bundle in a process of its own', () => {
  const route = 'PUT /api/user';
  const cook = { uid: '厨师', name: '李师傅', password: digestPassword('123456'), roleId: 0 };

  it('does what it is asked for', async () => {
    const roleId = await setup.createRole([25]);
    const created = await call('user/create-user', route, { ...cook, roleId }, setup.school.token);
    expect(created).toEqual({ status: 200, json: { code: 200, desc: '成功', success: true } });
    const users = await setup.succeed('GET /api/user', {}, setup.school.token);
    expect(JSON.stringify(users)).toContain('李师傅');
  });

  it('names every bad field', async () => {
    const { status, json } = await call('user/create-user', route, { uid: '', password: 'x' }, setup.school.token);
    expect(status).toBe(400);
    expect(json.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'name',
      'password',
      'roleId',
      'uid',
    ]);
  });

  it('tells by the reasons of a cancelled transaction what is taken', async () => {
    const roleId = await setup.createRole([25]);
    const { status, json } = await call('user/create-user', route, { ...cook, roleId }, setup.school.token);
    expect({ status, reason: json.reason }).toEqual({ status: 409, reason: 'duplicate_uid' });
  });

  it('takes a failed condition for an answer', async () => {
    const { account: uid } = setup.school;
    const { status, json } = await call('session/sign-in', 'POST /api/login', {
      uid,
      password: digestPassword('wrong'),
    });
    expect({ status, reason: json.reason }).toEqual({ status: 401, reason: 'bad_credentials' });
  });

  it('tries again after a conflict and after too much at once', async () => {
    faults.push('TransactionConflictException', 'ProvisionedThroughputExceededException');
    expect(await call('role/list-roles', 'GET /api/role', {}, setup.school.token)).toMatchObject({ status: 200 });
    expect(faults).toEqual([]);
  });

  it('reads the keys of the tokens from their parameter, once', async () => {
    const parameters = await ParameterStore.start();
    const name = '/catering/test/signing-keys';
    parameters.set(name, SIGNING_KEYS);
    const keys = { CATERING_SIGNING_KEYS_PARAMETER: name, AWS_ENDPOINT_URL_SSM: parameters.endpoint };
    expect(await call('role/list-roles', 'GET /api/role', {}, setup.school.token, keys)).toMatchObject({ status: 200 });
    expect(parameters.requests).toEqual([{ operation: 'GetParameter', input: { Name: name, WithDecryption: true } }]);
    await parameters.stop();
  });

  it('takes an unknown exception for a defect', async () => {
    faults.push('AccessDeniedException');
    const { status, json } = await call('role/list-roles', 'GET /api/role', {}, setup.school.token);
    expect({ status, reason: json.reason }).toEqual({ status: 500, reason: 'internal' });
  });
});
