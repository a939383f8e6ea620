import { describe, expect, it } from 'vitest';
import { UsageProblem } from '../../../scripts/command/command.ts';
import { readOptions } from '../../../scripts/migrate/options.ts';

describe('the command line of npm run migrate', () => {
  it.each([
    ['--rate 0', '--rate takes'],
    ['--rate many', '--rate takes'],
    ['--stage a --table catering-a', 'exclude'],
    ['--stage a_b', '--stage takes up to 30 letters, digits and -, a letter first'],
    ['--stage 1a', '--stage takes up to 30 letters'],
    [`--stage ${'a'.repeat(31)}`, '--stage takes up to 30 letters'],
    ['--region cn-north-1', '--region goes with'],
    ['local', 'Unexpected argument'],
    ['--force', "Unknown option '--force'"],
  ])('takes no %s', (line, message) => {
    expect(() => readOptions(line.split(' '))).toThrow(UsageProblem);
    expect(() => readOptions(line.split(' '))).toThrow(message);
  });

  it('reads what it is told', () => {
    expect(readOptions(['--help'])).toBeUndefined();
    expect(readOptions([])).toEqual({ dryRun: false, rate: 500 });
    const line = '--dry-run --rate 50 --stage prod --region cn-north-1'.split(' ');
    expect(readOptions(line)).toEqual({ dryRun: true, rate: 50, stage: 'prod', region: 'cn-north-1' });
  });
});
