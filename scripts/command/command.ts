import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeError, Problem } from '../start/problem.ts';
import { inLanguage, type Text } from './language.ts';
import { describeLineProblem } from './line-problem.ts';
import { words } from './words.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/** A command line that cannot be understood. */
export class UsageProblem extends Problem {}

/** A program of the machine that the command cannot do without. */
export class MissingProgram extends Problem {}

/** How an option that takes a word, one that takes none, and the one of every command stand in a command line. */
export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const help = { type: 'boolean', short: 'h' } as const;

/** The words and options of a command line. @throws UsageProblem where there are others than `config` knows. */
export function parseCommandLine<T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...config, args: [...args] });
  } catch (error) {
    throw new UsageProblem(words.wrongLine(describeLineProblem(error)));
  }
}

/** Does what a command line asks for, where `read` finds in it more than a wish for help. */
export async function runCommand<Options>(
  read: (args: readonly string[]) => Options | undefined,
  helpText: Text | string,
  run: (options: Options) => Promise<void>,
): Promise<void> {
  await endWithCode(async (args) => {
    const options = read(args);
    if (options === undefined) process.stdout.write(inLanguage(helpText));
    else await run(options);
  });
}

/** Runs a command, and tells its failure in one line and by the exit code. */
export async function endWithCode(command: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${describeError(error instanceof Problem ? error.message : error)}\n`);
    const isCallWrong = error instanceof UsageProblem || error instanceof MissingProgram;
    process.exitCode = isCallWrong ? WRONG_USAGE : FAILED;
  }
}

/** Tells one line. */
export function say(line: Text | string): void {
  process.stdout.write(`${inLanguage(line)}\n`);
}
