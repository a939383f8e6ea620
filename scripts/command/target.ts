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

/** As serverless.yml has it. */
export const DEFAULT_REGION = 'cn-north-1';

/** As `npm start` has it. */
const LOCAL_TABLE = 'catering-local';

type Variables = Readonly<Record<string, string | undefined>>;

/** What of a command line says which table is meant. */
export interface Where {
  readonly stage?: string | undefined;
  readonly table?: string | undefined;
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** The table a script works on. */
export interface Target {
  readonly table: string;
  readonly region: string;
  /** Of an emulator; absent: the cloud. */
  readonly endpoint: string | undefined;
}

/** Stages there can be: with the longest name of a function, what is made of it stays within the limits of AWS. */
const STAGE = /^[A-Za-z][A-Za-z0-9-]{0,29}$/;

/** @throws UsageProblem where there can be no stage of that name. */
function demandStage(stage: string | undefined): void {
  if (stage !== undefined && !STAGE.test(stage)) {
    throw new UsageProblem(words.stageForm);
  }
}

/** The name of a stage. @throws UsageProblem where it is not given, or there can be none of that name. */
export function requireStage(stage: string | undefined): string {
  if (stage === undefined) throw new UsageProblem(words.stageNeeded);
  demandStage(stage);
  return stage;
}

/** @throws UsageProblem where a command that takes --stage and --region is told of a table that there cannot be. */
export function demandDeployed({ stage, region }: Where): void {
  demandStage(stage);
  if (region !== undefined && stage === undefined) throw new UsageProblem(words.regionAlone);
}

/** @throws UsageProblem where a command that takes all of them is told of a table that there cannot be. */
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

/** Whether DynamoDB takes it as the name of a table. */
export function isTableName(name: string): boolean {
  return /^[A-Za-z0-9_.-]{3,255}$/.test(name);
}

/** The folder in which `npm start` keeps its data. */
export function findDataDir(variables: Variables): string {
  return resolve(variables['DATA_DIR'] || '.local');
}

/**
 * The table that options and environment name; a name outright is that of a table in the cloud unless there is an
 * emulator. @throws Problem where it is the local service's and that is not running.
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

/** The table as it is told to the person. */
export function nameOf({ table, region, endpoint }: Target): string {
  return `${table} (${endpoint ?? region})`;
}

/**
 * Opens the table, with the credentials that the AWS command line would find; those for an emulator are never real
 * ones.
 */
export function connect({ table, region, endpoint }: Target): Deps {
  if (endpoint !== undefined) Object.assign(process.env, localCredentials);
  const env = readEnv({
    CATERING_TABLE: table,
    // Nothing is signed here.
    CATERING_SIGNING_KEYS: `none:${randomBytes(32).toString('hex')}`,
    AWS_REGION: region,
    DYNAMODB_ENDPOINT: endpoint,
  });
  return createDeps(endpoint === undefined ? { ...env, credentials: defaultProvider() } : env);
}

/** What the person can do about a failure of the table; its own words where that is unknown. */
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
