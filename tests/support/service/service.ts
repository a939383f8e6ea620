import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { digestPassword, type HashCost, hashDigest } from '../../../lib/auth/password.ts';
import type { Reason } from '../../../lib/errors.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import type { Reply } from '../../../lib/http/reply.ts';
import { type HttpHandler, serve } from '../../../lib/http/serve.ts';
import { createDeps, type Deps } from '../../../lib/runtime/deps.ts';
import { type Env, readEnv } from '../../../lib/runtime/env.ts';
import { createPlatform } from '../../../scripts/admin/platform.ts';
import { companionPaths, writeCompanions } from '../../../scripts/build/companions.ts';
import { listReasons } from '../../../scripts/document/reasons.ts';
import { type Attachment, hasFile, toUpload } from '../files/attachment.ts';
import { startTestTable, type TestTable } from '../table/emulator.ts';
import type { Looseness, LooseTable } from '../table/loose-table.ts';
import { StoreCalls } from '../table/store-calls.ts';

const FUNCTIONS = new URL('../../../functions/', import.meta.url);

/** The signing key of every test, with its id: tokens are valid wherever this key is used. */
export const SIGNING_KEYS = 'test:0123456789abcdef0123456789abcdef';

/** The platform's first administrator in every test. */
export const ADMIN = { uid: 'admin', password: 'admin-password' };

export interface CallOptions {
  readonly token?: string | undefined;
  /** The real gateway sends bodies base64-encoded, the local one plain. */
  readonly encoding?: 'base64' | 'plain';
  readonly headers?: Readonly<Record<string, string>>;
  /** Where a DELETE sends its parameters; by default in the body. */
  readonly deleteWith?: 'body' | 'query';
  /** The raw body, instead of one made from the parameters. */
  readonly rawBody?: string | Uint8Array;
  readonly rawQuery?: string;
  readonly address?: string;
}

/** A reply as a front end gets it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The raw text of the body. */
  readonly text: string;
  /** The body as it is sent. */
  readonly bytes: Buffer;
  /** Undefined where the body is another kind of file, or compressed. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare whole bodies
  readonly json: any;
}

type Parameter = string | number | boolean | Attachment;
type Parameters = Readonly<Record<string, Parameter | readonly Attachment[]>>;

/** A cheap hashing cost, since tests sign in some thousand times. */
export const LIGHT_COST = { memory: 64, passes: 1, parallelism: 1 };

/** The endpoints of the service with a table of their own, called as the gateway calls them. */
export class TestService {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  deps: Deps;
  readonly storeCalls: StoreCalls;
  /** The milliseconds that are added to the real time of the handlers. */
  clockShiftMs = 0;
  /** The fixed time of the handlers; undefined: the time runs. */
  stoppedAt: number | undefined;
  /** The layer before the table, if it is as loose as DynamoDB. */
  readonly loose: LooseTable | undefined;
  /** Handlers are made when they are first called: most tests call few. */
  readonly #handlers = new Map<string, HttpHandler>();
  readonly #table: TestTable;
  readonly #hashCost: HashCost;

  constructor(endpoints: readonly Endpoint[], table: TestTable, hashCost: HashCost = LIGHT_COST) {
    const env = readEnv({
      CATERING_TABLE: table.table,
      CATERING_SIGNING_KEYS: SIGNING_KEYS,
      CATERING_DOCS: 'true',
      CATERING_LOG_LEVEL: 'silent',
      AWS_REGION: table.region,
      DYNAMODB_ENDPOINT: table.endpoint,
    });
    this.storeCalls = new StoreCalls();
    this.#hashCost = hashCost;
    this.loose = table.loose;
    this.deps = this.#start(env);
    this.endpoints = new Map(endpoints.map((endpoint) => [endpoint.route, endpoint]));
    this.#table = table;
  }

  /** Lets all functions start anew, without anything in memory. */
  restart(): void {
    this.deps = this.#start(this.deps.env);
  }

  #start(env: Env): Deps {
    const deps = createDeps(env, (client) => {
      this.storeCalls.observe(client);
      this.loose?.observe(client);
    });
    return { ...deps, hashCost: this.#hashCost, now: () => this.stoppedAt ?? Date.now() + this.clockShiftMs };
  }

  /** Calls a route, such as `PUT /api/user`, with parameters. */
  async call(route: string, parameters: Parameters = {}, options: CallOptions = {}): Promise<Answer> {
    return this.handle(makeEvent(route, parameters, options));
  }

  /** Answers an event as the function of its route does. */
  async handle(event: APIGatewayProxyEventV2): Promise<Answer> {
    const answer = readReply(await this.#findHandler(event.routeKey)(event, fakeContext()));
    this.#requireDeclared(event.routeKey, answer.json?.reason);
    return answer;
  }

  #findHandler(route: string): HttpHandler {
    const endpoint = this.endpoints.get(route);
    if (!endpoint) throw new Error(`no endpoint ${route}`);
    const handler = this.#handlers.get(route) ?? serve(endpoint, () => this.deps);
    this.#handlers.set(route, handler);
    return handler;
  }

  /** Requires that an endpoint fails only for reasons that its documentation names, whatever a test provokes. */
  #requireDeclared(route: string, reason: Reason | undefined): void {
    const endpoint = this.endpoints.get(route);
    if (!endpoint || reason === undefined || listReasons(endpoint).includes(reason)) return;
    throw new Error(`${route} answered ${reason}, which it does not declare`);
  }

  /** Signs in with a plain password and returns the token. */
  async signIn(uid: string, password: string, options: CallOptions = {}): Promise<string> {
    const answer = await this.call('POST /api/login', { uid, password: digestPassword(password) }, options);
    if (answer.status !== 200) throw new Error(`cannot sign in ${uid}: ${answer.text}`);
    return answer.json.body.token;
  }

  async stop(): Promise<void> {
    await this.#table.stop();
  }
}

/** Starts the service with the platform's first administrator, on a table that is loose if wanted. */
export async function startService(hashCost: HashCost = LIGHT_COST, looseness?: Looseness): Promise<TestService> {
  const [endpoints, table] = await Promise.all([loadEndpoints(), startTestTable(looseness)]);
  const service = new TestService(endpoints, table, hashCost);
  const passwordHash = await hashDigest(digestPassword(ADMIN.password), hashCost);
  await createPlatform(service.deps.db, { uid: ADMIN.uid, passwordHash }, Date.now());
  return service;
}

/** Loads every declaration of `functions/`, after writing the files that some of them read. */
export async function loadEndpoints(): Promise<Endpoint[]> {
  if (!companionPaths.every((path) => existsSync(path))) await writeCompanions();
  const files = await readdir(FUNCTIONS, { recursive: true });
  const modules = await Promise.all(
    files.filter((file) => file.endsWith('.ts')).map((file) => import(new URL(file, FUNCTIONS).href)),
  );
  return modules.flatMap((module: { endpoint?: Endpoint }) => module.endpoint ?? []);
}

/** A handler's reply as the gateway sends it. */
export function readReply({ statusCode = 0, headers = {}, body = '', isBase64Encoded = false }: Reply): Answer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const text = bytes.toString('utf8');
  const isPlain = headers['content-encoding'] === undefined;
  const isJson = isPlain && text !== '' && String(headers['content-type']).startsWith('application/json');
  return { status: statusCode, headers, text, bytes, json: isJson ? JSON.parse(text) : undefined };
}

/** The event of the HTTP API in payload format 2.0. */
export function makeEvent(route: string, parameters: Parameters, options: CallOptions): APIGatewayProxyEventV2 {
  const [method = '', template = ''] = route === '$default' ? ['GET', '/nowhere'] : route.split(' ');
  const { path, pathParameters, rest } = fillPath(template, parameters);
  const isInQuery = method === 'GET' || (method === 'DELETE' && options.deleteWith === 'query');
  const upload = !isInQuery && hasFile(rest) ? toUpload(Object.entries(rest)) : undefined;
  const form = upload ? '' : toForm(rest);
  const body = options.rawBody ?? upload?.body ?? (isInQuery ? '' : form);
  // Both gateways send files in this way.
  const isBase64Encoded = body !== '' && (upload !== undefined || (options.encoding ?? 'base64') === 'base64');
  return {
    version: '2.0',
    routeKey: route,
    rawPath: path,
    rawQueryString: options.rawQuery ?? (isInQuery ? form : ''),
    headers: {
      ...(body === '' ? {} : { 'content-type': upload?.contentType ?? 'application/x-www-form-urlencoded' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    requestContext: makeRequestContext(route, method, path, options.address ?? '192.0.2.1'),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    ...(body === '' ? {} : { body: isBase64Encoded ? Buffer.from(body).toString('base64') : String(body) }),
    isBase64Encoded,
  };
}

/** The path with its `{name}` parameters filled in, and the other parameters. */
function fillPath(template: string, parameters: Parameters) {
  const names = Array.from(template.matchAll(/\{(\w+)\+?\}/g), ([, name = '']) => name);
  const pathParameters = Object.fromEntries(names.map((name) => [name, String(parameters[name] ?? '')]));
  const path = template.replace(/\{(\w+)\+?\}/g, (_, name) => encodeURIComponent(pathParameters[name] ?? ''));
  return {
    path,
    pathParameters,
    rest: Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name))),
  };
}

/** The facts about a request that the gateway adds to its event. */
export function makeRequestContext(
  routeKey: string,
  method: string,
  path: string,
  sourceIp: string,
): APIGatewayProxyEventV2['requestContext'] {
  return {
    accountId: '000000000000',
    apiId: 'test',
    domainName: 'test.example',
    domainPrefix: 'test',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
    requestId: randomUUID(),
    routeKey,
    stage: '$default',
    time: '',
    timeEpoch: Date.now(),
  };
}

/** The context of a function with enough time. */
export function fakeContext(): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: 'test',
    functionVersion: '1',
    invokedFunctionArn: 'arn:aws-cn:lambda:cn-north-1:000000000000:function:test',
    memoryLimitInMB: '256',
    awsRequestId: randomUUID(),
    logGroupName: 'test',
    logStreamName: 'test',
    getRemainingTimeInMillis: () => 120_000,
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

function toForm(parameters: Parameters): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) form.append(name, String(value));
  return form.toString();
}
