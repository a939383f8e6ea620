import { join, relative } from 'node:path';
import { inspect } from 'node:util';
import { say } from '../command/command.ts';
import { inLanguage, type Text } from '../command/language.ts';
import { showProgress, type Tell } from '../command/progress.ts';
import { type DataDir, explainDamage, openDataDir } from './data-dir.ts';
import { startEmulator } from './emulator.ts';
import { startGateway } from './gateway.ts';
import { greet } from './greeting.ts';
import { localCredentials } from './local-credentials.ts';
import { waitForNpmToEnd } from './parent.ts';
import { checkPortIsFree } from './port.ts';
import { startPreparation } from './preparation.ts';
import { describeError, Problem } from './problem.ts';
import { findHelp, readSettings, type Settings } from './settings.ts';
import { words } from './words.ts';

const TABLE = 'catering-local';
const REGION = 'cn-north-1';
/** The folder for Node's compile cache: with it, framework and functions load in half the time. */
const COMPILED = join(import.meta.dirname, '../../.build/compiled');
const STOP_GRACE_MS = 3000;

/** Ends one thing that was started. */
type Ending = () => void | Promise<void>;

/** What was started so far. It is ended in reverse order. */
class Started {
  readonly #endings: Ending[] = [];
  #isOver = false;

  /** Adds a thing. If everything has been ended meanwhile, the thing is ended at once. */
  async add(ending: Ending): Promise<void> {
    if (!this.#isOver) this.#endings.push(ending);
    else await ending();
    this.demandGoing();
  }

  demandGoing(): void {
    if (this.#isOver) throw new Problem(words.stopped);
  }

  async endAll(): Promise<void> {
    this.#isOver = true;
    for (const ending of this.#endings.reverse()) await ending();
  }
}

/** Runs the service until a child process ends unasked. Then it throws. */
async function run(started: Started): Promise<never> {
  const settings = readSettings(process.env, process.argv.slice(2));
  await checkPortIsFree(settings.port);
  const dataDir = await openDataDir(settings.dataDir, settings.fresh);
  await started.add(() => dataDir.release());
  return serve(settings, dataDir, started).catch((error) => {
    const damage = explainDamage(describeError(error), dataDir.database);
    throw damage === undefined ? error : new Problem(damage);
  });
}

async function serve(settings: Settings, dataDir: DataDir, started: Started): Promise<never> {
  const embedded = settings.endpoint === undefined ? await startEmbedded(dataDir.database, started) : undefined;
  const endpoint = embedded?.endpoint ?? settings.endpoint ?? '';
  const environment = toEnvironment(endpoint, dataDir.signingKey);
  let tell: Tell = () => {};
  const preparation = await startPreparation(environment, (...told) => tell(...told));
  await started.add(() => preparation.child.stop(STOP_GRACE_MS));
  // If the endpoint does not answer, this is found out before anything else begins.
  if (embedded === undefined) await preparation.result;
  // The table exists now or soon. Whoever comes before is told so.
  await dataDir.announce(endpoint);

  say(words.startingFunctions);
  const gateway = await startGateway(settings.port, dataDir.log, environment);
  await started.add(() => gateway.stop());
  const death = Promise.race([
    rejectAtEnd(gateway.ended, words.gateway),
    ...(embedded ? [rejectAtEnd(embedded.ended, words.database)] : []),
  ]);
  const [{ signIns, created, screens, upgraded }] = await showProgress((shown) => {
    tell = shown;
    const isStarting = () => shown(words.starting, 0);
    isStarting();
    void preparation.result.then(isStarting, () => {});
    return Promise.race([Promise.all([preparation.result, gateway.waitUntilReady()]), death]);
  });
  started.demandGoing();
  const data = embedded ? show(dataDir.database) : inLanguage(words.place(endpoint, TABLE));
  if (upgraded.length > 0) say(words.upgradedData(upgraded));
  if (created.length > 0) say(words.created(created));
  const address = `http://localhost:${settings.port}`;
  const shown = Object.entries(screens).map(([name, path]): [string, string] => [
    inLanguage(words.screen(name)),
    `${address}${path}`,
  ]);
  say(greet(address, signIns, [...shown, [inLanguage(words.data), data], [inLanguage(words.log), show(dataDir.log)]]));
  return death;
}

async function startEmbedded(database: string, started: Started) {
  say(words.startingDatabase(show(database)));
  const emulator = await startEmulator({ dbPath: database });
  await started.add(() => emulator.stop());
  return emulator;
}

/** The environment of what we start, without anything that leads to a real AWS account. */
function toEnvironment(endpoint: string, signingKey: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
  return {
    ...Object.fromEntries(inherited),
    ...localCredentials,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILED,
    AWS_REGION: REGION,
    CATERING_TABLE: TABLE,
    CATERING_DOCS: 'true',
    CATERING_SIGNING_KEYS: `local:${signingKey}`,
    DYNAMODB_ENDPOINT: endpoint,
  };
}

async function rejectAtEnd(ended: Promise<string>, what: Text): Promise<never> {
  throw new Problem(words.endedUnasked(what, await ended));
}

/** Fulfilled at the first request to stop. npm forwards a Ctrl-C that we got already, so later ones change nothing. */
function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

function show(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

async function main(): Promise<number> {
  const help = findHelp(process.argv.slice(2));
  if (help !== undefined) {
    say(help.trimEnd());
    return 0;
  }
  const started = new Started();
  const stopped = waitForStop();
  let code = 0;
  try {
    await Promise.race([run(started), stopped, waitForNpmToEnd()]);
    say(words.stopping);
  } catch (error) {
    code = 1;
    process.stderr.write(`${error instanceof Problem ? error.message : inspect(error)}\n`);
  }
  await started.endAll();
  return code;
}

// Only the owner may read the files, including the emulator's database.
process.umask(0o077);
// If the reader of our output goes away, the service must not end without saving its data.
process.stdout.on('error', () => {});
process.exit(await main());
