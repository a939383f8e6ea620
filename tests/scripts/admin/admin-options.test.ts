import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../scripts/admin/options.ts';
import { UsageProblem } from '../../../scripts/command/command.ts';
import { toTextTable } from '../../../scripts/command/text-table.ts';

describe('the command line of npm run admin', () => {
  it.each([
    ['', 'Name a command; --help lists them'],
    ['close', 'close takes N; close --help says more'],
    ['close 0', 'N must be a unit\'s id from 1 on, not "0"'],
    ['close 1 2', 'close takes N; close --help says more'],
    ['open x', 'N must be a unit\'s id from 1 on, not "x"'],
    ['renew 1', 'renew takes N YYYY-MM-DD; renew --help says more'],
    ['renew 1 2026-02-30', 'YYYY-MM-DD must be a day as YYYY-MM-DD, not "2026-02-30"'],
    ['users', 'users needs --unit N; users --help says more'],
    ['users 3', 'users takes options only; users --help says more'],
    ['users --unit -1', "Option '--unit' argument is ambiguous"],
    ['units --unit 1', 'units takes no --unit; units --help says more'],
    ['units x', 'units takes options only; units --help says more'],
    ['unlock', 'unlock takes UID; unlock --help says more'],
    ['unlock a --keyword b', 'unlock takes no --keyword; unlock --help says more'],
    ['end-sessions', 'end-sessions takes UID or --unit N; end-sessions --help says more'],
    ['end-sessions a --unit 1', 'end-sessions takes UID or --unit N; end-sessions --help says more'],
    ['units --colour', "Unknown option '--colour'"],
    ['units --region x', '--region goes with --stage or --table'],
    ['constructor', 'There is no command constructor'],
  ])('"%s" is refused', (line, message) => {
    const attempting = () => readOptions(line.split(' ').filter(Boolean));
    expect(attempting).toThrow(UsageProblem);
    expect(attempting).toThrow(message);
  });

  it.each(['units', 'users', 'unlock', 'close', 'open', 'renew', 'end-sessions'])('%s --help says how', (name) => {
    expect(readOptions([name, '--help'])).toEqual({
      help: expect.stringMatching(new RegExp(`^npm run admin -- ${name}[^]+--json[^]+Ends with 0`)),
    });
    expect(readOptions(['--help'])).toEqual({ help: expect.stringContaining(`\n  ${name}`) });
  });

  it('takes the table as the other commands do', () => {
    expect(readOptions('units --stage prod --region cn-northwest-1 --json'.split(' '))).toMatchObject({
      request: { command: 'units' },
      json: true,
      stage: 'prod',
      region: 'cn-northwest-1',
    });
  });
});

describe('a table of text', () => {
  it('is aligned whatever width characters have, and shows what would act on the terminal', () => {
    expect(
      toTextTable(
        ['id', 'name', ''],
        [
          ['1', '红旗（東）', 'a'],
          ['22', 'cafe\u0301 🍚', 'b'],
          ['3', 'x\u001B[2J\u202Ey\nz', 'c'],
        ],
      ),
    ).toEqual(['id  name', '1   红旗（東）  a', '22  cafe\u0301 🍚     b', '3   x\uFFFD[2J\uFFFDy\uFFFDz   c']);
  });
});
