import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageProblem } from '../../scripts/command/command.ts';
import { deploy } from '../../scripts/deploy/deploy.ts';
import { readOptions } from '../../scripts/deploy/options.ts';
import { checks, demandParameters, readParameters } from '../../scripts/deploy/parameters.ts';
import { policyFor } from '../../scripts/deploy/policy.ts';
import { localCredentials } from '../../scripts/start/local-credentials.ts';
import { failure, ParameterStore } from '../support/aws/parameter-store.ts';
import { carryOut, launch } from '../support/commands/start.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { startTestTable, type TestTable } from '../support/table/emulator.ts';

const NAME = '/catering/prod/signing-keys';

let service: TestService;
let empty: TestTable;
let parameters: ParameterStore;
/** What was done, in order. */
let steps: string[];

beforeAll(async () => {
  [service, empty, parameters] = await Promise.all([startService(), startTestTable(), ParameterStore.start()]);
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_SSM: parameters.endpoint });
});
afterAll(() => Promise.all([service.stop(), empty.stop(), parameters.stop()]));
beforeEach(() => {
  parameters.parameters.clear();
  steps = [];
});

/** Deploys with a framework that ends with `code`. */
async function run(line: string, endpoint: string, code = 0): Promise<void> {
  const options = readOptions(line.split(' '), {});
  if (!options) throw new Error('only help');
  process.env['DYNAMODB_ENDPOINT'] = endpoint;
  await deploy(
    options,
    (text) => steps.push(text.en),
    async (args) => {
      steps.push(`${parameters.parameters.size} parameter, serverless ${args.join(' ')}`);
      return code;
    },
  );
}

/** For each parameter some accepted values, and some refused ones. */
const values: Readonly<Record<string, readonly [takes: readonly string[], refuses: readonly string[]]>> = {
  corsOrigins: [
    ['', '*', 'https://a.example', 'http://localhost:5173, https://b.example:8443'],
    [
      'a.example',
      'https://a.example/',
      'https://a.example/page',
      'https://a.example:443',
      'https://a.example,',
      'null',
    ],
  ],
  timeZone: [
    ['Asia/Shanghai', 'Asia/Urumqi', 'UTC'],
    ['', 'Shanghai', 'Mars/Olympus', 'GMT+8:99'],
  ],
  tomorrowFrom: [
    ['19:00', '00:00', '24:00'],
    ['', '7 pm', '19', '24:01', '9:00'],
  ],
  nrvEdition: [
    ['', '2011', '2025'],
    ['2013', '11', 'latest'],
  ],
  table: [
    ['', 'catering-prod'],
    ['ab', 'catering prod', 'a'.repeat(256)],
  ],
  docs: [
    ['true', 'false'],
    ['', 'yes', 'True', '1'],
  ],
  tableKeyArn: [
    ['', 'arn:aws-cn:kms:cn-north-1:000000000000:key/mrk-1a'],
    ['alias/catering', 'arn:aws-cn:kms:cn-north-1:000000000000:alias/catering', 'arn:aws:s3:::key'],
  ],
  frontDigests: [
    ['', 'a1'.repeat(32), `${'a1'.repeat(32)}, ${'b2'.repeat(32)}`],
    ['secret', 'A1'.repeat(32), `${'a1'.repeat(32)},`],
  ],
  tags: [
    ['', 'owner=kitchen', 'owner=食堂, cost-centre=42', 'empty='],
    ['owner', 'owner=a=b', '=kitchen', 'a=1,a=2', 'aws:owner=a', 'owner=a,', `${'n'.repeat(129)}=1`, 'a=<b>'],
  ],
  logRetentionDays: [
    ['1', '30', '3653'],
    ['', '0', '31', '-1', 'never'],
  ],
  accessLogs: [
    ['true', 'false'],
    ['', 'on'],
  ],
  rateLimit: [
    ['0', '200', '10000'],
    ['', '-1', '1.5', 'many', '1000001'],
  ],
  burstLimit: [
    ['0', '400'],
    ['', '-1', '1e3'],
  ],
  alarmEmail: [
    ['', 'operators@catering.example'],
    ['operators', 'a@b', 'a@b.example, c@d.example', 'a b@c.example'],
  ],
  tracing: [
    ['Active', 'PassThrough'],
    ['', 'active', 'Sometimes'],
  ],
};
const numbers = ['alarmServerErrors', 'alarmClientErrors', 'alarmLockouts', 'alarmFailures', 'alarmTableThrottles'];
for (const name of [...numbers, 'alarmLatencyMs'])
  Object.assign(values, {
    [name]: [
      ['1', '500'],
      ['', '0', '-5', 'x'],
    ],
  });

describe('parameters of a deployment', () => {
  const demand = (given: Readonly<Record<string, string>>) => () =>
    demandParameters(new Map(Object.entries(given)), 'cn-north-1');

  it('have a check each, that takes the default', async () => {
    const defaults = await readParameters();
    expect([...defaults.keys()].filter((name) => !Object.hasOwn(checks, name))).toEqual([]);
    expect(() => demandParameters(defaults, 'cn-north-1')).not.toThrow();
  });

  it.each(Object.entries(values))(
    '%s takes what can be, and says what it takes of anything else',
    (name, [takes, refuses]) => {
      for (const value of takes) expect(demand({ [name]: value }), value).not.toThrow();
      for (const value of refuses) {
        expect(demand({ [name]: value }), value).toThrow(UsageProblem);
        expect(demand({ [name]: value })).toThrow(
          `${name} takes ${checks[name]?.takes.en}, not ${JSON.stringify(value)}`,
        );
      }
    },
  );

  it('take away the default address only where there is a domain', () => {
    const domain = { domain: 'a.example', certificateArn: 'arn:aws-cn:acm:cn-north-1:000000000000:certificate/1-a' };
    expect(demand({ defaultAddress: 'false', ...domain })).not.toThrow();
    expect(demand({ defaultAddress: 'true' })).not.toThrow();
    expect(demand({ defaultAddress: 'false' })).toThrow('defaultAddress=false goes with a domain');
    expect(demand({ defaultAddress: 'no' })).toThrow('defaultAddress takes true or false');
  });

  it('take a key of the same region', () => {
    const tableKeyArn = 'arn:aws:kms:us-east-1:000000000000:key/1-a';
    expect(demand({ tableKeyArn })).toThrow('tableKeyArn is of us-east-1: it takes one of cn-north-1');
  });

  it('take a domain with a certificate of the same region', () => {
    const of = (region: string) => `arn:aws-cn:acm:${region}:000000000000:certificate/1-a`;
    expect(demand({ domain: 'catering.example', certificateArn: of('cn-north-1') })).not.toThrow();
    expect(demand({ domain: '', certificateArn: '' })).not.toThrow();
    const wrong: readonly [Record<string, string>, string][] = [
      [{ domain: 'https://catering.example', certificateArn: of('cn-north-1') }, 'domain takes a name such as'],
      [{ domain: 'catering.example', certificateArn: 'arn:nothing' }, 'certificateArn takes the ARN of a certificate'],
      [
        { domain: 'catering.example', certificateArn: of('us-east-1') },
        'certificateArn is of us-east-1: it takes one of cn-north-1',
      ],
      [{ domain: 'catering.example' }, 'The parameters domain and certificateArn go together'],
    ];
    for (const [given, message] of wrong) expect(demand(given)).toThrow(message);
  });

  it('are all named that are wrong', () => {
    const given = { timeZone: 'Mars', docs: 'yes', nothing: '1' };
    expect(demand(given)).toThrow(
      /^timeZone takes a time zone such as Asia\/Shanghai, not "Mars"\ndocs takes true or false, not "yes"\nThere is no parameter nothing; there are corsOrigins, /,
    );
  });

  it('are checked before anything is done', async () => {
    await expect(run('--stage prod --param timeZone=Mars/Olympus', empty.endpoint)).rejects.toThrow('timeZone takes');
    expect([steps, parameters.parameters.size]).toEqual([[], 0]);
  });
});

describe('npm run deploy', () => {
  it('makes the keys, deploys, and asks for the bootstrap of an empty table', async () => {
    await run(`--stage prod --region us-east-1 --param table=${empty.table} --param timeZone=UTC`, empty.endpoint);
    expect(steps).toEqual([
      `${NAME}: made the first signing key`,
      `1 parameter, serverless deploy --stage prod --region us-east-1 --param table=${empty.table} --param timeZone=UTC`,
      `The table is empty. Next: npm run bootstrap -- --table ${empty.table} --region us-east-1 --uid admin`,
    ]);
    expect(parameters.parameters.get(NAME)?.value).toMatch(/^k\d+-[\da-f]+:[\w-]{64}$/);
  });

  it('tags the keys as everything else', async () => {
    parameters.requests.length = 0;
    await run(
      `--stage prod --region us-east-1 --param table=${empty.table} --param tags=owner=食堂,team=`,
      empty.endpoint,
    );
    const [, , tagged] = parameters.requests;
    const Tags = [
      { Key: 'owner', Value: '食堂' },
      { Key: 'team', Value: '' },
    ];
    expect(tagged).toEqual({
      operation: 'AddTagsToResource',
      input: { ResourceType: 'Parameter', ResourceId: NAME, Tags },
    });
  });

  it('prints the policy of the person who deploys, and does nothing', async () => {
    const args = ['--policy', '--stage', 'prod', '--region', 'cn-northwest-1', '--param', 'table=catering-other'];
    const { code, stdout } = await carryOut('scripts/deploy/main.ts', args, {});
    const parameters = new Map([['table', 'catering-other']]);
    expect([code, JSON.parse(stdout)]).toEqual([0, policyFor({ stage: 'prod', region: 'cn-northwest-1', parameters })]);
  });

  it('leaves keys and data that are there, and asks for the migration', async () => {
    const { table, endpoint = '' } = service.deps.env;
    const before = `k1:${'x'.repeat(40)}`;
    parameters.set(NAME, before);
    await run(`--stage prod --region us-east-1 --param table=${table} --verbose`, endpoint);
    const where = `--table ${table} --region us-east-1`;
    expect(steps).toEqual([
      `${NAME}: there are signing keys`,
      `1 parameter, serverless deploy --stage prod --region us-east-1 --param table=${table} --verbose`,
      `The table has data. Next: npm run migrate -- ${where} brings it up to date, npm run doctor -- ${where} checks it`,
    ]);
    expect(parameters.parameters.get(NAME)?.value).toBe(before);
  });

  it('deploys nothing where the keys can neither be read nor made', async () => {
    parameters.faults.push(failure('AccessDeniedException', 'not for you'));
    await expect(run('--stage prod', empty.endpoint)).rejects.toThrow(`${NAME} in region cn-north-1: AccessDenied`);
    expect(steps).toEqual([]);
  });

  it('reports a deployment that failed, without the next steps', async () => {
    await expect(run('--stage prod', empty.endpoint, 3)).rejects.toThrow('serverless deploy ended with 3');
    expect(steps).toHaveLength(2);
  });

  it('tells where it has deployed but finds no table', async () => {
    await expect(run('--stage absent', empty.endpoint)).rejects.toThrow('There is no table catering-absent');
  });

  it.each([
    ['', '--stage NAME is needed'],
    ['--stage prod_1', '--stage takes up to 30 letters'],
    ['--stage 1prod', '--stage takes up to 30 letters'],
    ['--stage prod --param timeZone', '--param takes NAME=VALUE, not "timeZone"'],
    ['--stage prod --param timezone=UTC', 'There is no parameter timezone; there are corsOrigins, '],
    ['--stage prod --param domain=a.example', 'The parameters domain and certificateArn go together'],
    ['--stage prod --param certificateArn=arn', 'The parameters domain and certificateArn go together'],
    ['--stage prod --param timeZone=UTC --param timeZone=PRC', 'A parameter is given more than once'],
    ['--stage prod --force', "Unknown option '--force'"],
    ['prod', 'Unexpected argument'],
  ])('is not called with %j', (line, message) => {
    const read = () => readOptions(line.split(' ').filter(Boolean), {});
    expect(read).toThrow(UsageProblem);
    expect(read).toThrow(message);
  });

  it('takes a parameter whose value holds anything', () => {
    const options = readOptions(['--stage', 'a', '--param', 'alarmEmail=a=b@catering.example'], {});
    expect(options?.parameters).toEqual(new Map([['alarmEmail', 'a=b@catering.example']]));
  });

  it('shows its help, and ends with 2 where it is called wrongly', async () => {
    const help = await launch('scripts/deploy/main.ts', ['--help'], {}).outcome;
    expect(help).toEqual({ code: 0, stdout: expect.stringContaining('npm run deploy -- --stage NAME'), stderr: '' });
    expect(await carryOut('scripts/deploy/main.ts', [], {})).toMatchObject({ code: 2, stdout: '' });
  });
});
