import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandProblem, describeError } from '../start/problem.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/** A command line that cannot be understood. */
export class UsageProblem extends CommandProblem {}

/** Three kinds of options: with a value, without one, and the help that every command has. */
export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const help = { type: 'boolean', short: 'h' } as const;

/** @throws UsageProblem where the command line has a word or an option that `config` does not know. */
export function parseCommandLine<T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...config, args: [...args] });
  } catch (error) {
    throw new UsageProblem(`${describeError(error)}; --help says more`);
  }
}

/**
 * Runs a command with the options of its command line, or prints the help text where `read` returns undefined. A failure
 * is printed in one line, and sets the exit code.
 */
export async function runCommand<Options>(
  read: (args: readonly string[]) => Options | undefined,
  helpText: string,
  run: (options: Options) => Promise<void>,
): Promise<void> {
  try {
    const options = read(process.argv.slice(2));
    if (options === undefined) process.stdout.write(helpText);
    else await run(options);
  } catch (error) {
    process.stderr.write(`${describeError(error instanceof CommandProblem ? error.message : error)}\n`);
    process.exitCode = error instanceof UsageProblem ? WRONG_USAGE : FAILED;
  }
}

/** Prints one line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
