import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { openToken } from '../../../lib/auth/authenticate.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import type { ChainContext, Middleware } from '../../../lib/http/exchange.ts';
import { authenticate } from '../../../lib/http/middleware/authenticate.ts';
import { authorize } from '../../../lib/http/middleware/authorize.ts';
import { context } from '../../../lib/http/middleware/context.ts';
import { decodeBody } from '../../../lib/http/middleware/decode-body.ts';
import { envelope } from '../../../lib/http/middleware/envelope.ts';
import { validate } from '../../../lib/http/middleware/validate.ts';
import { serve } from '../../../lib/http/serve.ts';
import type { Deps } from '../../../lib/runtime/deps.ts';
import { createLogger } from '../../../lib/runtime/logger.ts';
import { readCallerRecords } from '../../../lib/store/user/session.ts';
import { openClient } from '../../../lib/table/client.ts';
import type { Sendable } from '../../support/files/attachment.ts';
import { fakeContext, makeEvent, type TestService } from '../../support/service/service.ts';
import { Playback } from './playback.ts';

/** A call as a front end makes it. */
export interface Form {
  readonly title: string;
  readonly route: string;
  readonly parameters: Sendable;
  readonly token: string;
}

/** The headers that a browser sends through the gateway, beside those of the service. */
const HEADERS = {
  accept: 'application/json, text/plain, */*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8',
  'content-length': '0',
  host: 'api.example.cn',
  origin: 'https://catering.example.cn',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0',
  'x-amzn-trace-id': 'Root=1-67891233-abcdef012345678912345678',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
};

type Step = NonNullable<Middleware['before']>;
type ChainRequest = Parameters<Step>[0];

/** Times of one call, or medians of many, in microseconds. */
export interface Times {
  /** The whole call, with a store that answers at once. */
  readonly total: number;
  /** Each step of the chain by itself. */
  readonly steps: Readonly<Record<string, number>>;
  /** Parts of the step `authenticate`: the check of the token; parsing its user, role, unit and session. */
  readonly token: number;
  readonly records: number;
  /** What the endpoint reads beside the caller's check. It is part of `authenticate`, too. */
  readonly prefetch: number;
}

/** A call that can be repeated, each time with a new event and the store's recorded answers. */
export interface Probe {
  readonly title: string;
  measure(): Promise<Times>;
}

/**
 * Makes the call twice with the real store. The first call fills what a warm function remembers, the second one is
 * recorded.
 */
export async function prepareProbe(service: TestService, form: Form): Promise<Probe> {
  const endpoint = service.endpoints.get(form.route);
  if (!endpoint) throw new Error(`no endpoint ${form.route}`);
  const { env, keys, now, hashCost } = service.deps;
  const [db, records] = [new Playback(openClient(env), env.table), new Playback(openClient(env), env.table)];
  const deps: Deps = { env, keys, now, hashCost, db, log: createLogger('info') };
  const handler = serve(endpoint, () => deps);
  for (let call = 0; call < 2; call++) {
    db.rewind();
    const reply = await handler(newEvent(form), fakeContext());
    if (reply.statusCode !== 200) throw new Error(`${form.route} answered ${reply.body}`);
  }
  const session = await openToken(deps, form.token);
  await readCallerRecords(records, session);
  const input = endpoint.input.parse(mapToText(form.parameters));
  db.play();
  records.play();
  const steps = toSteps(endpoint, () => deps);
  const prefetch = () => {
    db.rewind();
    return endpoint.prefetch?.({ input, session, deps, address: 'nowhere' });
  };
  return {
    title: form.title,
    measure: async () => {
      const [event, context] = [newEvent(form), fakeContext()];
      db.rewind();
      records.rewind();
      return {
        total: await clock(() => handler(event, context)),
        steps: await clockSteps(steps, newRequest(form), () => db.rewind()),
        token: await clock(() => openToken(deps, form.token)),
        records: await clock(() => readCallerRecords(records, session)),
        prefetch: await clock(prefetch),
      };
    },
  };
}

/** Runs an action and tells how long it took, in microseconds. */
export async function clock(action: () => unknown): Promise<number> {
  const start = performance.now();
  const result = action();
  if (result instanceof Promise) await result;
  return (performance.now() - start) * 1000;
}

/** The steps of the chain in their order. */
function toSteps(endpoint: Endpoint, getDeps: () => Deps): [name: string, step: Step | undefined][] {
  const begin = context(endpoint, getDeps);
  const check = validate(endpoint);
  const handle = async (request: ChainRequest) => {
    const { input, caller, deps, headers, language, address, files, prefetched, isMeant } = request.context.exchange;
    const read = { input, caller, deps, headers, language, address, files, prefetched: await prefetched, isMeant };
    request.response = await endpoint.handle({ ...read, isTimeUp: () => false, identify: () => {} });
  };
  return [
    ['context', begin.before],
    ['decode', decodeBody(endpoint).before],
    ['authenticate', authenticate(endpoint).before],
    ['authorize', authorize(endpoint).before],
    ['input', check.before],
    ['handle', handle],
    ['output', check.after],
    ['envelope', envelope().after],
    ['log', begin.after],
  ];
}

async function clockSteps(
  steps: readonly (readonly [name: string, step: Step | undefined])[],
  request: ChainRequest,
  rewind: () => void,
): Promise<Record<string, number>> {
  rewind();
  const times: Record<string, number> = {};
  for (const [name, step] of steps) times[name] = await clock(() => step?.(request));
  return times;
}

function mapToText(parameters: Form['parameters']): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

function newRequest(form: Form): ChainRequest {
  const context: ChainContext = Object.create(fakeContext());
  return { event: newEvent(form), context, response: undefined, error: undefined, internal: {} };
}

/** The event as Lambda hands it over: parsed from JSON, so it shares nothing with the event before. */
function newEvent({ route, parameters, token }: Form): APIGatewayProxyEventV2 {
  return JSON.parse(JSON.stringify(makeEvent(route, parameters, { token, headers: HEADERS })));
}
