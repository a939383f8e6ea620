import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { openDataDir } from '../../../scripts/start/data-dir.ts';
import { startEmulator } from '../../../scripts/start/emulator.ts';
import { localCredentials } from '../../../scripts/start/local-credentials.ts';
import { checkPortIsFree, findFreePort } from '../../../scripts/start/port.ts';
import { readSettings } from '../../../scripts/start/settings.ts';
import { ensureTable, openLocalClient } from '../../../scripts/start/table.ts';
import { descendantsOf, findSurvivors, launch, launchCommand, type Run } from '../../support/commands/start.ts';
import { startTestEmulator } from '../../support/table/emulator.ts';
import { makeOld } from '../../support/table/old-table.ts';
import { describeBrowsing } from './browser.ts';
import { describeGateway } from './gateway.ts';

const READY = 'The service runs at ';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

const Envelope = z.object({ code: z.int(), success: z.boolean(), body: z.unknown().optional() });
const SignedIn = z.object({ token: z.string(), uid: z.string(), side: z.string() });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function call(port: number, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { status: response.status, ...Envelope.parse(await response.json()) };
}

function signIn(port: number, uid: string, password: string) {
  return call(port, '/api/login', {
    method: 'POST',
    body: new URLSearchParams({ uid, password: digestPassword(password) }),
  });
}

function whoAmI(port: number, token: string) {
  return call(port, '/api/me', { headers: { authorization: `Bearer ${token}` } });
}

/** Starts a service on another DynamoDB, which `npm run bootstrap` has filled, and tries that a second time. */
async function startElsewhere() {
  const emulator = await startTestEmulator();
  const client = openLocalClient(emulator.endpoint, 'cn-north-1');
  await Promise.all([ensureTable(client, 'catering-local'), ensureTable(client, 'catering-local')]);
  client.destroy();
  const bootstrap = (uid: string) => {
    const variables = { DYNAMODB_ENDPOINT: emulator.endpoint };
    const run = launch('scripts/bootstrap/main.ts', ['--stage', 'local', '--uid', uid], variables);
    run.process.stdin?.end('correct horse\n');
    return run.outcome;
  };
  const first = await bootstrap('boss');
  const port = await findFreePort();
  const place = { PORT: `${port}`, DATA_DIR: join(folder, 'other') };
  const run = launch('scripts/start/main.ts', [], { ...place, DYNAMODB_ENDPOINT: emulator.endpoint, DEMO: '0' });
  const [again] = await Promise.all([bootstrap('boss2'), run.waitFor('Ctrl-C')]);
  return { emulator, first, again, run, port };
}

/** Sends the signals and expects a clean end of every process. */
async function expectCleanStop(run: Run, signals: readonly NodeJS.Signals[]): Promise<void> {
  const pids = descendantsOf(run.process.pid ?? 0);
  expect(pids.length).toBeGreaterThan(0);
  for (const signal of signals) run.process.kill(signal);
  expect(await run.outcome).toMatchObject({ code: 0, stderr: '' });
  expect(await findSurvivors(pids, STOP_LIMIT_MS)).toEqual([]);
}

let begun: ReturnType<typeof startElsewhere> | undefined;
/** What `startElsewhere` has started at the first call. */
function elsewhere() {
  begun ??= startElsewhere();
  // The tests that wait for it tell why it failed.
  begun.catch(() => {});
  return begun;
}

describe('npm start on the embedded DynamoDB', { timeout: START_LIMIT_MS }, () => {
  let port = 0;
  let variables = {};
  let run: Run;
  let token = '';
  beforeAll(async () => {
    port = await findFreePort();
    variables = { PORT: String(port), DATA_DIR: join(folder, 'data') };
    run = launch('scripts/start/main.ts', [], variables);
    await run.waitFor('Ctrl-C');
    // It starts while tests wait for browsers and other programs, and with what this one has built and compiled.
    void elsewhere();
  }, START_LIMIT_MS);
  afterAll(() => {
    run.process.kill('SIGTERM');
  });

  it('serves its own description, compressed as the client asks', async () => {
    const get = (accepted: string) =>
      fetch(`http://127.0.0.1:${port}/openapi.json`, { headers: { 'accept-encoding': accepted } });
    const document = await readFile('functions/openapi.zh.generated.json', 'utf8');
    for (const encoding of ['gzip', null]) {
      const response = await get(encoding ?? 'identity');
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(await response.json()).toEqual(JSON.parse(document));
    }
  });

  it('prints the address and the sign-ins with plain password and digest', () => {
    const output = run.output();
    expect(output).toContain(`${READY}http://localhost:${port}\n`);
    for (const [uid, password] of [
      ['admin', 'catering'],
      ['yangguang', '123456'],
      ['mingde', '123456'],
    ] as const) {
      expect(output).toMatch(new RegExp(`^ *${uid} +${password} +${digestPassword(password)} `, 'm'));
    }
    expect(output).not.toMatch(/serverless|offline|λ|RequestId/i);
  });

  it('prints a curl line that signs in as pasted', () => {
    const [line] = /^ *curl .*$/m.exec(run.output()) ?? [];
    expect(line).toBeDefined();
    const answer = Envelope.parse(JSON.parse(execFileSync('bash', ['-c', line ?? ''], { encoding: 'utf8' })));
    expect(answer).toMatchObject({ code: 200, success: true, body: { uid: 'admin', side: 'admin' } });
    token = SignedIn.parse(answer.body).token;
  });

  it('answers localhost and, in the envelope, an unknown path', async () => {
    const response = await fetch(`http://localhost:${port}/no/such/path`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 404, success: false, reason: 'not_found' });
  });

  it('has schools with roles and users', async () => {
    const { body } = await signIn(port, 'yangguang', '123456');
    const headers = { authorization: `Bearer ${SignedIn.parse(body).token}` };
    const users = await call(port, '/api/user', { headers });
    expect(users.body).toHaveLength(4);
    expect(users.body).toContainEqual(expect.objectContaining({ uid: 'lixuemei', roleName: '营养师' }));
    expect((await call(port, '/api/role', { headers })).body).toHaveLength(3);
  });

  it('keeps all it holds to the owner', async () => {
    const data = join(folder, 'data');
    const modes = await Promise.all(
      (await readdir(data)).map(async (name) => [name, (await stat(join(data, name))).mode & 0o777] as const),
    );
    expect(modes.map(([name]) => name)).toEqual(
      expect.arrayContaining(['catering.db', 'endpoint', 'lock', 'service.log', 'signing-key']),
    );
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
  });

  it('says so where the port or the data folder is in use', async () => {
    const other = { ...variables, PORT: String(await findFreePort()) };
    const [samePort, sameFolder] = await Promise.all([
      launch('scripts/start/main.ts', [], variables).outcome,
      launch('scripts/start/main.ts', ['--fresh'], other).outcome,
    ]);
    expect(samePort).toMatchObject({ code: 1, stdout: '' });
    expect(samePort.stderr).toMatch(new RegExp(`^Port ${port} is taken: .*PORT=.*\n$`));
    expect(sameFolder.code).toBe(1);
    expect(sameFolder.stderr).toMatch(/^\S+ is in use by another npm start: .*DATA_DIR=.*\n$/);
  });

  const service = {
    get baseUrl() {
      return `http://127.0.0.1:${port}`;
    },
  };
  describeGateway(service);
  describeBrowsing(service);

  it('takes everything along where it is killed hard; the next start keeps data and tokens, and upgrades old data', async () => {
    Object.assign(process.env, localCredentials);
    const endpoint = (await readFile(join(folder, 'data', 'endpoint'), 'utf8')).trim();
    await makeOld({ table: 'catering-local', region: 'cn-north-1', endpoint });
    const pids = descendantsOf(run.process.pid ?? 0);
    expect(pids.length).toBeGreaterThan(0);
    run.process.kill('SIGKILL');
    await run.outcome;
    expect(await findSurvivors(pids, STOP_LIMIT_MS)).toEqual([]);
    const log = await readFile(join(folder, 'data', 'service.log'), 'utf8');
    run = launchCommand('npm', ['start'], variables);
    await run.waitFor('Ctrl-C');
    expect(await readFile(join(folder, 'data', 'service.log.1'), 'utf8')).toBe(log);
    expect(run.output()).not.toContain('Created');
    expect(run.output()).toMatch(/^Upgraded the data: 1 pinyin: \d+ blocks, \d{3,} rows; 4 sizes: \d+ rows\b/m);
    expect(await whoAmI(port, token)).toMatchObject({ code: 200, body: { uid: 'admin' } });
    const headers = { authorization: `Bearer ${token}` };
    const found = await call(port, '/api/dish/select?keyword=fqcd', { headers });
    expect(found.body).toMatchObject([{ name: '番茄炒蛋' }]);
  });

  it('ends with npm, on a SIGTERM of that', async () => {
    const pids = descendantsOf(run.process.pid ?? 0);
    expect(pids.length).toBeGreaterThan(2);
    run.process.kill('SIGTERM');
    await run.outcome;
    expect(await findSurvivors(pids, STOP_LIMIT_MS)).toEqual([]);
  });
});

describe('npm start on another DynamoDB', { timeout: START_LIMIT_MS }, () => {
  afterAll(async () => {
    const { run, emulator } = await elsewhere();
    run.process.kill('SIGTERM');
    await emulator.stop();
  });

  it('lets an administrator of the bootstrap script sign in, without demo data', async () => {
    const { first, again, run, port } = await elsewhere();
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('209 foods loaded') });
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('There is an administrator already: boss.');
    expect(run.output()).toMatch(/^ *boss +\(changed\)/m);
    expect(run.output()).not.toMatch(/yangguang|Created|Upgraded/);
    expect(await signIn(port, 'boss', 'correct horse')).toMatchObject({ code: 200, body: { uid: 'boss' } });
    expect(await signIn(port, 'yangguang', '123456')).toMatchObject({ code: 401 });
    await expectCleanStop(run, ['SIGTERM', 'SIGINT', 'SIGINT']);
  });

  it('says so where nothing answers there', async () => {
    const dead = `http://127.0.0.1:${await findFreePort()}`;
    const variables = { PORT: String(await findFreePort()), DATA_DIR: join(folder, 'dead'), DYNAMODB_ENDPOINT: dead };
    const { code, stderr } = await launch('scripts/start/main.ts', [], variables).outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^No DynamoDB answers at DYNAMODB_ENDPOINT ${dead}: .*\n$`));
  });
});

describe('what cannot work', () => {
  it('is told by --help, before anything is started', async () => {
    const { code, stdout, stderr } = await launch('scripts/start/main.ts', ['--help'], {
      DATA_DIR: join(folder, 'none'),
    }).outcome;
    expect([code, stderr]).toEqual([0, '']);
    expect(await readdir(folder)).not.toContain('none');
    for (const name of ['PORT', 'DATA_DIR', 'DYNAMODB_ENDPOINT', 'ADMIN_UID', 'ADMIN_PASSWORD', 'DEMO', '--fresh']) {
      expect(stdout).toContain(name);
    }
  });

  it.each([
    ['PORT "abc" is not supported: it takes a port number from 1 to 65535\n', { PORT: 'abc', DEMO: 'no' }, []],
    ['DEMO "no" is not supported: it takes 0 (no demo data) or 1', { PORT: 'abc', DEMO: 'no' }, []],
    ['DYNAMODB_ENDPOINT "localhost" is not supported', { DYNAMODB_ENDPOINT: 'localhost' }, []],
    ['--fresh empties the embedded DynamoDB only: unset', { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, ['--fresh']],
    ["Unknown option '--clean'", {}, ['--clean']],
  ])('is named: %s', (sentence, variables, args) => {
    expect(() => readSettings(variables, args)).toThrow(sentence);
  });

  it('sees a port that another address of localhost holds', async () => {
    const server = createServer().listen(0, '::1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(checkPortIsFree(port)).rejects.toThrow(`Port ${port} is taken`);
    server.close();
  });

  it('names the other way where there is no emulator for the platform', async () => {
    const variables = {
      NODE_OPTIONS: "--import data:text/javascript,Object.defineProperty(process,'arch',{value:'vax'})",
      PATH: join(folder, 'no-npx-here'),
      PORT: String(await findFreePort()),
      DATA_DIR: join(folder, 'vax'),
    };
    const { code, stderr } = await launch('scripts/start/main.ts', [], variables).outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^No embedded DynamoDB for \w+-vax .*DYNAMODB_ENDPOINT.*\n$/);
  });
});

describe('a DATA_DIR that cannot be used', () => {
  it.each([
    ['is a file', 'file', /^\S+file is a file: move it away, or choose another folder with DATA_DIR=…$/],
    ['lies in a file', 'file/x', /^\S+x lies in a file, not in a folder: choose another folder with DATA_DIR=…$/],
    [
      'takes no folders',
      '/proc/catering/x',
      /^The folder \/proc\/catering cannot be made \(\w+\): choose another folder with DATA_DIR=…$/,
    ],
  ])('one that %s is named at once, with what to do', async (_, path, sentence) => {
    await writeFile(join(folder, 'file'), '');
    await expect(openDataDir(path.startsWith('/') ? path : join(folder, path), false)).rejects.toThrow(sentence);
  });

  it.each([
    ['no database at all', (bytes: Buffer) => Buffer.alloc(bytes.length, 'no database ')],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('a database that is %s is called damaged, with what to do', async (_, damage) => {
    const path = join(folder, 'damaged');
    const data = await openDataDir(path, true);
    const emulator = await startEmulator({ dbPath: data.database });
    const client = openLocalClient(emulator.endpoint, 'cn-north-1');
    await ensureTable(client, 'catering-local');
    client.destroy();
    await emulator.stop();
    data.release();
    await writeFile(data.database, damage(await readFile(data.database)));
    const variables = { PORT: String(await findFreePort()), DATA_DIR: path, DEMO: '0' };
    const { code, stderr } = await launch('scripts/start/main.ts', [], variables).outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database \S+catering\.db is damaged \(.*\)\. .*npm start -- --fresh.*\n$/);
  });
});

describe('the data folder', () => {
  it('is made with its parents, whatever is in their names, and closed where it was open', async () => {
    const path = join(folder, 'a folder', '数据');
    (await openDataDir(path, false)).release();
    await chmod(path, 0o755);
    await chmod(join(path, 'lock'), 0o644);
    (await openDataDir(path, false)).release();
    const modes = await Promise.all([path, join(path, 'lock')].map(async (one) => (await stat(one)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
  });

  it('keeps its permissions if it holds other files, but for our files', async () => {
    const path = join(folder, 'shared');
    await mkdir(path, { mode: 0o755 });
    await writeFile(join(path, 'notes.txt'), '', { mode: 0o644 });
    await writeFile(join(path, 'catering.db'), '', { mode: 0o644 });
    (await openDataDir(path, false)).release();
    const names = ['', 'notes.txt', 'catering.db', 'signing-key'];
    const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o777));
    expect(modes).toEqual([0o755, 0o644, 0o600, 0o600]);
  });

  it('loses its database when emptied, never its signing key', async () => {
    const path = join(folder, 'fresh');
    const first = await openDataDir(path, false);
    await writeFile(first.database, 'data');
    first.release();
    const kept = await openDataDir(path, false);
    expect(await readFile(kept.database, 'utf8')).toBe('data');
    await expect(openDataDir(path, true)).rejects.toThrow('in use');
    kept.release();
    const emptied = await openDataDir(path, true);
    await expect(stat(emptied.database)).rejects.toThrow('ENOENT');
    expect(emptied.signingKey).toBe(first.signingKey);
    emptied.release();
  });
});
