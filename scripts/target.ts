import { randomBytes } from 'node:crypto';
import { createDeps, type Deps } from '../lib/deps.ts';
import { readEnv } from '../lib/env.ts';
import { AppError } from '../lib/errors.ts';
import { localCredentials } from './local/local-credentials.ts';
import { describeError, Problem } from './local/problem.ts';

/** As serverless.yml has it. */
export const DEFAULT_REGION = 'cn-north-1';

/** The table a script works on. */
export interface Target {
  readonly table: string;
  readonly region: string;
  /** Of an emulator; absent: the cloud. */
  readonly endpoint: string | undefined;
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
    if (cause instanceof Problem) return cause.message;
    if (cause.name === 'ResourceNotFoundException') return `There is no table ${table} in ${where}: deploy first`;
    if (cause.name === 'CredentialsProviderError') {
      return 'No AWS account: set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or sign in first';
    }
    if (cause.name === 'AccessDeniedException') return `Your AWS account may not write to ${table}: ${cause.message}`;
  }
  if (error instanceof AppError) return `No answer from ${where} (${describeError(error.cause ?? error)})`;
  return describeError(error);
}
