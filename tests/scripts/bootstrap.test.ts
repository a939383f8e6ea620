import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../../scripts/start/emulator.ts';
import { ensureTable, openLocalClient } from '../../scripts/start/table.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { launch } from '../support/start.ts';

// That its administrator can sign in is tested in start.test.ts, where there is a service to sign in at.
describe('npm run bootstrap', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startTestEmulator();
    const client = openLocalClient(emulator.endpoint, 'cn-north-1');
    await ensureTable(client, 'catering-empty');
    client.destroy();
  });
  afterAll(() => emulator.stop());

  const bootstrap = (args: readonly string[], input: string) => {
    const run = launch('scripts/bootstrap/main.ts', args, { DYNAMODB_ENDPOINT: emulator.endpoint });
    run.process.stdin?.end(input);
    return run.outcome;
  };

  it('takes no password from the command line', async () => {
    const options = [['--password', 'secret'], ['--password=secret']];
    const outcomes = options.map((option) => bootstrap(['--stage', 'empty', '--uid', 'boss', ...option], ''));
    for (const { code, stderr } of await Promise.all(outcomes)) {
      expect(code).toBe(2);
      expect(stderr).toContain('A password on the command line');
      expect(stderr).not.toContain('secret');
    }
  });

  it('refuses an empty password and a table that is not there', async () => {
    const [empty, gone] = await Promise.all([
      bootstrap(['--stage', 'empty', '--uid', 'boss'], '\n'),
      bootstrap(['--stage', 'gone', '--uid', 'boss'], 'correct horse\n'),
    ]);
    expect(empty).toMatchObject({ code: 1, stderr: 'The password is empty\n' });
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no table catering-gone') });
  });

  it('takes a table by its name', async () => {
    const gone = await bootstrap(['--table', 'catering-lost', '--region', 'us-east-1', '--uid', 'boss'], '');
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no table catering-lost') });
  });

  it('says what it takes', async () => {
    const help = await bootstrap(['--help'], '');
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--uid UID [--region REGION]'), stderr: '' });
  });

  it.each([
    ['', '--uid and one of --stage and --table are needed'],
    ['--stage empty', '--uid and one of --stage and --table are needed'],
    ['--uid boss', '--uid and one of --stage and --table are needed'],
    ['--stage 1empty --uid boss', '--stage takes up to 30 letters, digits and -, a letter first'],
    ['--stage empty --table catering-empty --uid boss', '--stage and --table exclude each other'],
    [`--stage empty --uid ${'u'.repeat(65)}`, '--uid takes 1 to 64 characters'],
    ['--stage empty --uid boss --force', "Unknown option '--force'"],
  ])('ends with 2 where it is called with %j', async (line, message) => {
    const outcome = await bootstrap(line.split(' ').filter(Boolean), '');
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});
