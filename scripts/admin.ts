import { AppError, describeReason } from '../lib/errors.ts';
import type { Answer } from './admin/answer.ts';
import { type Options, readOptions } from './admin/options.ts';
import { perform } from './admin/perform.ts';
import { findTable } from './doctor/options.ts';
import { UsageProblem } from './import/options.ts';
import { describeError, Problem } from './local/problem.ts';
import { connect, explainFailure } from './target.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

async function run(options: Options): Promise<Answer> {
  const target = await findTable(options, process.env);
  try {
    return await perform(connect(target), options.request);
  } catch (error) {
    const isRefusal = error instanceof AppError && error.reason !== 'unavailable';
    if (isRefusal) throw new Problem(`${error.reason}: ${describeReason(error.reason, 'en')}`, { cause: error });
    throw new Problem(explainFailure(error, target), { cause: error });
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if ('help' in options) process.stdout.write(options.help);
  else {
    const { value, lines } = await run(options);
    process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : lines.join('\n')}\n`);
  }
} catch (error) {
  process.stderr.write(`${describeError(error instanceof Problem ? error.message : error)}\n`);
  process.exitCode = error instanceof UsageProblem ? WRONG_USAGE : FAILED;
}
