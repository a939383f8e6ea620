import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { AppError } from '../../lib/errors.ts';
import { createDeps, type Deps } from '../../lib/runtime/deps.ts';
import { readEnv } from '../../lib/runtime/env.ts';
import { translateFault } from '../../lib/table/faults.ts';
import { findEndpoint } from '../start/data-dir.ts';
import { localCredentials } from '../start/local-credentials.ts';
import { describeError, Problem } from '../start/problem.ts';
import { UsageProblem } from './command.ts';
import { inLanguage } from './language.ts';
import { words } from './words.ts';

/** The default of serverless.yml. */
export const DEFAULT_REGION = 'cn-north-1';

/** The table of `npm start`. */
const LOCAL_TABLE = 'catering-local';

type Variables = Readonly<Record<string, string | undefined>>;

/** The options of a command line that name a table. */
export interface Where {
  readonly stage?: string | undefined;
  readonly table?: string | undefined;
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** The table that a command works on. */
export interface Target {
  readonly table: string;
  readonly region: string;
  /** The endpoint of an emulator; absent: the cloud. */
  readonly endpoint: string | undefined;
}

/**
 * Possible names of a stage: even with the longest name of a function, the resulting names stay within AWS's limits.
 */
const STAGE = /^[A-Za-z][A-Za-z0-9-]{0,29}$/;

/**
 * Demands a possible name of a stage.
 * @throws UsageProblem
 */
function demandStage(stage: string | undefined): void {
  if (stage !== undefined && !STAGE.test(stage)) {
    throw new UsageProblem(words.stageForm);
  }
}

/**
 * The name of a stage.
 * @throws UsageProblem where it is missing or not possible.
 */
export function requireStage(stage: string | undefined): string {
  if (stage === undefined) throw new UsageProblem(words.stageNeeded);
  demandStage(stage);
  return stage;
}

/**
 * Demands that --stage and --region name a possible table.
 * @throws UsageProblem
 */
export function demandDeployed({ stage, region }: Where): void {
  demandStage(stage);
  if (region !== undefined && stage === undefined) throw new UsageProblem(words.regionAlone);
}

/**
 * Demands that the options name a possible table.
 * @throws UsageProblem
 */
export function demandWhere({ stage, table, region, endpoint }: Where): void {
  if (stage !== undefined && table !== undefined) throw new UsageProblem(words.stageAndTable);
  demandStage(stage);
  if (table !== undefined && !isTableName(table)) {
    throw new UsageProblem(words.tableForm);
  }
  if (region !== undefined && stage === undefined && table === undefined) {
    throw new UsageProblem(words.regionOfNothing);
  }
  if (endpoint !== undefined && !URL.canParse(endpoint)) throw new UsageProblem(words.endpointForm);
}

/** Whether DynamoDB accepts the name of a table. */
export function isTableName(name: string): boolean {
  return /^[A-Za-z0-9_.-]{3,255}$/.test(name);
}

/** The folder in which `npm start` keeps its data. */
export function findDataDir(variables: Variables): string {
  return resolve(variables['DATA_DIR'] || '.local');
}

/**
 * The table that options and environment name. A table given by name alone is in the cloud, unless an emulator is
 * given.
 * @throws Problem where the table is the local service's and that is not running.
 */
export async function findTarget(where: Where, variables: Variables): Promise<Target> {
  const { stage } = where;
  const endpoint = where.endpoint ?? (variables['DYNAMODB_ENDPOINT'] || undefined);
  const table = where.table ?? (variables['CATERING_TABLE'] || (stage && `catering-${stage}`) || LOCAL_TABLE);
  const region = where.region || variables['AWS_REGION'] || DEFAULT_REGION;
  if (stage !== undefined || where.table !== undefined || endpoint !== undefined) return { table, region, endpoint };
  const path = findDataDir(variables);
  const local = await findEndpoint(path);
  if (local !== undefined) return { table: LOCAL_TABLE, region: DEFAULT_REGION, endpoint: local };
  throw new Problem(words.notRunning(path));
}

/** The table as a person reads it. */
export function nameOf({ table, region, endpoint }: Target): string {
  return `${table} (${endpoint ?? region})`;
}

/** Opens the table, with the credentials that the AWS command line would find. An emulator never gets real ones. */
export function connect({ table, region, endpoint }: Target): Deps {
  if (endpoint !== undefined) Object.assign(process.env, localCredentials);
  const env = readEnv({
    CATERING_TABLE: table,
    // The command signs nothing.
    CATERING_SIGNING_KEYS: `none:${randomBytes(32).toString('hex')}`,
    AWS_REGION: region,
    DYNAMODB_ENDPOINT: endpoint,
  });
  return createDeps(endpoint === undefined ? { ...env, credentials: defaultProvider() } : env);
}

/** What a person can do about a failure of the table, or else the failure's own text. */
export function explainFailure(error: unknown, { table, region, endpoint }: Target): string {
  const where = endpoint ?? inLanguage(words.inRegion(region));
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Problem) return cause.message;
    if (cause.name === 'ResourceNotFoundException') return inLanguage(words.noTable(table, where));
    if (cause.name === 'CredentialsProviderError') {
      return inLanguage(words.noAccount);
    }
    if (cause.name === 'AccessDeniedException') return inLanguage(words.notAllowed(table, cause.message));
  }
  const fault = translateFault(error);
  if (fault instanceof AppError) return inLanguage(words.noAnswer(where, describeError(fault.cause ?? fault)));
  return describeError(error);
}
