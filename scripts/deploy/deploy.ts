import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { findUnits } from '../../lib/store/unit/unit.ts';
import { connect, explainFailure, type Target } from '../command/target.ts';
import { CommandProblem } from '../start/problem.ts';
import { checkService, getGatewayAddress, type RetryPolicy } from './check.ts';
import { type DeployedStage, ensureKeys } from './keys.ts';
import { requireTable } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A stage, and the values of its parameters by name. */
export interface Deployment extends DeployedStage {
  readonly parameters: ReadonlyMap<string, string>;
}

/** Runs the framework with arguments and returns its exit code. */
type Framework = (args: readonly string[]) => Promise<number>;

/** The framework, and the retries of the check of the service. */
interface DeploymentTools {
  readonly run: Framework;
  readonly retries: RetryPolicy;
}

/**
 * Makes the signing key if there is none, deploys, checks the service, and says what to do next. A table of
 * another version is refused first. The key comes next, since functions without one answer 503.
 * @throws CommandProblem about the first of these that fails.
 */
export async function deploy(deployment: Deployment, say: (line: string) => void, tools: DeploymentTools) {
  const { stage, region, parameters } = deployment;
  await requireTable(toTarget(deployment), !parameters.get('table'));
  say(await ensureKeys(deployment, Date.now()));
  const paramOptions = [...parameters].flatMap(([name, value]) => ['--param', `${name}=${value}`]);
  const exitCode = await tools.run(['deploy', '--stage', stage, '--region', region, ...paramOptions]);
  if (exitCode !== 0) throw new CommandProblem(`serverless deploy ended with ${exitCode}: what is wrong stands above`);
  if (!parameters.get('alarmEmail')) say('Nobody gets the alarms: --param alarmEmail=ADDRESS names who does');
  say(await checkDeployment(deployment, tools.retries));
  say(await describeNextStep(deployment));
}

/** Checks the service, unless it is closed, and returns what was found. */
async function checkDeployment(deployment: Deployment, retries: RetryPolicy): Promise<string> {
  if (Number(deployment.parameters.get('rateLimit') ?? 1) === 0) return 'The service is closed: rateLimit is 0';
  const url = await getGatewayAddress(deployment);
  await checkService(url, retries);
  return `${url} works: health, workbench, passwords and signing keys`;
}

/** Runs the installed framework in this terminal. */
export const runServerless: Framework = (args) => {
  const folder = dirname(createRequire(import.meta.url).resolve('serverless/package.json'));
  const child = spawn(process.execPath, [join(folder, 'bin/serverless.js'), ...args], { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};

/** Names the table of a deployment. */
function toTarget({ stage, region, parameters }: Deployment): Target {
  const endpoint = process.env['DYNAMODB_ENDPOINT'] || undefined;
  return { table: parameters.get('table') || `catering-${stage}`, region, endpoint };
}

/** Says what to do next: check a table with data, begin with an empty one. */
async function describeNextStep(deployment: Deployment): Promise<string> {
  const { stage, region, parameters } = deployment;
  const tableName = parameters.get('table');
  const target = toTarget(deployment);
  const tableOptions = `${tableName ? `--table ${tableName}` : `--stage ${stage}`} --region ${region}`;
  try {
    const [platform] = await findUnits(connect(target).db, [PLATFORM]);
    if (platform) return `The table has data. Next: npm run doctor -- ${tableOptions} checks it`;
    return `The table is empty. Next: npm run admin -- begin admin ${tableOptions}`;
  } catch (error) {
    const reason = explainFailure(error, target);
    throw new CommandProblem(`Deployed, but the table cannot be looked at: ${reason}`, { cause: error });
  }
}
