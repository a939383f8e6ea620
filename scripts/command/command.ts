import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeError, Problem } from '../start/problem.ts';
import { inLanguage, type Text } from './language.ts';
import { describeLineProblem } from './line-problem.ts';
import { words } from './words.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/** A command line that cannot be understood. */
export class UsageProblem extends Problem {}

/** A missing program of the machine without which the command cannot work. */
export class MissingProgram extends Problem {}

/** Three kinds of options: with a word, without one, and the one that every command has. */
export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const help = { type: 'boolean', short: 'h' } as const;

/**
 * The words and options of a command line.
 * @throws UsageProblem where `config` does not know one of them.
 */
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

/** Does what a command line asks for, unless it only asks for help. */
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

/** Runs a command. It tells a failure in one line and by the exit code. */
export async function endWithCode(command: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${describeError(error instanceof Problem ? error.message : error)}\n`);
    const isCallWrong = error instanceof UsageProblem || error instanceof MissingProgram;
    process.exitCode = isCallWrong ? WRONG_USAGE : FAILED;
  }
}

/** Prints one line. */
export function say(line: Text | string): void {
  process.stdout.write(`${inLanguage(line)}\n`);
}
