import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { bundleFunctions } from '../scripts/build/bundle.ts';
import { collectEndpoints } from '../scripts/build/declarations.ts';
import { listByType, listExports, readStatements, runPackage, type Template, unpack } from './support/packaging.ts';

/** Packaging bundles every function. */
const TIMEOUT_MS = 120_000;

/** The routes of the contract, and those of signing in. */
const routes = [
  '$default',
  'POST /api/login',
  'POST /api/logout',
  'GET /api/log',
  'GET /api/me',
  'POST /api/me/password',
  'GET /api/vender/check/account',
  'GET /api/vender/check/name',
  'GET /api/vender/config',
  'POST /api/vender/config',
  'PUT /api/vender',
  'DELETE /api/vender',
  'POST /api/vender',
  'GET /api/vender',
  'GET /api/vender/select',
  'GET /api/user/check',
  'PUT /api/user',
  'DELETE /api/user',
  'POST /api/user',
  'GET /api/user',
  'GET /api/role/item',
  'PUT /api/role',
  'DELETE /api/role',
  'POST /api/role',
  'GET /api/role',
  'GET /api/basic/enum',
  'GET /api/nutrition',
  'GET /api/nutrition/select',
  'PUT /api/nutrition',
  'POST /api/nutrition',
  'DELETE /api/nutrition',
  'PUT /api/ingredient/mark',
  'DELETE /api/ingredient/mark',
  'GET /api/dish',
  'GET /api/dish/select',
  'GET /api/dish/label',
  'PUT /api/dish',
  'POST /api/dish',
  'DELETE /api/dish',
  'PUT /api/dish/copy',
  // Beyond the contract.
  'GET /api/ingredient',
  'GET /api/ingredient/select',
  'GET /api/ingredient/mark',
  'GET /api/ingredient/mark/template',
].toSorted();

const { endpoints, jobs } = await collectEndpoints();
const declarations = [...endpoints, ...jobs];
let folder = '';
let template: Template;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catering-package-'));
  template = await runPackage(join(folder, 'plain'));
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

describe('routes', () => {
  it('are those of the contract, each declared, and no other', () => {
    const packaged = listByType(template, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(packaged.toSorted()).toEqual(routes);
    expect(endpoints.map(({ declaration }) => declaration.route).toSorted()).toEqual(routes);
  });

  it('are closed to strangers but for signing in and unknown paths', () => {
    const open = endpoints.filter(({ declaration: { side } }) => side === 'public');
    expect(open.map(({ declaration }) => declaration.route).toSorted()).toEqual(['$default', 'POST /api/login']);
  });

  it.each(endpoints)('leads $declaration.route to $file', ({ declaration: { id, route } }) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    const [found] = listByType(template, 'AWS::ApiGatewayV2::Route').filter(({ RouteKey }) => RouteKey === route);
    expect(found?.Target).toEqual({ 'Fn::Join': ['/', ['integrations', { Ref: `HttpApiIntegration${name}` }]] });
    expect(template.Resources[`HttpApiIntegration${name}`]?.Properties).toMatchObject({
      IntegrationUri: { 'Fn::GetAtt': [`${name}LambdaFunction`, 'Arn'] },
      PayloadFormatVersion: '2.0',
    });
  });

  it('can be called from pages of no other origin', () => {
    expect(template.Resources.HttpApi?.Properties).not.toHaveProperty('CorsConfiguration');
  });

  it('have a limited rate', () => {
    const limits = { ThrottlingRateLimit: expect.any(Number), ThrottlingBurstLimit: expect.any(Number) };
    expect(template.Resources.HttpApiStage?.Properties.DefaultRouteSettings).toEqual(limits);
  });
});

describe('functions', () => {
  it('run as they are declared', () => {
    const functions = listByType(template, 'AWS::Lambda::Function');
    const declared = declarations.map(({ noun, file, declaration: { id, access } }) => ({
      Handler: `.build/functions/${noun}/${file}.handler`,
      FunctionName: `catering-test-${id}`,
      Role: { 'Fn::GetAtt': [access === 'write' ? 'WriterRole' : 'ReaderRole', 'Arn'] },
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON', LogGroup: '/catering/test' },
    }));
    expect(functions).toHaveLength(declared.length);
    expect(functions).toEqual(expect.arrayContaining(declared.map((one) => expect.objectContaining(one))));
  });

  it('take the signing key from a generated secret', () => {
    const [one] = listByType(template, 'AWS::Lambda::Function');
    const key = ['k1:{{resolve:secretsmanager:', { Ref: 'SigningKey' }, ':SecretString}}'];
    expect(template.Resources.SigningKey?.Properties.GenerateSecretString).toMatchObject({ PasswordLength: 64 });
    expect(one?.Environment).toEqual({
      Variables: {
        CATERING_TABLE: { Ref: 'Table' },
        CATERING_SIGNING_KEYS: { 'Fn::Join': ['', key] },
        CATERING_TIME_ZONE: 'Asia/Shanghai',
        CATERING_NRV_EDITION: '',
        CATERING_SERVICE: 'catering-test',
      },
    });
  });

  it('are packed each alone, and load without settings', async () => {
    const archives = (await readdir(join(folder, 'plain'))).filter((name) => name.endsWith('.zip'));
    expect(archives.toSorted()).toEqual(declarations.map(({ declaration }) => `${declaration.id}.zip`).toSorted());
    const unpacked = join(folder, 'unpacked');
    const files = await Promise.all(archives.map((name) => unpack(join(folder, 'plain', name), unpacked)));
    const modules = declarations.map(({ noun, file }) => `.build/functions/${noun}/${file}.mjs`);
    expect(files.toSorted()).toEqual(modules.map((module) => [module]).toSorted());
    const exported = await listExports(modules.map((module) => join(unpacked, module)));
    expect(exported).toEqual(modules.map(() => expect.arrayContaining(['handler'])));
  });

  it('hold no code of tests, scripts or development', async () => {
    const { metafile } = await bundleFunctions();
    const inputs = Object.keys(metafile.inputs);
    // What the build replaces is named `namespace:module`.
    const own = inputs.filter((path) => !/^(node_modules\/|[\w-]+:)/.test(path));
    expect(own.filter((path) => !/^(functions|lib|tables)\//.test(path))).toEqual([]);
    const packages = new Set(inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    expect(Object.keys(manifest.devDependencies).filter((name) => packages.has(name))).toEqual([]);
  });
});

describe('permissions', () => {
  const grant = (actions: string | readonly string[], id: string) => {
    return { Effect: 'Allow', Action: actions, Resource: { 'Fn::GetAtt': [id, 'Arn'] } };
  };
  const log = grant(['logs:CreateLogStream', 'logs:PutLogEvents'], 'FunctionLogs');
  const read = grant(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], 'Table');
  const writing = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'];
  const write = grant(
    writing.map((action) => `dynamodb:${action}`),
    'Table',
  );

  const leaveChunks = {
    ...grant('dynamodb:PutItem', 'Table'),
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#CHUNK'] },
      // Where a request names no key, "for all" would hold.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  };

  it.each([
    ['ReaderRole', [log, read, leaveChunks]],
    ['WriterRole', [log, read, write]],
  ])('of %s are what it needs on the table and the log group', (role, expected) => {
    expect(readStatements(template.Resources[role]?.Properties.Policies)).toEqual(expected);
  });

  it('are those of two roles', () => {
    expect(listByType(template, 'AWS::IAM::Role')).toHaveLength(2);
  });

  it('allow nothing by wildcard', () => {
    // Not even where AWS offers nothing else: the ARN of a log group, which ends in `:*`, comes from the group itself.
    // The deployment bucket's policy denies whatever comes unencrypted: that takes a wildcard, and grants nothing.
    const properties = Object.values(template.Resources).map((resource) => resource.Properties);
    const statements = readStatements([...properties, ...properties.flatMap(({ Policies }) => Policies ?? [])]);
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).not.toEqual([]);
    expect(JSON.stringify(allowed.map(({ Action, Resource }) => [Action, Resource]))).not.toContain('*');
  });
});

describe('stack', () => {
  it('stays below the 500 resources it can hold', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(500);
  });

  it('keeps logs for a limited time', () => {
    const groups = listByType(template, 'AWS::Logs::LogGroup');
    expect(groups).toEqual([{ LogGroupName: '/catering/test', RetentionInDays: 30 }]);
  });

  it('has the table that tests and the local service create', async () => {
    const text = await readFile('tables/catering.table.json', 'utf8');
    expect(template.Resources.Table).toEqual(JSON.parse(text.replace(/\$\{sls:stage\}/, 'test')));
  });
});

describe('a second package', { timeout: TIMEOUT_MS }, () => {
  it('takes origins, limits and keys from parameters', async () => {
    const keys = 'k2:{{resolve:secretsmanager:new}},k1:{{resolve:secretsmanager:old}}';
    const origins = 'corsOrigins=https://a.example, https://b.example';
    const parameters = [origins, 'rateLimit=7', 'logRetentionDays=7', 'nrvEdition=2025', `signingKeys=${keys}`];
    const { Resources } = await runPackage(join(folder, 'tuned'), parameters);
    expect(Resources.HttpApi?.Properties.CorsConfiguration).toEqual({
      AllowOrigins: ['https://a.example', 'https://b.example'],
      AllowMethods: ['GET', 'PUT', 'POST', 'DELETE'],
      AllowHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'If-Match', 'Idempotency-Key'],
      ExposeHeaders: ['Retry-After', 'ETag'],
      MaxAge: 3600,
    });
    expect(Resources.HttpApiStage?.Properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: '7' });
    expect(Resources.FunctionLogs?.Properties).toMatchObject({ RetentionInDays: '7' });
    expect(JSON.stringify(Resources)).toContain(`"CATERING_SIGNING_KEYS":"${keys}"`);
    expect(JSON.stringify(Resources)).toContain('"CATERING_NRV_EDITION":"2025"');
  });

  it('holds the same archives, byte by byte', async () => {
    for (const { declaration } of declarations) {
      const [first, second] = ['plain', 'tuned'].map((name) => join(folder, name, `${declaration.id}.zip`));
      expect(await readFile(second ?? '')).toEqual(await readFile(first ?? ''));
    }
  });
});
