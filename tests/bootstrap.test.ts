import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../scripts/local/emulator.ts';
import { ensureTable, openLocalClient } from '../scripts/local/table.ts';
import { launch } from './support/start.ts';

// That its administrator can sign in is tested in start.test.ts, where there is a service to sign in at.
describe('npm run bootstrap', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator();
    const client = openLocalClient(emulator.endpoint, 'cn-north-1');
    await ensureTable(client, 'catering-empty');
    client.destroy();
  });
  afterAll(() => emulator.stop());

  const bootstrap = (args: readonly string[], input: string) => {
    const run = launch('bootstrap.ts', args, { DYNAMODB_ENDPOINT: emulator.endpoint });
    run.process.stdin?.end(input);
    return run.outcome;
  };

  it('takes no password from the command line', async () => {
    const options = [['--password', 'secret'], ['--password=secret']];
    const outcomes = options.map((option) => bootstrap(['--stage', 'empty', '--uid', 'boss', ...option], ''));
    for (const { code, stderr } of await Promise.all(outcomes)) {
      expect(code).toBe(1);
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

  it('says what it takes', async () => {
    const [help, nothing] = await Promise.all([bootstrap(['--help'], ''), bootstrap([], '')]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--stage NAME --uid UID'), stderr: '' });
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('--stage and --uid') });
  });
});
