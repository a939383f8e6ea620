import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readParameters } from '../../../scripts/deploy/parameters.ts';
import { parameterOf } from '../../../scripts/keys/stored-keys.ts';
import { demandPrograms } from '../programs.ts';
import { runCommands } from './commands.ts';
import { type Inspection, inspectStack } from './deployed.ts';
import { programs, startMoto } from './moto.ts';
import { callFunctions } from './packaged.ts';
import { setAll } from './parameters.ts';
import { enter, REGION, runScript, serverlessOf } from './surroundings.ts';

type Say = (line: string) => void;

const PLAIN = 'conform';
const TUNED = 'conform-all';

/**
 * Deploys to moto as to AWS, reads the stack back, uses it and removes it. Returns whether everything was right.
 * @throws Problem
 */
export async function proveStack(say: Say): Promise<boolean> {
  await demandPrograms(programs);
  const moto = await startMoto(say);
  try {
    enter(moto.address);
    const all = setAll(await readParameters(), `catering-${PLAIN}`);
    const wrong = [
      ...(await deployAndInspect(PLAIN, new Map(), say)),
      ...(await runCommands(PLAIN, say)),
      ...(await callFunctions(PLAIN, say)),
      ...(await deployAndInspect(TUNED, all, say)),
      ...(await takeDown(TUNED, say)),
      ...(await takeDown(PLAIN, say)),
    ];
    for (const line of wrong) say(`WRONG ${line}`);
    return wrong.length === 0;
  } finally {
    await moto.stop();
  }
}

/** Returns what went wrong. */
async function deployAndInspect(stage: string, parameters: ReadonlyMap<string, string>, say: Say): Promise<string[]> {
  const params = [...parameters].flatMap(([name, value]) => ['--param', `${name}=${value}`]);
  const { code, output } = await runScript(['scripts/deploy/main.ts', '--stage', stage, '--region', REGION, ...params]);
  const how = parameters.size > 0 ? `all ${parameters.size} parameters` : 'default parameters';
  say(`${code === 0 ? 'ok   ' : 'WRONG'} npm run deploy -- --stage ${stage}, with ${how}`);
  if (code !== 0) return [output];
  const inspection = await inspectStack(stage);
  for (const line of describeInspection(inspection)) say(line);
  return [...inspection.different, ...(await findFaultsOfKeys(stage))];
}

function describeInspection({ counts, unknown }: Inspection): string[] {
  return [
    ...[...counts].map(([type, count]) => `      read back: ${count} ${type}`),
    ...[...unknown].map(([what, count]) => `      not known to moto: ${what}${count > 1 ? ` (${count})` : ''}`),
  ];
}

async function findFaultsOfKeys(stage: string): Promise<string[]> {
  const client = new SSMClient({ region: REGION });
  const ask = (WithDecryption: boolean) =>
    client.send(new GetParameterCommand({ Name: parameterOf(stage), WithDecryption }));
  const [open, closed] = [await ask(true), await ask(false)];
  const isSecret = open.Parameter?.Type === 'SecureString' && open.Parameter.Value !== closed.Parameter?.Value;
  return isSecret ? [] : [`${parameterOf(stage)} is no SecureString`];
}

async function takeDown(stage: string, say: Say): Promise<string[]> {
  const { code, output } = await runScript(serverlessOf('remove', '--stage', stage, '--region', REGION));
  say(`${code === 0 ? 'ok   ' : 'WRONG'} serverless remove --stage ${stage}`);
  return code === 0 ? [] : [output];
}
