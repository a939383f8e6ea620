import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from '../../scripts/bootstrap/options.ts';
import { words } from '../../scripts/bootstrap/words.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import type { Emulator } from '../../scripts/start/emulator.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { carryOut, launch } from '../support/commands/start.ts';
import { startTestEmulator } from '../support/table/emulator.ts';

// That its administrator can sign in is tested in start.test.ts, where a service runs.
describe('npm run bootstrap', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startTestEmulator();
    const client = openLocalClient(emulator.endpoint, 'cn-north-1');
    await ensureTable(client, 'catering-empty');
    client.destroy();
  });
  afterAll(() => emulator.stop());

  const COMMAND = 'scripts/bootstrap/main.ts';
  const variables = () => ({ DYNAMODB_ENDPOINT: emulator.endpoint });
  const bootstrap = (args: readonly string[], input: string) => carryOut(COMMAND, args, variables(), input);

  it('refuses an empty password and a table that is not there, by whatever name', async () => {
    const run = launch(COMMAND, ['--stage', 'empty', '--uid', 'boss'], variables());
    run.process.stdin?.end('\n');
    const gone = await bootstrap(['--stage', 'gone', '--uid', 'boss'], 'correct horse\n');
    const named = await bootstrap(['--table', 'catering-lost', '--region', 'us-east-1', '--uid', 'boss'], '');
    expect(await run.outcome).toMatchObject({ code: 1, stderr: 'The password is empty\n' });
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no table catering-gone') });
    expect(named).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no table catering-lost') });
  });

  it('takes no password from the command line', async () => {
    const { code, stderr } = await bootstrap(['--stage', 'empty', '--uid', 'boss', '--password', 'secret'], '');
    expect(code).toBe(2);
    expect(stderr).toContain('A password on the command line');
    expect(stderr).not.toContain('secret');
  });
});

describe('its command line', () => {
  it('asks for help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
    expect(words.help.en).toContain('--uid UID [--region REGION]');
  });

  it.each([
    ['', '--uid and one of --stage and --table are needed'],
    ['--stage empty', '--uid and one of --stage and --table are needed'],
    ['--uid boss', '--uid and one of --stage and --table are needed'],
    ['--stage 1empty --uid boss', '--stage takes up to 30 letters, digits and -, a letter first'],
    ['--stage empty --table catering-empty --uid boss', '--stage and --table exclude each other'],
    [`--stage empty --uid ${'u'.repeat(65)}`, '--uid takes 1 to 64 characters'],
    ['--stage empty --uid boss --force', "Unknown option '--force'"],
    ['--stage empty --uid boss --password=secret', 'A password on the command line'],
  ])('%j is refused', (line, message) => {
    const attempting = () => readOptions(line.split(' ').filter(Boolean));
    expect(attempting).toThrow(UsageProblem);
    expect(attempting).toThrow(message);
  });
});
