import { AppError, describeReason } from '../../lib/errors.ts';
import { endWithCode, say } from '../command/command.ts';
import { languageOf } from '../command/language.ts';
import { connect, explainFailure, findTarget } from '../command/target.ts';
import { Problem } from '../start/problem.ts';
import type { Answer } from './answer.ts';
import { type Options, readOptions } from './options.ts';
import { perform } from './perform.ts';

async function run(options: Options): Promise<Answer> {
  const target = await findTarget(options, process.env);
  try {
    return await perform(connect(target), options.request);
  } catch (error) {
    const isRefusal = error instanceof AppError && error.reason !== 'unavailable';
    if (isRefusal)
      throw new Problem(`${error.reason}: ${describeReason(error.reason, languageOf())}`, { cause: error });
    throw new Problem(explainFailure(error, target), { cause: error });
  }
}

await endWithCode(async (args) => {
  const options = readOptions(args);
  if ('help' in options) {
    process.stdout.write(options.help);
    return;
  }
  const { value, lines } = await run(options);
  say(options.json ? JSON.stringify(value, null, 2) : lines.join('\n'));
});
