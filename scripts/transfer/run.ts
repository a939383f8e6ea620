import { AppError, describeReason } from '../../lib/errors.ts';
import type { Database } from '../../lib/store/database.ts';
import { UsageProblem } from '../import/options.ts';
import { describeError, Problem } from '../local/problem.ts';
import { connect, explainFailure, type Target } from '../target.ts';

const FAILED = 1;
const WRONG_USAGE = 2;
/** Lines of progress where the output is no terminal. */
const PROGRESS_LINES = 10;

/** Does what a command line asks for, and tells failures in one line and by the exit code. */
export async function runCommand<Options>(
  read: (args: readonly string[]) => Options | undefined,
  help: string,
  run: (options: Options) => Promise<void>,
): Promise<void> {
  try {
    const options = read(process.argv.slice(2));
    if (options === undefined) process.stdout.write(help);
    else await run(options);
  } catch (error) {
    process.stderr.write(`${describeError(error instanceof Problem ? error.message : error)}\n`);
    process.exitCode = error instanceof UsageProblem ? WRONG_USAGE : FAILED;
  }
}

/** Works on the table. @throws Problem that says what can be done about a failure, followed by `advice`. */
export async function work<T>(target: Target, advice: string, act: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await act(connect(target).db);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isAnswer = error instanceof AppError && error.reason !== 'unavailable';
    const text = isAnswer ? describeReason(error.reason, 'en') : explainFailure(error, target);
    throw new Problem(`${text}. ${advice}`, { cause: error });
  }
}

/** One line that counts up on a terminal, a few lines elsewhere. */
export function showDishes(): (done: number, total: number) => void {
  const { isTTY } = process.stdout;
  let shown = 0;
  return (done, total) => {
    const step = isTTY ? 1 : Math.ceil(total / PROGRESS_LINES);
    if (done < total && done - shown < step) return;
    shown = done;
    say(isTTY ? `\r${done} of ${total} dishes${done === total ? '\n' : ''}` : `${done} of ${total} dishes\n`);
  };
}

export function say(text: string): void {
  process.stdout.write(text);
}
