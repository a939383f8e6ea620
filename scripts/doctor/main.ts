import { runCommand } from '../command/command.ts';
import { showProgress } from '../command/progress.ts';
import { connect, explainFailure, findTarget, type Target } from '../command/target.ts';
import { Problem } from '../start/problem.ts';
import { examineTable } from './examine-table.ts';
import { type Options, readOptions } from './options.ts';
import { repairTable } from './repair-table.ts';
import { toJson, toText } from './report.ts';
import { words } from './words.ts';

const NOT_HEALTHY = 1;

async function examineOrRepair({ repair }: Options, target: Target) {
  try {
    // An emulator never gets real credentials: `connect` sees to that.
    const { env } = connect(target);
    if (!repair) return { examination: await showProgress((tell) => examineTable(env, tell)), done: undefined };
    const { after, done } = await showProgress((tell) => repairTable(env, tell));
    return { examination: after, done };
  } catch (error) {
    throw new Problem(explainFailure(error, target), { cause: error });
  }
}

async function run(options: Options): Promise<void> {
  const target = await findTarget(options, process.env);
  const { examination, done } = await examineOrRepair(options, target);
  process.stdout.write((options.json ? toJson : toText)(target, examination, done));
  if (examination.findings.length > 0) process.exitCode = NOT_HEALTHY;
}

await runCommand(readOptions, words.help, run);
