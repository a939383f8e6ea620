import { examineTable } from './doctor/examine-table.ts';
import { findTable, HELP, type Options, readOptions } from './doctor/options.ts';
import { repairTable } from './doctor/repair-table.ts';
import { toJson, toText } from './doctor/report.ts';
import { UsageProblem } from './import/options.ts';
import { describeError, Problem } from './local/problem.ts';
import { connect, explainFailure, type Target } from './target.ts';

const NOT_HEALTHY = 1;
const WRONG_USAGE = 2;

async function examineOrRepair({ repair }: Options, target: Target) {
  try {
    // Credentials for an emulator are never real ones: connecting sees to that.
    const { env } = connect(target);
    if (!repair) return { examination: await examineTable(env), done: undefined };
    const { after, done } = await repairTable(env);
    return { examination: after, done };
  } catch (error) {
    throw new Problem(explainFailure(error, target), { cause: error });
  }
}

async function run(options: Options): Promise<void> {
  const target = await findTable(options, process.env);
  const { examination, done } = await examineOrRepair(options, target);
  process.stdout.write((options.json ? toJson : toText)(target, examination, done));
  if (examination.findings.length > 0) process.exitCode = NOT_HEALTHY;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(HELP);
  else await run(options);
} catch (error) {
  process.stderr.write(`${describeError(error instanceof Problem ? error.message : error)}\n`);
  process.exitCode = error instanceof UsageProblem ? WRONG_USAGE : NOT_HEALTHY;
}
