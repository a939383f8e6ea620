import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { MissingProgram } from '../../scripts/command/command.ts';
import { describeError, Problem } from '../../scripts/start/problem.ts';

/** What is fetched once, and may be deleted at any time. */
export const CACHE = join(import.meta.dirname, '../../node_modules/.cache/conform');

/** A command of the machine that has ended. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A program that is wanted, and how it is asked whether it will do. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether what it answers will do. */
  readonly suits: (output: string) => boolean;
  /** For the person who lacks it. */
  readonly wanted: string;
}

/** @throws MissingProgram where one is not there or will not do, naming all of them. */
export async function demandPrograms(programs: readonly Program[]): Promise<void> {
  const missing: string[] = [];
  for (const { file, args, suits, wanted } of programs) {
    const ended = await runProgram(file, args).catch(() => undefined);
    if (ended?.code !== 0 || !suits(ended.output)) missing.push(wanted);
  }
  if (missing.length > 0) throw new MissingProgram(`This wants ${missing.join(' and ')} in PATH`);
}

/** Runs a program to its end; all it writes is kept. @throws Error of the system where it cannot be run. */
async function runProgram(file: string, args: readonly string[], cwd?: string): Promise<Ended> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd === undefined ? {} : { cwd }) });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, out, errors] = await Promise.all([ended, readText(child.stdout), readText(child.stderr)]);
  return { code, output: out + errors };
}

/** Runs a program that fetches something. @throws Problem with the end of what it has written, where it fails. */
export async function fetchBy(file: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    const { code, output } = await runProgram(file, args, cwd);
    if (code !== 0) throw new Problem(output.trim().split('\n').slice(-5).join('\n') || `exit code ${code}`);
  } catch (error) {
    throw new Problem(`${file} ${args.join(' ')}: ${describeError(error)}`);
  }
}
