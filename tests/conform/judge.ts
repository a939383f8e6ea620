import * as z from 'zod';
import { type Explanation, explanations } from './differences.ts';

/** What of vitest's report in JSON is read. */
const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** What the tests found on the other DynamoDB. */
export interface Judgement {
  readonly files: number;
  readonly passed: number;
  /** Tests that failed, by the reason that is known for it. */
  readonly explained: ReadonlyMap<string, readonly string[]>;
  /** Tests that failed otherwise. */
  readonly unexplained: readonly Failure[];
}

interface Failure {
  readonly file: string;
  /** Empty where the file itself has failed: what it begins with, or it cannot be loaded. */
  readonly test: string;
  /** The first line of what it says. */
  readonly words: string;
}

/** Sorts what a run of the tests has reported; `root` is the folder of the project. */
export function judge(report: unknown, root: string, known: readonly Explanation[] = explanations): Judgement {
  const { numPassedTests, testResults } = Report.parse(report);
  const explained = new Map<string, string[]>();
  const unexplained: Failure[] = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) unexplained.push({ file, test: '', words: firstLine(message) });
    for (const { fullName, failureMessages } of failed) {
      const words = firstLine(failureMessages?.[0] ?? '');
      const found = known.find((one) => one.file === file && one.message.test(words));
      if (found) explained.set(found.why, [...(explained.get(found.why) ?? []), `${file}: ${fullName}`]);
      else unexplained.push({ file, test: fullName, words });
    }
  }
  return { files: testResults.length, passed: numPassedTests, explained, unexplained };
}

/**
 * For the person: what passed, what differs and why, what differs and nobody knows why, and what fails on the embedded
 * emulator too, of which `there` is the judgement.
 */
export function describeJudgement({ files, passed, explained, unexplained }: Judgement, there: Judgement): string[] {
  const failsThere = (one: Failure) =>
    there.unexplained.some(({ file, test }) => file === one.file && test === one.test);
  const [broken, differing] = [unexplained.filter(failsThere), unexplained.filter((one) => !failsThere(one))];
  return [
    `${passed} tests in ${files} files pass on DynamoDB Local as on the embedded emulator`,
    ...[...explained].flatMap(([why, tests]) => [
      `${tests.length} differ, explained in lib/decisions/031: ${why}`,
      ...countByFile(tests).map((line) => `  ${line}`),
    ]),
    ...list('fail on both', broken),
    ...list('differ, and nobody knows why', differing),
  ];
}

function list(what: string, failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  return [`${failures.length} ${what}:`, ...failures.map(({ file, test, words }) => `  ${file}: ${test}: ${words}`)];
}

function countByFile(tests: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const [file = ''] = test.split(': ');
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts].map(([file, count]) => `${file}: ${count}`);
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}
