import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSigningKeys } from '../../lib/auth/signing-keys.ts';
import { putStep } from '../../lib/table/steps.ts';
import { checkService } from '../../scripts/deploy/check.ts';
import { deploy } from '../../scripts/deploy/deploy.ts';
import { replaceKeys, rotateKeys } from '../../scripts/deploy/keys.ts';
import { checkByParameter, requireParameters } from '../../scripts/deploy/parameters.ts';
import { localCredentials } from '../../scripts/start/local-credentials.ts';
import { tableVersionKey } from '../../tables/keys.ts';
import { failure, ParameterStore } from '../support/aws/parameter-store.ts';
import { serveStack } from '../support/aws/stack.ts';
import { runInProcess } from '../support/commands/start.ts';
import { serveOverHttp } from '../support/service/http.ts';
import { openService, openTable } from '../support/service/open.ts';

const NAME = '/catering/test/signing-keys';
const PLACE = { stage: 'test', region: 'us-east-1' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2031-03-01T08:00:00Z');
const OLD = `k20300101000000000:${'o'.repeat(40)}`;

const empty = await openTable();
const service = await openService();
afterAll(() => Promise.all([parameters.stop(), deployed.stop(), stack.stop()]));
beforeEach(() => {
  parameters.parameters.clear();
  parameters.requests.length = 0;
});
const value = () => parameters.parameters.get(NAME)?.value ?? '';
const ids = () => [...(parseSigningKeys(value())?.keys() ?? [])];

/** A deployment with a framework that only tells how it was called. */
async function deployWith(given: Record<string, string>, code = 0) {
  const [lines, calls]: [string[], unknown[]] = [[], []];
  const deployment = { ...PLACE, parameters: new Map(Object.entries(given)) };
  const run = async (args: readonly string[]) => {
    calls.push([value() !== '', ...args]);
    return code;
  };
  const means = { run, retries: { attempts: 2, pauseMs: 1 } };
  const outcome = await deploy(deployment, (line) => lines.push(line), means).catch(({ message }) => message);
  return { lines, calls, outcome };
}

const NOBODY = 'Nobody gets the alarms: --param alarmEmail=ADDRESS names who does';
const works = () => `${deployed.url} works: health, workbench, passwords and signing keys`;

const parameters = await ParameterStore.start();
const deployed = await serveOverHttp(service);
const stack = await serveStack('catering-test', { HttpApiUrl: deployed.url });
const endpoints = { AWS_ENDPOINT_URL_SSM: parameters.endpoint, AWS_ENDPOINT_URL_CLOUDFORMATION: stack.endpoint };
Object.assign(process.env, localCredentials, endpoints, { DYNAMODB_ENDPOINT: empty.endpoint });

describe('npm run deploy', () => {
  it('makes a SecureString with one long random key first, deploys, and tells how to begin an empty table', async () => {
    const { lines, calls } = await deployWith({ table: empty.table, docs: 'true' });
    const given = ['--param', `table=${empty.table}`, '--param', 'docs=true'];
    expect(calls).toEqual([[true, 'deploy', '--stage', 'test', '--region', 'us-east-1', ...given]]);
    expect(lines).toEqual([
      `${NAME}: made the first signing key`,
      NOBODY,
      works(),
      `The table is empty. Next: npm run admin -- begin admin --table ${empty.table} --region us-east-1`,
    ]);
    expect(parameters.requests.at(-1)?.input).toMatchObject({ Type: 'SecureString', Overwrite: false });
    expect(value()).toMatch(/^k\d{17}:[\w-]{64}$/);
  });

  it('leaves keys and data that are there', async () => {
    parameters.set(NAME, OLD);
    process.env['DYNAMODB_ENDPOINT'] = service.deps.env.endpoint;
    const { table } = service.deps.env;
    const { lines } = await deployWith({ table, alarmEmail: 'a@b.example' });
    process.env['DYNAMODB_ENDPOINT'] = empty.endpoint;
    const where = `--table ${table} --region us-east-1`;
    expect(lines).toEqual([
      `${NAME}: there is a signing key`,
      works(),
      `The table has data. Next: npm run doctor -- ${where} checks it`,
    ]);
    expect(value()).toBe(OLD);
  });

  it('ends where the framework fails, and where the parameter holds something else', async () => {
    expect((await deployWith({}, 3)).outcome).toBe('serverless deploy ended with 3: what is wrong stands above');
    parameters.set(NAME, 'hello');
    const { calls, outcome } = await deployWith({});
    expect({ calls, outcome }).toEqual({ calls: [], outcome: expect.stringContaining('something else than') });
  });
});

describe('npm run deploy on a table of another version', async () => {
  const other = await openService();
  const { table, endpoint } = other.deps.env;
  await other.deps.db.write([putStep({ ...tableVersionKey, version: 2 })]);

  it('changes nothing, and says what to do for a stage', async () => {
    process.env['DYNAMODB_ENDPOINT'] = endpoint;
    const { lines, calls, outcome } = await deployWith({ table });
    process.env['DYNAMODB_ENDPOINT'] = empty.endpoint;
    expect({ lines, calls, keys: value() }).toEqual({ lines: [], calls: [], keys: '' });
    expect(outcome).toBe(
      `The table ${table} (${endpoint}) is not of version 3, which this release reads and writes. Nothing was deployed. ` +
        'Deploy a release of the version that wrote it; "Upgrading" in DEPLOYING.md tells how to go on',
    );
  });

  it('needs no table for a first deployment, but the one that a parameter names', async () => {
    const { calls } = await deployWith({}, 3);
    expect(calls).toEqual([[true, 'deploy', '--stage', 'test', '--region', 'us-east-1']]);
    const { calls: none, outcome } = await deployWith({ table: 'catering-lost' });
    expect({ none, outcome }).toEqual({
      none: [],
      outcome: expect.stringContaining('The parameter table names catering-lost'),
    });
  });
});

/** Answers as the gateway and the functions give them when something is broken. */
const broken = [
  ['GET /health', 503, { reason: 'unavailable' }, 'functions and table'],
  ['GET /w/{page+}', 200, { message: 'no page' }, 'the page of the workbench'],
  ['POST /api/login', 500, { message: 'Internal Server Error' }, 'writing to the table, Argon2'],
  ['GET /api/me', 503, { reason: 'unavailable' }, 'the signing keys'],
] as const;

describe('the check of what was deployed', () => {
  const once = { attempts: 1, pauseMs: 1 };

  it.each(broken)('finds a broken %s, and forgives it in the first seconds', async (route, status, body, needs) => {
    const path = route.replace('{page+}', 'home').replace(' ', ` ${deployed.url}`);
    const told = `${path} answered ${status} ${JSON.stringify(body)}, not `;
    deployed.answerNext(route, status, body);
    const message = await checkService(deployed.url, once).catch((error) => error.message);
    expect(message).toContain(told);
    expect(message).toContain(`(it needs ${needs})`);
    deployed.answerNext(route, status, body);
    await checkService(deployed.url, { attempts: 2, pauseMs: 1 });
  });

  it('fails where the keys cannot be read, though a wrong password is refused as it should be', async () => {
    const { keys } = service.deps;
    const unreadable = () => Promise.reject(new Error('no such parameter'));
    Object.assign(service.deps, { keys: { current: unreadable, renew: unreadable } });
    const message = await checkService(deployed.url, once).catch((error) => error.message);
    Object.assign(service.deps, { keys });
    expect(message).toMatch(/GET \S+\/api\/me answered 50\d .*not 401 \(it needs the signing keys\)/s);
  });

  it('ends a deployment with what is wrong where nobody answers, and does not ask a closed service', async () => {
    deployed.isBroken = true;
    const { outcome } = await deployWith({ table: empty.table });
    const { lines } = await deployWith({ table: empty.table, rateLimit: '0' });
    deployed.isBroken = false;
    expect(outcome).toContain(`Deployed, but the service does not work: GET ${deployed.url}/health answered nothing: `);
    expect(lines).toContain('The service is closed: rateLimit is 0');
  });

  it('says so where the stack has no address', async () => {
    const message = 'Deployed, but the stack catering-other does not tell its address: Stack with id catering-other';
    const other = { ...PLACE, stage: 'other', parameters: new Map() };
    const deployment = deploy(other, () => {}, { run: async () => 0, retries: once });
    await expect(deployment).rejects.toThrow(message);
  });
});

describe('a rotation of the signing key', () => {
  it('takes three steps, each only when every function knows of the last and no token depends on the former', async () => {
    parameters.set(NAME, OLD, START);
    const told = await rotateKeys(PLACE, START);
    const [old, added = ''] = ids();
    expect([old, added]).toEqual(['k20300101000000000', 'k20310301080000000']);
    expect(told).toBe(`${added} verifies tokens. The same command lets it sign, from 2031-03-01T08:05:30Z on`);
    const changed = () => parameters.set(NAME, value(), START);
    changed();
    const soon = 'Too soon after the last change of the keys: try again from 2031-03-01T08:05:30Z on';
    await expect(rotateKeys(PLACE, START + 5 * MINUTE)).rejects.toThrow(soon);
    expect(await rotateKeys(PLACE, START + 6 * MINUTE)).toContain(`${added} signs. The same command ends ${old}`);
    expect(ids()).toEqual([added, old]);
    changed();
    await expect(rotateKeys(PLACE, START + 12 * HOUR)).rejects.toThrow('try again from 2031-03-01T20:05:30Z on');
    expect(await rotateKeys(PLACE, START + 12 * HOUR + 6 * MINUTE)).toBe(`${old} ended: ${added} is the only key`);
    expect(ids()).toEqual([added]);
  });

  it('can replace a leaked key at once', async () => {
    parameters.set(NAME, OLD, START);
    const told = 'k20310301080000000 is the only key. All tokens end within 6 minutes';
    expect(await replaceKeys(PLACE, START)).toBe(told);
    expect(ids()).toEqual(['k20310301080000000']);
  });

  it('needs keys, and tells what went wrong without a secret', async () => {
    await expect(rotateKeys(PLACE, START)).rejects.toThrow(`There is no ${NAME}: deploy first`);
    parameters.set(NAME, OLD);
    const variables = { ...localCredentials, AWS_ENDPOINT_URL_SSM: parameters.endpoint, AWS_REGION: 'cn-north-1' };
    const run = () => runInProcess('scripts/deploy/main.ts', ['--stage', 'test', '--rotate-key'], variables);
    parameters.faults.push(failure('AccessDeniedException', 'not for you'));
    expect(await run()).toEqual({ code: 1, stdout: '', stderr: `${NAME} in region cn-north-1: not for you\n` });
    const { code, stdout } = await run();
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('verifies tokens') });
    for (const pair of value().split(',')) expect(stdout).not.toContain(pair.split(':')[1]);
  });
});

/** For each parameter, values that are right and values that are not. */
const values: Readonly<Record<string, readonly [right: readonly string[], wrong: readonly string[]]>> = {
  corsOrigins: [
    ['', '*', 'https://a.example', 'http://localhost:5173, https://b.example'],
    ['a.example', 'https://a.example/', 'https://a.example,', 'https://a.example:443'],
  ],
  timeZone: [
    ['Asia/Shanghai', 'UTC'],
    ['', 'Mars/Olympus'],
  ],
  nrvEdition: [
    ['', '2011', '2025'],
    ['2020', '11'],
  ],
  tomorrowFrom: [
    ['00:00', '19:00', '24:00'],
    ['', '25:00', '7pm'],
  ],
  publishBy: [
    ['5T17:00', '7T23:59'],
    ['', '0T17:00', '8T17:00', '5T24:00', 'Fri 17:00'],
  ],
  table: [
    ['', 'catering-old'],
    ['ab', 'a b c', 'x'.repeat(256)],
  ],
  domain: [
    ['', 'catering.example'],
    ['Catering.example', 'example', 'https://catering.example'],
  ],
  certificateArn: [
    ['', 'arn:aws-cn:acm:cn-north-1:000000000000:certificate/0a-1b'],
    ['certificate', 'arn:aws:iam::000000000000:server-certificate/a'],
  ],
  docs: [
    ['true', 'false'],
    ['', 'yes', 'True'],
  ],
  logRetentionDays: [
    ['1', '30', '3653'],
    ['', '0', '31', 'never'],
  ],
  alarmEmail: [
    ['', 'a@b.example'],
    ['a', 'a@b', 'a@b.example,c@d.example'],
  ],
  rateLimit: [
    ['0', '200', '1000000'],
    ['', '-1', '1.5', '1000001'],
  ],
  heavyConcurrency: [
    ['', '1', '9999'],
    ['0', '-1', '1.5', '10000'],
  ],
};

describe('parameters', () => {
  it.each(Object.entries(values))('%s is checked', (name, [right, wrong]) => {
    const accepts = (value: string) => checkByParameter[name]?.accepts(value);
    expect(right.filter((value) => !accepts(value))).toEqual([]);
    expect(wrong.filter(accepts)).toEqual([]);
  });

  it('are all checked', () => {
    expect(Object.keys(values)).toEqual(Object.keys(checkByParameter));
  });

  it.each([
    [{ colour: 'red' }, 'There is no parameter colour; there are corsOrigins, '],
    [{ domain: 'a.example' }, 'The parameters domain and certificateArn go together'],
    [
      { domain: 'a.example', certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/a' },
      'certificateArn is of us-east-1: it takes one of cn-north-1',
    ],
  ])('are refused together: %j', (given, message) => {
    expect(() => requireParameters(new Map(Object.entries(given)), 'cn-north-1')).toThrow(message);
  });
});

describe('the command line', () => {
  it.each([
    ['', '--stage NAME is needed'],
    ['--stage a_b', '--stage takes up to 30 letters'],
    ['--stage a --param docs', '--param takes NAME=VALUE, not "docs"'],
    ['--stage a --param docs=true --param docs=false', 'A parameter is given more than once'],
    ['--stage a --param docs=yes', 'docs takes true or false, not "yes"'],
    ['--stage a --rotate-key --param docs=true', '--rotate-key and --replace-key go with --stage and --region alone'],
    ['--stage a --rotate-key --replace-key', '--rotate-key and --replace-key go with --stage and --region alone'],
    ['--stage a --colour', "Unknown option '--colour'"],
  ])('%j is wrong, and nothing is asked of AWS', async (line, message) => {
    const outcome = await runInProcess('scripts/deploy/main.ts', line.split(' ').filter(Boolean), {});
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('has help', async () => {
    const { code, stdout } = await runInProcess('scripts/deploy/main.ts', ['--help'], {});
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('npm run deploy -- --stage NAME') });
  });
});
