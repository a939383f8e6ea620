import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createDeps, type Deps } from '../../lib/deps.ts';
import { readEnv } from '../../lib/env.ts';
import { AppError } from '../../lib/errors.ts';
import { findEndpoint } from '../local/data-dir.ts';
import { localCredentials } from '../local/local-credentials.ts';
import { describeError, Problem } from '../local/problem.ts';
import type { Options } from './options.ts';

/** As serverless.yml has it. */
const DEFAULT_REGION = 'cn-north-1';
/** As `npm start` has it. */
const LOCAL_TABLE = 'catering-local';

type Variables = Readonly<Record<string, string | undefined>>;

/** The table to load. */
export interface Target {
  readonly table: string;
  readonly region: string;
  /** Of an emulator; absent: the cloud. */
  readonly endpoint: string | undefined;
}

/** The folder in which `npm start` keeps its data. */
export function findDataDir(variables: Variables): string {
  return resolve(variables['DATA_DIR'] || '.local');
}

/** The table that options and environment name. @throws Problem where it is the local service's and that is not running. */
export async function findTarget({ stage, region }: Options, variables: Variables): Promise<Target> {
  const own = variables['CATERING_TABLE'] || (stage && `catering-${stage}`);
  const target = { table: own || LOCAL_TABLE, region: region || variables['AWS_REGION'] || DEFAULT_REGION };
  const named = variables['DYNAMODB_ENDPOINT'] || undefined;
  if (stage !== undefined || named !== undefined) return { ...target, endpoint: named };
  const path = findDataDir(variables);
  const endpoint = await findEndpoint(path);
  if (endpoint !== undefined) return { table: LOCAL_TABLE, region: DEFAULT_REGION, endpoint };
  throw new Problem(
    `The local service is not running on ${path}: npm start first, in another terminal, ` +
      'or name a deployed stage with --stage, or an emulator with DYNAMODB_ENDPOINT',
  );
}

/** Opens the table; credentials for an emulator are never real ones. */
export function connect({ table, region, endpoint }: Target): Deps {
  if (endpoint !== undefined) Object.assign(process.env, localCredentials);
  return createDeps(
    readEnv({
      CATERING_TABLE: table,
      // Nothing is signed here.
      CATERING_SIGNING_KEYS: `none:${randomBytes(32).toString('hex')}`,
      AWS_REGION: region,
      DYNAMODB_ENDPOINT: endpoint,
    }),
  );
}

/** What the person can do about a failure of the table; its own words where that is unknown. */
export function explainFailure(error: unknown, { table, region, endpoint }: Target): string {
  const where = endpoint ?? `region ${region}`;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'ResourceNotFoundException') return `There is no table ${table} in ${where}`;
    if (cause.name === 'CredentialsProviderError') {
      return 'No AWS account: set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or sign in first';
    }
    if (cause.name === 'AccessDeniedException') return `Your AWS account may not write to ${table}: ${cause.message}`;
  }
  if (error instanceof AppError) return `No answer from ${where} (${describeError(error.cause ?? error)})`;
  return describeError(error);
}
