import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { dishCollection, toDishRow } from '../../../lib/store/dish/dish.ts';
import { makeHead } from '../../../lib/table/collection/collection.ts';
import { findEndpoint, openDataDir } from '../../../scripts/start/data-dir.ts';
import { startEmulator } from '../../../scripts/start/emulator.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { findFreePort } from '../../../scripts/start/port.ts';
import { HELP, readSettings } from '../../../scripts/start/settings.ts';
import { headKey, rowKey } from '../../../tables/keys.ts';
import { findSurvivors, launch, launchCommand, listDescendants, type Run } from '../../support/commands/start.ts';
import { dish } from '../../support/nouns/dish-content.ts';
import { loadItems } from '../../support/table/bulk.ts';
import { describeForeignPage } from './foreign-origin.ts';
import { describeGateway } from './gateway.ts';

const START = 'scripts/start/main.ts';
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;

const Envelope = z.object({ code: z.int(), success: z.boolean(), body: z.unknown().optional() });
const SignedIn = z.object({ token: z.string(), uid: z.string(), side: z.string() });

const folder = await mkdtemp(join(tmpdir(), 'catering-start-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function call(port: number, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { status: response.status, ...Envelope.parse(await response.json()) };
}

function signIn(port: number, uid: string, password: string) {
  const body = new URLSearchParams({ uid, password: digestPassword(password) });
  return call(port, '/api/login', { method: 'POST', body });
}

/** Gives the first demo school more dishes than a list without pages answers. */
async function fillSchool(endpoint: string): Promise<void> {
  const dishes = dishCollection(1);
  const numbers = Array.from({ length: 6000 }, (_, index) => index + 1);
  const rows = numbers.map((number) => {
    const facts = { id: 1_000_000 + number, vender: 1, number, version: 1 };
    return { ...rowKey(dishes.partition, number), ...toDishRow({ ...dish(`家常豆腐烧白菜 ${number}`), ...facts }) };
  });
  Object.assign(process.env, localCredentials);
  const head = { ...headKey(dishes.partition), ...makeHead(rows) };
  await loadItems({ table: 'catering-local', region: 'cn-north-1', endpoint }, [...rows, head]);
}

/** Sends the signals and expects a clean end of every process. */
async function expectCleanStop(run: Run, signals: readonly NodeJS.Signals[]): Promise<void> {
  const pids = listDescendants(run.process.pid ?? 0);
  expect(pids.length).toBeGreaterThan(0);
  for (const signal of signals) run.process.kill(signal);
  expect(await run.outcome).toMatchObject({ stderr: '' });
  expect(await findSurvivors(pids, STOP_LIMIT_MS)).toEqual([]);
}

describe('npm start on the embedded DynamoDB', { timeout: START_LIMIT_MS }, () => {
  let port = 0;
  let variables = {};
  let run: Run;
  let token = '';
  const service = {
    get baseUrl() {
      return `http://127.0.0.1:${port}`;
    },
  };
  beforeAll(async () => {
    port = await findFreePort();
    variables = { PORT: String(port), DATA_DIR: join(folder, 'data') };
    run = launch(START, [], variables);
    await run.waitFor('Ctrl-C');
  }, START_LIMIT_MS);
  afterAll(() => {
    run.process.kill('SIGTERM');
  });

  it('prints the workbench first of all addresses, which leads to its page', async () => {
    const [first = ''] = /https?:\S+/.exec(run.output()) ?? [];
    expect(first).toBe(`http://localhost:${port}/w/home`);
    expect(await (await fetch(first)).text()).toContain('<div id="app">');
  });

  it('prints the address, the sign-ins with plain password and digest, and the screens', () => {
    const output = run.output();
    expect(output).toContain(`The service runs at http://localhost:${port}\n`);
    for (const [uid, password] of [
      ['admin', 'catering'],
      ['yangguang', '123456'],
      ['mingde', '123456'],
    ] as const) {
      expect(output).toMatch(new RegExp(`^ *${uid} +${password} +${digestPassword(password)} `, 'm'));
    }
    expect(output).toMatch(new RegExp(`^screen mingde led: http://localhost:${port}/screen/[\\w-]{43}$`, 'm'));
    expect(output).not.toMatch(/serverless|offline|λ|RequestId/i);
  });

  it('prints a curl line that signs in as pasted', () => {
    const [line] = /^ *curl .*$/m.exec(run.output()) ?? [];
    const answer = Envelope.parse(JSON.parse(execFileSync('bash', ['-c', line ?? ''], { encoding: 'utf8' })));
    expect(answer).toMatchObject({ code: 200, success: true, body: { uid: 'admin', side: 'admin' } });
    token = SignedIn.parse(answer.body).token;
  });

  it('answers localhost and, in the envelope, an unknown path', async () => {
    const response = await fetch(`http://localhost:${port}/no/such/path`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 404, desc: '接口不存在', success: false, reason: 'not_found' });
  });

  it('takes forms and uploads', async () => {
    const { body } = await signIn(port, 'yangguang', '123456');
    const headers = { authorization: `Bearer ${SignedIn.parse(body).token}` };
    const files = new FormData();
    files.append('files', new Blob(['编码,标记\n012001x,常用\n']), 'marks.csv');
    const init = { method: 'PUT', headers };
    expect(await call(port, '/api/ingredient/mark', { ...init, body: files })).toMatchObject({ code: 200 });
    const form = new URLSearchParams({ nutrient: '012001x', mark: '常用' });
    expect(await call(port, '/api/ingredient/mark', { ...init, body: form })).toMatchObject({ code: 200 });
  });

  it('answers others while it plans', async () => {
    const { body } = await signIn(port, 'mingde', '123456');
    const headers = { authorization: `Bearer ${SignedIn.parse(body).token}` };
    const groups = JSON.stringify([{ level: '中体力', people: 100 }]);
    const form = new URLSearchParams({ name: '周计划', start: '2026-11-30', days: '7', groups });
    let isPlanned = false;
    const planned = call(port, '/api/menu/generate', { method: 'POST', headers, body: form }).finally(() => {
      isPlanned = true;
    });
    for (let count = 0; count < 10; count++) expect(await call(port, '/health')).toMatchObject({ code: 200 });
    expect(isPlanned).toBe(false);
    expect(await planned).toMatchObject({ code: 200 });
  });

  it('gives each request an id of its own', async () => {
    for (let count = 0; count < 2; count++) await call(port, '/health');
    const lines = (await readFile(join(folder, 'data', 'service.log'), 'utf8')).matchAll(/"correlation_id":"([^"]+)"/g);
    const ids = [...lines].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names no token of a screen or a link in its log', async () => {
    const [address = '', shown = ''] = /http\S+\/screen\/([\w-]{43})/.exec(run.output()) ?? [];
    const link = 'L'.repeat(43);
    for (const path of [address, `${address}/menu.ics`, `http://127.0.0.1:${port}/print/${link}`]) await fetch(path);
    await expect
      .poll(() => readFile(join(folder, 'data', 'service.log'), 'utf8'))
      .toMatch(/GET \/screen\/… [\s\S]*GET \/screen\/…\/menu\.ics [\s\S]*GET \/print\/… /);
    const log = await readFile(join(folder, 'data', 'service.log'), 'utf8');
    expect([shown, link].filter((secret) => secret === '' || log.includes(secret))).toEqual([]);
  });

  it('keeps table and functions from pages that are open in a browser', async () => {
    const endpoint = new URL((await findEndpoint(join(folder, 'data'))) ?? '');
    expect(endpoint.hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
    await expect(fetch(`http://127.0.0.1:${endpoint.port}`)).rejects.toThrow('fetch failed');
    const log = await readFile(join(folder, 'data', 'service.log'), 'utf8');
    const [, socket = ''] = /\[http for lambda\] listening on http:\/\/127\.0\.0\.1:(\S+)/.exec(log) ?? [];
    expect((await stat(socket)).isSocket()).toBe(true);
    expect((await stat(dirname(socket))).mode & 0o777).toBe(0o700);
  });

  it('keeps all it holds to the owner', async () => {
    const data = join(folder, 'data');
    const names = await readdir(data);
    expect(names).toEqual(expect.arrayContaining(['catering.db', 'endpoint', 'lock', 'service.log', 'signing-key']));
    for (const name of names) expect([name, (await stat(join(data, name))).mode & 0o777]).toEqual([name, 0o600]);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
  });

  it('says so where the port or the data folder is in use', async () => {
    const other = { ...variables, PORT: String(await findFreePort()) };
    const [samePort, sameFolder] = await Promise.all([
      launch(START, [], variables).outcome,
      launch(START, ['--fresh'], other).outcome,
    ]);
    expect(samePort).toMatchObject({ code: 1, stdout: '' });
    expect(samePort.stderr).toMatch(new RegExp(`^Port ${port} is taken .*PORT=…\n$`));
    expect(sameFolder).toMatchObject({ code: 1, stdout: '' });
    expect(sameFolder.stderr).toMatch(/^\S+ is in use by another npm start: .*DATA_DIR=…\n$/);
  });
  describe('the gateway of the running service', () => describeGateway(service));
  describe('a page of another origin, on the running service', () => describeForeignPage(service));

  it('ends with everything that it started on Ctrl-C; the next start keeps data and tokens', async () => {
    await fillSchool((await findEndpoint(join(folder, 'data'))) ?? '');
    await expectCleanStop(run, ['SIGINT', 'SIGINT']);
    // A log that cannot be written, as on a full disk, ends nothing.
    await rm(join(folder, 'data', 'service.log'));
    await symlink('/dev/full', join(folder, 'data', 'service.log'));
    run = launchCommand('npm', ['start'], variables);
    await run.waitFor('Ctrl-C');
    expect(run.output()).not.toContain('screen ');
    const headers = { authorization: `Bearer ${token}` };
    expect(await call(port, '/api/me', { headers })).toMatchObject({ code: 200, body: { uid: 'admin' } });
    expect(await call(port, '/api/vender', { headers })).toMatchObject({ body: { totalElements: 2 } });
  });

  it('ends with npm, on a SIGTERM of that', async () => {
    const pids = listDescendants(run.process.pid ?? 0);
    expect(pids.length).toBeGreaterThan(2);
    run.process.kill('SIGTERM');
    await run.outcome;
    expect(await findSurvivors(pids, STOP_LIMIT_MS)).toEqual([]);
  });
});

describe('npm start on another DynamoDB', { timeout: START_LIMIT_MS }, () => {
  it('has another administrator and no demo data if told so, and keeps changed passwords to itself', async () => {
    const emulator = await startEmulator();
    const port = await findFreePort();
    const elsewhere = { PORT: `${port}`, DATA_DIR: join(folder, 'other'), DYNAMODB_ENDPOINT: emulator.endpoint };
    const settings = { ...elsewhere, ADMIN_UID: 'boss', ADMIN_PASSWORD: 'correct horse', DEMO: '0' };
    const run = launch(START, [], settings);
    await run.waitFor('Ctrl-C');
    expect(run.output()).toMatch(/^ *boss +correct horse +/m);
    expect(await signIn(port, 'boss', 'correct horse')).toMatchObject({ code: 200, body: { uid: 'boss' } });
    expect(await signIn(port, 'yangguang', '123456')).toMatchObject({ code: 401 });
    await expectCleanStop(run, ['SIGTERM']);
    const again = launch(START, [], elsewhere);
    await again.waitFor('Ctrl-C');
    expect(again.output()).toMatch(/^ *boss +\(changed\)/m);
    expect(again.output()).not.toContain('yangguang');
    // Killed hard, it takes everything along, too.
    const pids = listDescendants(again.process.pid ?? 0);
    again.process.kill('SIGKILL');
    expect(await findSurvivors(pids, STOP_LIMIT_MS)).toEqual([]);
    await emulator.stop();
  });

  it('says so where nothing answers there', async () => {
    const dead = `http://127.0.0.1:${await findFreePort()}`;
    const variables = { PORT: String(await findFreePort()), DATA_DIR: join(folder, 'dead'), DYNAMODB_ENDPOINT: dead };
    const { code, stderr } = await launch(START, [], variables).outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^No DynamoDB answers at ${dead}: .*\n$`));
  });
});

describe('npm start that was killed while it wrote demo data', { timeout: 2 * START_LIMIT_MS }, () => {
  it('is finished by the next start, as if nothing had happened', async () => {
    const port = await findFreePort();
    const variables = { PORT: `${port}`, DATA_DIR: join(folder, 'killed') };
    const killed = launch(START, [], variables);
    const limit = { timeout: START_LIMIT_MS, interval: 50 };
    await expect.poll(() => readdir(join(folder, 'killed')).catch(() => []), limit).toContain('demo-unfinished');
    const { body: admin } = await signIn(port, 'admin', 'catering');
    const asAdmin = { headers: { authorization: `Bearer ${SignedIn.parse(admin).token}` } };
    const list = () => call(port, '/api/vender', asAdmin);
    await expect.poll(list, limit).toMatchObject({ body: { totalElements: 2 } });
    killed.process.kill('SIGKILL');
    await killed.outcome;
    expect(await readdir(join(folder, 'killed'))).toContain('demo-unfinished');
    const run = launch(START, [], variables);
    await run.waitFor('Ctrl-C');
    expect(run.output().match(/^ *screen (yangguang|mingde) (wall|led|phone)/gm)).toHaveLength(6);
    expect(await readdir(join(folder, 'killed'))).not.toContain('demo-unfinished');
    const { body } = await signIn(port, 'mingde', '123456');
    const headers = { authorization: `Bearer ${SignedIn.parse(body).token}` };
    expect(await call(port, '/api/menu', { headers })).toMatchObject({ body: { totalElements: 4 } });
    await expectCleanStop(run, ['SIGTERM']);
  });
});

describe('what cannot work', () => {
  it('is the gateway alone, which tells in one line what to run', { timeout: START_LIMIT_MS }, async () => {
    const commands = [['offline'], ['offline', 'start']].map((args) =>
      launchCommand('npx', ['serverless', ...args], {}),
    );
    for (const { outcome } of commands) {
      const { code, stdout, stderr } = await outcome;
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Run npm start: .*\n$/);
    }
  });

  it('is told by --help', () => {
    expect(readSettings({}, ['--help'])).toBeUndefined();
    for (const name of ['PORT', 'DATA_DIR', 'DYNAMODB_ENDPOINT', 'ADMIN_UID', 'ADMIN_PASSWORD', 'DEMO', '--fresh'])
      expect(HELP).toContain(name);
  });

  it.each([
    ['PORT: takes a port number\nDEMO: takes 0 or 1', { PORT: 'abc', DEMO: 'no' }, []],
    ['DYNAMODB_ENDPOINT: takes an address such as', { DYNAMODB_ENDPOINT: 'localhost' }, []],
    ['--fresh empties the embedded DynamoDB only', { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, ['--fresh']],
    ["Unknown option '--clean'", {}, ['--clean']],
  ])('is named: %s', (sentence, variables, args) => {
    expect(() => readSettings(variables, args)).toThrow(sentence);
  });

  it('is a DATA_DIR that is a file, or lies in one', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'x')])
      await expect(openDataDir(path, false)).rejects.toThrow(/^Cannot keep data in \S+ \(.*\): .*DATA_DIR=…$/);
  });

  it('is a database that is none', async () => {
    const path = join(folder, 'damaged');
    (await openDataDir(path, false)).release();
    await writeFile(join(path, 'catering.db'), 'no database '.repeat(1000));
    const variables = { PORT: String(await findFreePort()), DATA_DIR: path };
    const { code, stderr } = await launch(START, [], variables).outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The embedded DynamoDB did not start on \S+catering\.db: .*npm start -- --fresh/s);
  });
});

it('the folder of npm start tells other commands where the DynamoDB is, while it runs; --fresh empties the database alone', async () => {
  const path = join(folder, 'told');
  const data = await openDataDir(path, false);
  await data.announce('http://127.0.0.1:1');
  expect(await findEndpoint(path)).toBe('http://127.0.0.1:1');
  data.release();
  expect(await findEndpoint(path)).toBeUndefined();
  // A killed run leaves it.
  await writeFile(join(path, 'endpoint'), 'http://127.0.0.1:1');
  expect(await findEndpoint(path)).toBeUndefined();
  await writeFile(data.database, 'x');
  const fresh = await openDataDir(path, true);
  fresh.release();
  expect(await readdir(path)).not.toContain('catering.db');
  expect(fresh.signingKey).toBe(data.signingKey);
  expect((await readFile(join(path, 'signing-key'), 'utf8')).trim()).toBe(data.signingKey);
});
