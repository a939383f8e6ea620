import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Answer, makeRequestContext, readReply, type TestService } from './service.ts';

/** A route that requests are matched with. */
interface Pattern {
  readonly route: string;
  readonly method: string;
  readonly path: RegExp;
}

/** Changes the answer to the next request of a route. */
type Fault = (answer: () => Promise<Answer>) => Promise<Answer>;

/** A service that answers over HTTP on a port of 127.0.0.1, as the gateway would. */
export interface HttpService {
  readonly service: TestService;
  readonly url: string;
  /** The routes of the requests, such as `PUT /api/dish`, in order. */
  readonly requests: readonly string[];
  /** While it is set, every connection breaks. */
  isBroken: boolean;
  /** Answers the next request of a route in this way, without the service. */
  answerNext(route: string, status: number, body: unknown): void;
  /** Holds back the answer to the next request of a route. Returns a function that releases it. */
  holdNext(route: string): () => void;
  stop(): Promise<void>;
}

/** Serves a service over HTTP. Stopping the server does not stop the service. */
export async function serveOverHttp(service: TestService): Promise<HttpService> {
  const patterns = [...service.endpoints.keys()].filter((route) => route !== '$default').map(toPattern);
  patterns.sort((a, b) => rankRoute(a.route) - rankRoute(b.route));
  const faults = new Map<string, Fault>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    if (state.isBroken) return request.destroy();
    const event = await readEvent(request, patterns);
    requests.push(event.routeKey);
    const answer = () => service.handle(event);
    const fault = faults.get(event.routeKey);
    faults.delete(event.routeKey);
    const reply = fault ? fault(answer) : answer();
    await reply.then((result) => send(result, response)).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const state: HttpService = {
    service,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    isBroken: false,
    answerNext: (route, status, body) => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      faults.set(route, async () => readReply({ statusCode: status, headers, body: JSON.stringify(body) }));
    },
    holdNext: (route) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      faults.set(route, (answer) => released.then(answer));
      return () => release();
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}

/** `{name}` stands for one part of a path, `{name+}` for all the rest of it. */
function toPattern(route: string): Pattern {
  const [method = '', template = ''] = route.split(' ');
  const path = template
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)(\+?)\}/g, (_, name, more) => `(?<${name}>${more ? '.+' : '[^/]+'})`);
  return { route, method, path: new RegExp(`^${path}$`) };
}

/** A path without parameters goes before one with them, and that before one that takes the rest. */
function rankRoute(route: string): number {
  if (route.includes('+}')) return 2;
  return route.includes('{') ? 1 : 0;
}

async function readEvent(request: IncomingMessage, patterns: readonly Pattern[]): Promise<APIGatewayProxyEventV2> {
  const [rawPath = '', rawQueryString = ''] = (request.url ?? '').split(/\?(.*)/s);
  const method = request.method ?? '';
  const pattern = patterns.find((candidate) => candidate.method === method && candidate.path.test(rawPath));
  const groups = Object.entries(pattern?.path.exec(rawPath)?.groups ?? {});
  const route = pattern?.route ?? '$default';
  const body = await buffer(request);
  return {
    version: '2.0',
    routeKey: route,
    rawPath,
    rawQueryString,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    requestContext: makeRequestContext(route, method, rawPath, '127.0.0.1'),
    ...(groups.length > 0 ? { pathParameters: decode(groups) } : {}),
    ...(body.length > 0 ? { body: body.toString('base64') } : {}),
    isBase64Encoded: body.length > 0,
  };
}

function decode(groups: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
}

function send({ status, headers, bytes }: Answer, response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  response.writeHead(status).end(bytes);
}
