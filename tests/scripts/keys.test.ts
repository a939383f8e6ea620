import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSigningKeys, REREAD_MS, SOONEST_MS } from '../../lib/auth/signing-keys.ts';
import { UsageProblem } from '../../scripts/command/command.ts';
import { readOptions } from '../../scripts/keys/options.ts';
import { perform } from '../../scripts/keys/perform.ts';
import { KeyStore } from '../../scripts/keys/stored-keys.ts';
import { localCredentials } from '../../scripts/start/local-credentials.ts';
import { failure, ParameterStore } from '../support/aws/parameter-store.ts';
import { carryOut, launch } from '../support/commands/start.ts';

const NAME = '/catering/test/signing-keys';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OLD = `old:${'o'.repeat(40)}`;
const NEW = `new:${'n'.repeat(40)}`;

let parameters: ParameterStore;
let variables: Record<string, string>;

beforeAll(async () => {
  parameters = await ParameterStore.start();
  variables = { ...localCredentials, AWS_ENDPOINT_URL_SSM: parameters.endpoint, AWS_REGION: 'cn-north-1' };
  Object.assign(process.env, variables);
});
afterAll(() => parameters.stop());
beforeEach(() => {
  parameters.parameters.clear();
  parameters.requests.length = 0;
});

/** Runs a command some time after the last change. */
async function keys(line: string, afterMs = 0): Promise<string> {
  const options = readOptions([...line.split(' '), '--stage', 'test']);
  if (!options) throw new Error('only help');
  const changedAt = parameters.parameters.get(NAME)?.changedAt ?? Date.now();
  return (await perform(new KeyStore(options), options.request, changedAt + afterMs)).join('\n');
}
const value = () => parameters.parameters.get(NAME)?.value ?? '';
const idsNow = () => [...(parseSigningKeys(value())?.keys() ?? [])];

describe('create', () => {
  it('makes a SecureString with one long random key', async () => {
    expect(await keys('create')).toBe(`${NAME} has its first key`);
    expect(parameters.requests.at(-1)?.input).toMatchObject({ Type: 'SecureString', Overwrite: false });
    expect(value()).toMatch(/^k\d{8}-[\da-f]{4}:[\w-]{64}$/);
    const first = value();
    parameters.parameters.clear();
    await keys('create');
    expect(value().split(':')[1]).not.toBe(first.split(':')[1]);
  });

  it('refuses where there are keys, and leaves them', async () => {
    parameters.set(NAME, OLD);
    await expect(keys('create')).rejects.toThrow(`${NAME} has keys already`);
    expect(value()).toBe(OLD);
  });
});

describe('a rotation', () => {
  it('adds a key behind the others, promotes it five minutes later, and ends the former after twelve hours', async () => {
    parameters.set(NAME, OLD);
    const [, id = ''] = /^(\S+) verifies/.exec(await keys('add')) ?? [];
    expect(idsNow()).toEqual(['old', id]);
    const known = REREAD_MS + SOONEST_MS;
    await expect(keys(`promote ${id}`, known - 1)).rejects.toThrow(
      'Not all functions know the key yet: try again from',
    );
    expect(await keys(`promote ${id}`, known)).toBe(
      `${id} signs. After 12 hours and 6 minutes end the former key: remove old`,
    );
    expect(idsNow()).toEqual([id, 'old']);
    const ended = known + 12 * HOUR;
    await expect(keys('remove old', ended - 1)).rejects.toThrow('Tokens that it has signed may still be in use');
    expect(await keys('remove old', ended)).toContain('old ends');
    expect(idsNow()).toEqual([id]);
  });

  it('can be forced where a key has got out', async () => {
    parameters.set(NAME, `${OLD},${NEW}`);
    await keys('promote new --force');
    await keys('remove old --force');
    expect(value()).toBe(NEW);
  });

  it('never removes the key that signs', async () => {
    parameters.set(NAME, `${OLD},${NEW}`);
    await expect(keys('remove old --force', 24 * HOUR)).rejects.toThrow('old signs: promote another key first');
    expect(value()).toBe(`${OLD},${NEW}`);
  });

  it('says again that a key signs, and changes nothing', async () => {
    parameters.set(NAME, `${OLD},${NEW}`);
    expect(await keys('promote old', 24 * HOUR)).toBe('old signs already');
    expect(parameters.requests.map(({ operation }) => operation)).toEqual(['GetParameter']);
  });

  it('reports that somebody else has written at the same time', async () => {
    parameters.set(NAME, OLD);
    const found = await new KeyStore({ stage: 'test', region: 'cn-north-1' }).find();
    parameters.set(NAME, NEW);
    const store = new KeyStore({ stage: 'test', region: 'cn-north-1' });
    await expect(store.write(found?.keys ?? new Map(), found)).rejects.toThrow('changed by somebody else');
  });

  it.each(['promote gone', 'remove gone'])('%s is refused, naming the keys there are', async (line) => {
    parameters.set(NAME, `${OLD},${NEW}`);
    await expect(keys(line, 24 * HOUR)).rejects.toThrow('There is no key gone; there are old, new');
  });

  it.each(['status', 'add', 'promote old', 'remove old'])('%s wants keys', async (line) => {
    await expect(keys(line)).rejects.toThrow(`There is no ${NAME}: create it first`);
  });
});

describe('status', () => {
  it('says which keys there are and when what may be done', async () => {
    const changedAt = Date.parse('2031-03-01T08:00:00Z');
    parameters.set(NAME, `${OLD},${NEW}`, changedAt);
    const lines = (last: string) =>
      ['key  does', 'old  signs', 'new  verifies', '', 'Last changed 2031-03-01T08:00:00.000Z.', last].join('\n');
    const [soon, late] = ['2031-03-01T08:05:30.000Z', '2031-03-01T20:05:30.000Z'];
    expect(await keys('status')).toBe(lines(`promote: from ${soon} on; remove: from ${late} on`));
    expect(await keys('status', HOUR)).toBe(lines(`promote: now; remove: from ${late} on`));
    expect(await keys('status', 13 * HOUR)).toBe(lines('promote: now; remove: now'));
  });
});

describe('the command line', { timeout: 60_000 }, () => {
  it.each([
    ['', 'Name a command'],
    ['rotate --stage a', 'There is no command rotate'],
    ['status', '--stage NAME is needed'],
    ['status --stage a_b', '--stage takes up to 30 letters'],
    [`status --stage ${'a'.repeat(31)}`, '--stage takes up to 30 letters'],
    ['status x --stage a', 'status takes neither ID nor --force'],
    ['add --force --stage a', 'add takes neither ID nor --force'],
    ['promote --stage a', 'promote takes the ID of a key'],
    ['remove a b --stage a', 'remove takes the ID of a key'],
    ['status --colour', "Unknown option '--colour'"],
  ])('%s is wrong', (line, message) => {
    const read = () => readOptions(line.split(' ').filter(Boolean), {});
    expect(read).toThrow(UsageProblem);
    expect(read).toThrow(message);
  });

  it('takes the region from the option, the environment or the default', () => {
    const regionOf = (line: string, env = {}) => readOptions(`status --stage a ${line}`.trim().split(' '), env)?.region;
    expect(regionOf('--region us-east-1', { AWS_REGION: 'eu-west-1' })).toBe('us-east-1');
    expect(regionOf('', { AWS_REGION: 'eu-west-1' })).toBe('eu-west-1');
    expect(regionOf('')).toBe('cn-north-1');
  });

  it('shows no secret, whatever it does', async () => {
    const run = (...args: string[]) => carryOut('scripts/keys/main.ts', [...args, '--stage', 'test'], variables);
    const created = await launch('scripts/keys/main.ts', ['create', '--stage', 'test'], variables).outcome;
    expect(created).toEqual({ code: 0, stdout: `${NAME} has its first key\n`, stderr: '' });
    const others = [run('add'), run('status'), run('create'), run('remove', 'x')];
    const outcomes = [created, ...(await Promise.all(others))];
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 1, 1]);
    const secrets = value()
      .split(',')
      .map((pair) => pair.split(':')[1]);
    expect(secrets).toHaveLength(2);
    for (const secret of secrets) expect(JSON.stringify(outcomes)).not.toContain(secret);
  });

  it('tells in one line what went wrong, and ends with 1, or with 2 where it was called wrongly', async () => {
    parameters.faults.push(failure('AccessDeniedException', 'not for you'));
    const denied = await carryOut('scripts/keys/main.ts', ['status', '--stage', 'test'], variables);
    expect(denied).toMatchObject({ code: 1, stdout: '' });
    expect(denied.stderr).toBe(`${NAME} in region cn-north-1: AccessDeniedException not for you\n`);
    expect((await carryOut('scripts/keys/main.ts', ['status'], variables)).code).toBe(2);
    const { code, stdout } = await carryOut('scripts/keys/main.ts', ['--help'], {});
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('npm run keys -- COMMAND') });
  });
});
