import { type IncomingHttpHeaders, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type Language, type Reason, statusOf } from '../../lib/errors.ts';
import { chooseLanguage } from '../../lib/http/language.ts';
import { replyFailure } from '../../lib/http/reply.ts';

/** The longest request line and headers together, in bytes, as the deployed gateway takes them. */
const HEAD_MAX = 10_240;
/** Up to here the requests beyond are read, to be refused in words that whoever sent them understands. */
const HEAD_READ = 256 * 1024;
/** Goes into `content-type`, which is then read by the functions only, as behind the deployed gateway. */
const BYTES = 'application/octet-stream';
const CORS = /^(access-control-|vary$)/;
const EXPOSED = 'access-control-expose-headers';

/** Why the gateway itself refuses, by the status that it would answer; any other is a defect. */
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

/** A request that hapi has taken in, and the answer to it: a failure of hapi's own is a `Boom`. */
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

/** The server of serverless-offline, as far as it is used here: one of hapi. */
export interface GatewayServer {
  readonly listener: Server;
  ext(moment: 'onRequest' | 'onPreResponse', does: (request: GatewayRequest, h: Toolkit) => Answer | symbol): void;
}

/**
 * Has the local gateway answer in our envelope what it answers itself, and hand over to the functions what the deployed
 * gateway does.
 */
export function answerInEnvelope(server: GatewayServer): void {
  const { listener } = server;
  Object.assign(listener, { maxHeaderSize: HEAD_READ, requireHostHeader: false });
  listener.removeAllListeners('clientError').on('clientError', refuseBytes);
  listener.on('connect', (request: IncomingMessage, socket: Socket) => {
    refuse(socket, 'not_found', chooseLanguage(request.headers['accept-language']));
  });
  // Whatever else is expected of us, by RFC 9110 it may be ignored.
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
  // The functions answer so, too: what asks wrongly whether it may call is no failure of a call.
  const answer =
    method === 'options' ? h.response().code(204) : toAnswer(h, reasons[output.statusCode] ?? 'internal', headers);
  for (const [name, value] of Object.entries(output.headers)) {
    if (CORS.test(name) && (name !== EXPOSED || !route.settings.cors)) answer.header(name, String(value));
  }
  return answer;
}

/** Takes out what the framework says once more. */
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

/** What is no HTTP, or has more headers than are read. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_input', 'zh');
}

function refuse(socket: Socket, reason: Reason, language: Language): void {
  // The rest of what is refused arrives and is refused again.
  if (!socket.writable) return;
  const { headers = {}, body = '' } = replyFailure(new AppError(reason), language);
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const status = statusOf(reason);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
