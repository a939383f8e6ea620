import * as z from 'zod';
import { type Explanation, explanations } from './differences.ts';

/** The parts of vitest's JSON report that are read. */
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

/** The result of the tests on the other DynamoDB. */
export interface Judgement {
  readonly files: number;
  readonly passed: number;
  /** Tests with a known failure, by its reason. */
  readonly explained: ReadonlyMap<string, readonly string[]>;
  /** Tests with any other failure. */
  readonly unexplained: readonly Failure[];
}

interface Failure {
  readonly file: string;
  /** Empty where the file itself has failed, or cannot be loaded. */
  readonly test: string;
  /** The first line of the message. */
  readonly words: string;
}

/** Sorts the report of a test run. `root` is the folder of the project. */
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
 * The result for people: what passed, known differences with their reasons, unknown differences, and what also fails on
 * the embedded emulator, whose result is `there`.
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
