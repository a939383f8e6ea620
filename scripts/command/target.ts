import { randomBytes } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { AppError, describeReason } from '../../lib/errors.ts';
import { createDeps, type Deps } from '../../lib/runtime/deps.ts';
import { readEnv } from '../../lib/runtime/env.ts';
import { translateFault } from '../../lib/table/faults.ts';
import { findEndpoint } from '../start/data-dir.ts';
import { localCredentials } from '../start/local-credentials.ts';
import { CommandProblem, describeError } from '../start/problem.ts';
import { UsageProblem } from './command.ts';
import { requireTableVersion } from './table-version.ts';

/** The default of serverless.yml. */
export const DEFAULT_REGION = 'cn-north-1';

/** The table of `npm start`. */
export const LOCAL_TABLE = 'catering-local';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The options of a command line that name a table. */
export type TableOptions = Readonly<Partial<Record<'stage' | 'table' | 'region' | 'endpoint', string | undefined>>>;

/** The table that a command works on. */
export interface Target {
  readonly table: string;
  readonly region: string;
  /** The endpoint of an emulator; absent: the cloud. */
  readonly endpoint: string | undefined;
}

/** The names that a stage may have. With the longest name of a function they are not too long for AWS. */
const STAGE = /^[A-Za-z][A-Za-z0-9-]{0,29}$/;

/** @throws UsageProblem where the name of a stage is missing, or AWS would refuse it. */
export function requireStage(stage: string | undefined): string {
  if (stage === undefined) throw new UsageProblem('--stage NAME is needed; --help says more');
  requireTableOptions({ stage });
  return stage;
}

/** @throws UsageProblem telling all that is wrong with the options that name a table. */
export function requireTableOptions({ stage, table, region, endpoint }: TableOptions): void {
  const problems = [
    stage !== undefined && table !== undefined && '--stage and --table exclude each other',
    stage !== undefined && !STAGE.test(stage) && '--stage takes up to 30 letters, digits and -, a letter first',
    table !== undefined &&
      !isTableName(table) &&
      '--table takes the name of a table: 3 to 255 letters, digits, _, . and -',
    region !== undefined && (stage ?? table) === undefined && '--region goes with --stage or --table',
    endpoint !== undefined && !URL.canParse(endpoint) && '--endpoint takes an address',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new UsageProblem(problems.join('\n'));
}

/** Whether DynamoDB accepts the name of a table. */
export function isTableName(name: string): boolean {
  return /^[A-Za-z0-9_.-]{3,255}$/.test(name);
}

/** Returns the folder in which `npm start` keeps its data. */
export function findDataDir(variables: Variables): string {
  return resolve(variables['DATA_DIR'] || '.local');
}

/** Returns a path as a person in the present folder would write it. */
export function toRelativePath(path: string): string {
  const relativePath = relative(process.cwd(), path);
  return relativePath.startsWith('..') ? path : relativePath;
}

/**
 * Finds the table that options and environment name. A table that is named without an emulator is in the cloud.
 * @throws CommandProblem where the table is the local service's and that is not running.
 */
export async function findTarget(options: TableOptions, variables: Variables): Promise<Target> {
  const { stage } = options;
  const endpoint = options.endpoint ?? (variables['DYNAMODB_ENDPOINT'] || undefined);
  const table = options.table ?? (stage ? `catering-${stage}` : variables['CATERING_TABLE'] || LOCAL_TABLE);
  const region = options.region || variables['AWS_REGION'] || DEFAULT_REGION;
  if (stage !== undefined || options.table !== undefined || endpoint !== undefined) return { table, region, endpoint };
  const dataDir = findDataDir(variables);
  const localEndpoint = await findEndpoint(dataDir);
  if (localEndpoint !== undefined) return { table: LOCAL_TABLE, region: DEFAULT_REGION, endpoint: localEndpoint };
  throw new CommandProblem(
    `The local service is not running on ${dataDir}: npm start first, in another terminal, ` +
      'or name a deployed stage with --stage, or an emulator with DYNAMODB_ENDPOINT',
  );
}

export function describeTarget({ table, region, endpoint }: Target): string {
  return `${table} (${endpoint ?? region})`;
}

/** Opens the table, with the credentials that the AWS command line would find. An emulator never gets real ones. */
export function connect({ table, region, endpoint }: Target): Deps {
  if (endpoint !== undefined) Object.assign(process.env, localCredentials);
  return createDeps(
    readEnv({
      CATERING_TABLE: table,
      // The command signs nothing.
      CATERING_SIGNING_KEYS: `none:${randomBytes(32).toString('hex')}`,
      AWS_REGION: region,
      DYNAMODB_ENDPOINT: endpoint,
    }),
  );
}

/** Opens the table of a target, checks its version, and works on it. @throws CommandProblem for every failure, with `advice`. */
export async function withTable<T>(target: Target, work: (deps: Deps) => Promise<T>, advice = ''): Promise<T> {
  try {
    const deps = connect(target);
    await requireTableVersion(deps.db);
    return await work(deps);
  } catch (error) {
    if (error instanceof CommandProblem) throw error;
    const isRefused = error instanceof AppError && error.reason !== 'unavailable';
    const reason = isRefused ? `${error.reason}: ${describeReason(error.reason, 'en')}` : explainFailure(error, target);
    throw new CommandProblem(`${reason}${advice}`, { cause: error });
  }
}

/** Explains a failure of the table: what a person can do about it, or else its own text. */
export function explainFailure(error: unknown, { table, region, endpoint }: Target): string {
  const where = endpoint ?? `region ${region}`;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CommandProblem) return cause.message;
    if (cause.name === 'ResourceNotFoundException') return `There is no table ${table} in ${where}: deploy first`;
    if (cause.name === 'CredentialsProviderError')
      return 'No AWS account: set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or sign in first';
    if (cause.name === 'AccessDeniedException') return `Your AWS account may not write to ${table}: ${cause.message}`;
  }
  const fault = translateFault(error);
  if (fault instanceof AppError) return `No answer from ${where} (${describeError(fault.cause ?? fault)})`;
  return describeError(error);
}
