import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { MissingProgram } from '../../scripts/command/command.ts';
import { describeError, Problem } from '../../scripts/start/problem.ts';

/** The folder for what is fetched once. It may be deleted at any time. */
export const CACHE = join(import.meta.dirname, '../../node_modules/.cache/conform');

/** The result of a command of the machine. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A needed program, and how to check its version. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the output of the check is good enough. */
  readonly suits: (output: string) => boolean;
  /** What a person who lacks it must install. */
  readonly wanted: string;
}

/**
 * Demands that these programs exist.
 * @throws MissingProgram naming all that are missing or unsuitable.
 */
export async function demandPrograms(programs: readonly Program[]): Promise<void> {
  const missing: string[] = [];
  for (const { file, args, suits, wanted } of programs) {
    const ended = await runProgram(file, args).catch(() => undefined);
    if (ended?.code !== 0 || !suits(ended.output)) missing.push(wanted);
  }
  if (missing.length > 0) throw new MissingProgram(`This wants ${missing.join(' and ')} in PATH`);
}

/**
 * Runs a program to its end, and keeps its output.
 * @throws Error of the system where it cannot be run.
 */
async function runProgram(file: string, args: readonly string[], cwd?: string): Promise<Ended> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd === undefined ? {} : { cwd }) });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, out, errors] = await Promise.all([ended, readText(child.stdout), readText(child.stderr)]);
  return { code, output: out + errors };
}

/**
 * Runs a program that fetches something.
 * @throws Problem with the end of its output, where it fails.
 */
export async function fetchBy(file: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    const { code, output } = await runProgram(file, args, cwd);
    if (code !== 0) throw new Problem(output.trim().split('\n').slice(-5).join('\n') || `exit code ${code}`);
  } catch (error) {
    throw new Problem(`${file} ${args.join(' ')}: ${describeError(error)}`);
  }
}
