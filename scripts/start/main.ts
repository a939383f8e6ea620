import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createDeps } from '../../lib/runtime/deps.ts';
import { readEnv } from '../../lib/runtime/env.ts';
import { say } from '../command/command.ts';
import { type ReportProgress, showProgress } from '../command/progress.ts';
import { DEFAULT_REGION, LOCAL_TABLE, toRelativePath } from '../command/target.ts';
import { type DataDir, openDataDir } from './data-dir.ts';
import { type Call, createDemo, RefusedCall, removeDemo, trySignIn } from './demo.ts';
import { startEmulator } from './emulator.ts';
import { createFirstData, listSignIns } from './first-data.ts';
import { startGateway } from './gateway.ts';
import { makeGreeting } from './greeting.ts';
import { localCredentials } from './local-credentials.ts';
import { checkPortIsFree } from './port.ts';
import { CommandProblem, describeError } from './problem.ts';
import { HELP, readSettings, type Settings } from './settings.ts';
import { ensureTable, openLocalClient } from './table.ts';

/** The folder for Node's compile cache: with it, framework and functions load in half the time. */
const COMPILE_CACHE = join(import.meta.dirname, '../../.build/compiled');
/** The milliseconds between two looks at whether our parent still lives. */
const PARENT_POLL_MS = 500;

/** The functions that stop what was started so far. They are called in reverse order. */
const stopFunctions: (() => void | Promise<void>)[] = [];

/** Runs the service until a child process ends unasked. Then it throws. */
async function run(settings: Settings): Promise<never> {
  await checkPortIsFree(settings.port);
  const dataDir = await openDataDir(settings.dataDir, settings.emptiesData);
  stopFunctions.push(dataDir.release);
  const embedded =
    settings.dynamodbEndpoint === undefined ? await startEmulator({ dbPath: dataDir.database }) : undefined;
  if (embedded) stopFunctions.push(embedded.stop);
  const endpoint = embedded?.endpoint ?? settings.dynamodbEndpoint ?? '';
  isolateEnvironment(endpoint, dataDir.signingKey);
  await prepareTable(endpoint);
  await dataDir.announce(endpoint);
  const gateway = await startGateway(settings.port, dataDir.log, process.env);
  stopFunctions.push(gateway.stop);
  const unexpectedEnd = Promise.race([
    rejectAtEnd(gateway.ended, 'The local gateway'),
    ...(embedded ? [rejectAtEnd(embedded.ended, 'The embedded DynamoDB')] : []),
  ]);
  const { db } = createDeps(readEnv(process.env));
  const address = `http://localhost:${settings.port}`;
  const addressByScreen = await showProgress(async (report) => {
    const preparation = createFirstData(db, settings, (done, total) => report('foods', done, total));
    await Promise.race([Promise.all([preparation, gateway.waitUntilReady()]), unexpectedEnd]);
    return fillDemo(address, settings, dataDir, report);
  });
  const data = embedded ? toRelativePath(dataDir.database) : `${endpoint}, table ${LOCAL_TABLE}`;
  const locations = Object.entries({ ...addressByScreen, data, log: toRelativePath(dataDir.log) });
  say(makeGreeting(address, await listSignIns(db, settings), locations));
  return unexpectedEnd;
}

async function prepareTable(endpoint: string): Promise<void> {
  const client = openLocalClient(endpoint, DEFAULT_REGION);
  try {
    await ensureTable(client, LOCAL_TABLE);
  } catch (error) {
    throw new CommandProblem(`No DynamoDB answers at ${endpoint}: ${describeError(error)}`);
  } finally {
    client.destroy();
  }
}

/** Creates the demo data where there is no unit yet, or anew after an interrupted start. Returns the addresses of its screens. */
async function fillDemo(address: string, settings: Settings, { demoMarkPath }: DataDir, report: ReportProgress) {
  if (!settings.hasDemo) {
    // An unfinished demo then stays as it is.
    await rm(demoMarkPath, { force: true });
    return {};
  }
  const call: Call = (...request) => sendRequest(address, ...request);
  const admin = await trySignIn(call, settings.adminUid, settings.adminPassword);
  // Whoever has changed the administrator's password needs no demo.
  if (admin === undefined) return {};
  if (existsSync(demoMarkPath)) await removeDemo({ call, admin });
  await rm(demoMarkPath, { force: true });
  const { body } = await call('GET /api/vender', {}, admin);
  if (z.object({ totalElements: z.int() }).parse(body).totalElements > 0) return {};
  await writeFile(demoMarkPath, '');
  const pathByScreen = await createDemo({ call, admin, now: Date.now() }, report);
  await rm(demoMarkPath);
  return Object.fromEntries(
    Object.entries(pathByScreen).map(([name, path]) => [`screen ${name}`, `${address}${path}`]),
  );
}

/** Sends a call: as a query, as a form or, with a file in it, as an upload. @throws RefusedCall; Error if the service fails. */
async function sendRequest(address: string, ...[route, form, token]: Parameters<Call>): ReturnType<Call> {
  const [method = '', path] = route.split(' ');
  const files = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value !== 'object') files.append(name, String(value));
    else files.append(name, new Blob([value.content]), value.fileName);
  }
  const isUpload = Object.values(form).some((value) => typeof value === 'object');
  const fields = new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, `${value}`]));
  const response = await fetch(`${address}${path}${method === 'GET' ? `?${fields}` : ''}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { body: isUpload ? files : fields }),
  });
  const { success, desc, body } = z
    .object({ success: z.boolean(), desc: z.string(), body: z.unknown().optional() })
    .parse(await response.json());
  if (!success) throw new (response.status < 500 ? RefusedCall : Error)(`${route}: ${desc}`);
  return { ids: (response.headers.get('catering-ids') ?? '').split(',').map(Number), body };
}

/** Sets the environment of the functions and of this process. It removes all `AWS_` variables, which could lead to a real account. */
function isolateEnvironment(endpoint: string, signingKey: string): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  Object.assign(process.env, localCredentials, {
    AWS_REGION: DEFAULT_REGION,
    CATERING_TABLE: LOCAL_TABLE,
    CATERING_DOCS: 'true',
    CATERING_SIGNING_KEYS: `local:${signingKey}`,
    DYNAMODB_ENDPOINT: endpoint,
  });
}

/** Waits for the end of a child process, and then throws. */
async function rejectAtEnd(ended: Promise<string>, name: string): Promise<never> {
  const cause = await ended;
  throw new CommandProblem(`${name} ended unexpectedly: ${cause}\nThe data are kept: start again with npm start.`);
}

/**
 * Resolves at the first request to stop. npm forwards a Ctrl-C that we got already, so later ones change nothing. A
 * SIGTERM to npm ends only the shell between us: then our parent is another one.
 */
function waitForStop(): Promise<void> {
  const { ppid } = process;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (process.env['npm_lifecycle_event'] === undefined) return;
    setInterval(() => process.ppid !== ppid && resolve(), PARENT_POLL_MS).unref();
  });
}

async function main(): Promise<number> {
  try {
    const settings = readSettings(process.env, process.argv.slice(2));
    if (!settings) {
      say(HELP.trimEnd());
      return 0;
    }
    await Promise.race([run(settings), waitForStop()]);
    say('\nStopping …');
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof CommandProblem ? error.message : describeError(error)}\n`);
    return 1;
  } finally {
    for (const stop of stopFunctions.toReversed()) await stop();
  }
}

// Only the owner may read the files, including the emulator's database.
process.umask(0o077);
// If the reader of our output goes away, the service must not end without saving its data.
process.stdout.on('error', () => {});
process.exit(await main());
