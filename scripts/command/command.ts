import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandProblem, describeError } from '../start/problem.ts';

// The exit codes of commands.
const FAILED = 1;
const WRONG_USAGE = 2;

/** A command line that cannot be understood. */
export class UsageProblem extends CommandProblem {}

/** An option with a value. */
export const text = { type: 'string' } as const;
/** An option without a value. */
export const flag = { type: 'boolean' } as const;
/** The option that every command has. */
export const help = { type: 'boolean', short: 'h' } as const;

/** Parses a command line. @throws UsageProblem where it has a word or an option that `config` does not know. */
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

/** Runs a command, or prints the help text where `read` returns undefined. A failure is one printed line and an exit code. */
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
