import { resolve } from 'node:path';
import { findEndpoint } from '../local/data-dir.ts';
import { Problem } from '../local/problem.ts';
import { DEFAULT_REGION, type Target } from '../target.ts';
import type { Options } from './options.ts';

/** As `npm start` has it. */
const LOCAL_TABLE = 'catering-local';

/** What of a command line says which table is meant. */
type Where = Pick<Options, 'stage' | 'region'>;

type Variables = Readonly<Record<string, string | undefined>>;

/** The folder in which `npm start` keeps its data. */
export function findDataDir(variables: Variables): string {
  return resolve(variables['DATA_DIR'] || '.local');
}

/** The table that options and environment name. @throws Problem where it is the local service's and that is not running. */
export async function findTarget({ stage, region }: Where, variables: Variables): Promise<Target> {
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
