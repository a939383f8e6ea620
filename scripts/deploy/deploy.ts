import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { AppError } from '../../lib/errors.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import type { Text } from '../command/language.ts';
import { connect, explainFailure, type Target } from '../command/target.ts';
import { createKeys } from '../keys/perform.ts';
import { KeyStore } from '../keys/stored-keys.ts';
import { Problem } from '../start/problem.ts';
import type { Options } from './options.ts';
import { readTags } from './tags.ts';
import { words } from './words.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs the framework with arguments and returns its exit code. */
type Framework = (args: readonly string[]) => Promise<number>;

/**
 * Creates the signing keys if there are none, deploys, and tells what to do next. Keys come first, since functions
 * without keys answer 503.
 * @throws Problem
 */
export async function deploy(options: Options, say: (line: Text) => void, run: Framework): Promise<void> {
  const keys = new KeyStore(options);
  say((await createKeys(keys, Date.now())) ? words.madeKey(keys.name) : words.hasKeys(keys.name));
  const tags = readTags(options.parameters.get('tags') ?? '');
  if (tags && tags.size > 0) await keys.tag(tags);
  const code = await run(toArguments(options));
  if (code !== 0) throw new Problem(words.frameworkFailed(code));
  say(await whatIsNext(options));
}

/** The installed framework, in the terminal of the person who deploys. */
export const runServerless: Framework = (args) => {
  const folder = dirname(createRequire(import.meta.url).resolve('serverless/package.json'));
  const child = spawn(process.execPath, [join(folder, 'bin/serverless.js'), ...args], { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};

function toArguments({ stage, region, parameters, verbose }: Options): string[] {
  const given = [...parameters].flatMap(([name, value]) => ['--param', `${name}=${value}`]);
  return ['deploy', '--stage', stage, '--region', region, ...given, ...(verbose ? ['--verbose'] : [])];
}

async function whatIsNext({ stage, region, parameters }: Options): Promise<Text> {
  const named = parameters.get('table');
  const endpoint = process.env['DYNAMODB_ENDPOINT'] || undefined;
  const target: Target = { table: named || `catering-${stage}`, region, endpoint };
  const where = named ? `--table ${named} --region ${region}` : `--stage ${stage} --region ${region}`;
  if (await isEmpty(target)) return words.isEmpty(where);
  return words.hasData(where);
}

async function isEmpty(target: Target): Promise<boolean> {
  try {
    await getUnit(connect(target).db, PLATFORM);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'unit_not_found') return true;
    throw new Problem(words.notSeen(explainFailure(error, target)), {
      cause: error,
    });
  }
}
