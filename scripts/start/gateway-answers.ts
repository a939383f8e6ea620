import { type IncomingHttpHeaders, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type Language, type Reason, statusOf } from '../../lib/errors.ts';
import { chooseLanguage } from '../../lib/http/language.ts';
import { replyFailure } from '../../lib/http/reply.ts';

/** The longest request line with headers that the deployed gateway takes, in bytes. */
const HEAD_MAX = 10_240;
/** Larger requests are still read up to this size, so that their sender gets a clear refusal. */
const HEAD_READ = 256 * 1024;
/** This content type makes the local gateway leave the body to the functions, as the deployed one does. */
const BYTES = 'application/octet-stream';
const CORS = /^(access-control-|vary$)/;
const EXPOSED = 'access-control-expose-headers';

/** The reason for each status with which the gateway itself refuses. Any other status is a defect. */
const reasons: Readonly<Record<number, Reason>> = {
  400: 'invalid_input',
  404: 'not_found',
  408: 'invalid_input',
  413: 'payload_too_large',
  415: 'unsupported_encoding',
};

/** An answer of hapi. */
interface Answer {
  readonly headers: Record<string, unknown>;
  code(status: number): Answer;
  header(name: string, value: string): Answer;
  takeover(): Answer;
}

/** A request of hapi with its answer. Its own failures are `Boom`s. */
interface GatewayRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: { readonly req: IncomingMessage };
  readonly route: { readonly settings: { readonly cors?: unknown } };
  readonly response:
    | (Answer & { readonly isBoom?: undefined })
    | { readonly isBoom: true; readonly output: { readonly statusCode: number; readonly headers: Answer['headers'] } };
}

interface Toolkit {
  readonly continue: symbol;
  response(body?: string): Answer;
}

/** The used parts of serverless-offline's server, which is hapi's. */
export interface GatewayServer {
  readonly listener: Server;
  ext(moment: 'onRequest' | 'onPreResponse', does: (request: GatewayRequest, h: Toolkit) => Answer | symbol): void;
}

/**
 * Makes the local gateway answer its own refusals in our envelope, and leave to the functions what the deployed gateway
 * leaves to them.
 */
export function answerInEnvelope(server: GatewayServer): void {
  const { listener } = server;
  Object.assign(listener, { maxHeaderSize: HEAD_READ, requireHostHeader: false });
  listener.removeAllListeners('clientError').on('clientError', refuseBytes);
  listener.on('connect', (request: IncomingMessage, socket: Socket) => {
    refuse(socket, 'not_found', chooseLanguage(request.headers['accept-language']));
  });
  // RFC 9110 allows to ignore other expectations.
  listener.on('checkExpectation', (request, response) => listener.emit('request', request, response));
  server.ext('onRequest', takeIn);
  server.ext('onPreResponse', envelop);
}

function takeIn({ headers, raw }: GatewayRequest, h: Toolkit): Answer | symbol {
  if (sizeOfHead(raw.req) > HEAD_MAX) return toAnswer(h, 'payload_too_large', headers).takeover();
  if (headers['content-type'] !== undefined) headers['content-type'] = BYTES;
  return h.continue;
}

function envelop({ method, headers, route, response }: GatewayRequest, h: Toolkit): Answer | symbol {
  if (!response.isBoom && method !== 'options' && route.settings.cors) leaveToFramework(response.headers);
  if (!response.isBoom) return h.continue;
  const { output } = response;
  // The functions answer a wrong preflight in the same way: it is not a failed call.
  const answer =
    method === 'options' ? h.response().code(204) : toAnswer(h, reasons[output.statusCode] ?? 'internal', headers);
  for (const [name, value] of Object.entries(output.headers)) {
    if (CORS.test(name) && (name !== EXPOSED || !route.settings.cors)) answer.header(name, String(value));
  }
  return answer;
}

/** Removes headers that the framework adds again. */
function leaveToFramework(headers: Answer['headers']): void {
  delete headers[EXPOSED];
  if (typeof headers['vary'] === 'string') headers['vary'] = headers['vary'].replace(/, origin$/, '');
}

function toAnswer(h: Toolkit, reason: Reason, asked: IncomingHttpHeaders): Answer {
  const { headers = {}, body } = replyFailure(new AppError(reason), chooseLanguage(asked['accept-language']));
  const answer = h.response(body).code(statusOf(reason));
  for (const [name, value] of Object.entries(headers)) answer.header(name, String(value));
  return answer;
}

function sizeOfHead({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  return [method, url, ...rawHeaders].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Refuses bytes that are not HTTP, and requests with too many headers. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_input', 'zh');
}

function refuse(socket: Socket, reason: Reason, language: Language): void {
  // Further bytes of a refused request arrive and are refused again.
  if (!socket.writable) return;
  const { headers = {}, body = '' } = replyFailure(new AppError(reason), language);
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const status = statusOf(reason);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
