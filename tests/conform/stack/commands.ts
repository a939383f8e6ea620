import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE } from '../programs.ts';
import { type Outcome, REGION, runScript } from './surroundings.ts';

export const ADMIN = { uid: 'admin', password: 'conform-password' };
/** The password of the seeded schools and users. */
const SEED_PASSWORD = 'conform-schools';

/** One of our commands, and what it prints if it has worked. */
interface Step {
  readonly command: string;
  readonly says: RegExp;
  readonly input?: string;
}

/** What people do with a deployed stage, in that order. */
function stepsOf(stage: string, folder: string): readonly Step[] {
  const where = `--stage ${stage} --region ${REGION}`;
  const file = join(folder, 'unit.jsonl');
  return [
    { command: `keys status ${where}`, says: /^key +does\n\S+ +signs/ },
    { command: `keys add ${where}`, says: /verifies/ },
    { command: `bootstrap ${where} --uid ${ADMIN.uid}`, says: /Administrator admin created/, input: ADMIN.password },
    { command: `doctor ${where}`, says: /Healthy/ },
    { command: `seed ${where} --units 2 --dishes 3 --users 2`, says: /school000001 to school000002/ },
    { command: `admin units ${where}`, says: /2 units/ },
    { command: `admin users --unit 1 ${where}`, says: /school000001/ },
    { command: `admin close 1 ${where}`, says: /closed/ },
    { command: `admin open 1 ${where}`, says: /open/ },
    { command: `admin renew 1 2041-01-31 ${where}`, says: /2041-01-31/ },
    { command: `admin end-sessions --unit 1 ${where}`, says: /sessions/ },
    { command: `export --unit 1 ${where} --out ${file}`, says: /3 dishes/ },
    { command: `import ${file} ${where} --account again --name 再来 --rename-uids=-2`, says: /as the file has them/ },
    { command: `migrate ${where}`, says: /up to date/ },
    { command: `doctor ${where}`, says: /Healthy/ },
  ];
}

/** Runs all these commands, and returns those that failed, with their output. */
export async function runCommands(stage: string, say: (line: string) => void): Promise<string[]> {
  const folder = await mkdtemp(join(CACHE, 'stage-'));
  try {
    const wrong: string[] = [];
    for (const { command, says, input = '' } of stepsOf(stage, folder)) {
      const outcome = await run(command, input);
      const isRight = outcome.code === 0 && says.test(outcome.output);
      say(`${isRight ? 'ok   ' : 'WRONG'} npm run ${command.replace(' ', ' -- ')}`);
      if (!isRight) wrong.push(`npm run ${command} ended with ${outcome.code}:\n${outcome.output}`);
    }
    return wrong;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(command: string, input: string): Promise<Outcome> {
  const [name, ...args] = command.split(' ');
  return runScript([`scripts/${name}/main.ts`, ...args], { input: `${input}\n`, variables: { SEED_PASSWORD } });
}
