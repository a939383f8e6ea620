import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageProblem } from '../scripts/command.ts';
import { deploy } from '../scripts/deploy/deploy.ts';
import { readOptions } from '../scripts/deploy/options.ts';
import { readParameters } from '../scripts/deploy/parameters.ts';
import { localCredentials } from '../scripts/local/local-credentials.ts';
import { startTestTable, type TestTable } from './support/emulator.ts';
import { failure, ParameterStore } from './support/parameter-store.ts';
import { startService, type TestService } from './support/service.ts';
import { launch } from './support/start.ts';

const NAME = '/catering/prod/signing-keys';

let service: TestService;
let empty: TestTable;
let parameters: ParameterStore;
let known: readonly string[];
/** What was done, in order. */
let steps: string[];

beforeAll(async () => {
  [service, empty, parameters] = await Promise.all([startService(), startTestTable(), ParameterStore.start()]);
  known = [...(await readParameters()).keys()];
  Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_SSM: parameters.endpoint });
});
afterAll(() => Promise.all([service.stop(), empty.stop(), parameters.stop()]));
beforeEach(() => {
  parameters.parameters.clear();
  steps = [];
});

/** A deployment by a framework that ends with `code`. */
async function run(line: string, endpoint: string, code = 0): Promise<void> {
  const options = readOptions(line.split(' '), known, {});
  if (!options) throw new Error('only help');
  process.env['DYNAMODB_ENDPOINT'] = endpoint;
  await deploy(
    options,
    (text) => steps.push(text),
    async (args) => {
      steps.push(`${parameters.parameters.size} parameter, serverless ${args.join(' ')}`);
      return code;
    },
  );
}

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

  it('tells of a deployment that failed, and says nothing of what is next', async () => {
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
    const read = () => readOptions(line.split(' ').filter(Boolean), known, {});
    expect(read).toThrow(UsageProblem);
    expect(read).toThrow(message);
  });

  it('takes a parameter whose value holds anything', () => {
    const options = readOptions(['--stage', 'a', '--param', 'corsOrigins=https://a.example?x=1, https://b'], known, {});
    expect(options?.parameters).toEqual(new Map([['corsOrigins', 'https://a.example?x=1, https://b']]));
  });

  it('shows its help, and ends with 2 where it is called wrongly', async () => {
    const help = await launch('deploy.ts', ['--help'], {}).outcome;
    expect(help).toEqual({ code: 0, stdout: expect.stringContaining('npm run deploy -- --stage NAME'), stderr: '' });
    expect(await launch('deploy.ts', [], {}).outcome).toMatchObject({ code: 2, stdout: '' });
  });
});
