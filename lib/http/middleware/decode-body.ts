import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';

/** Longest form body, in bytes after base64. */
const MAX_BODY_BYTES = 1024 * 1024;

/** How much of what somebody repeats is told back to him. */
const MOST_REPEATED = 20;
const REPEATED_NAME_MAX = 64;

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads the parameters: of a GET from the query, of the others from the form body. A DELETE without a body may carry
 * them in the query, since some proxies drop its body.
 * @throws AppError `payload_too_large`, `unsupported_encoding`.
 */
export function decodeBody(endpoint: Endpoint): Middleware {
  const [method] = endpoint.route.split(' ');
  return {
    before: ({ event, context: { exchange } }) => {
      if (method === '$default') return;
      const body = method === 'GET' ? '' : readBody(event);
      if (body !== '') demandForm(exchange.headers.get('content-type'));
      const isInQuery = method === 'GET' || (method === 'DELETE' && body === '');
      // The gateway's parsed query joins repeated parameters with commas; the raw one does not hide them.
      const pairs = [...new URLSearchParams(isInQuery ? (event.rawQueryString ?? '') : body)];
      exchange.parameters = Object.fromEntries(pairs);
      exchange.repeated = findRepeated(pairs.map(([name]) => name));
    },
  };
}

/** The gateway hands bodies over in base64, the local one as they came. */
function readBody({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): string {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : Buffer.from(body);
  if (bytes.length > MAX_BODY_BYTES) throw new AppError('payload_too_large');
  return bytes.toString('utf8');
}

function demandForm(contentType = ''): void {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type.trim() !== FORM || !isUtf8) throw new AppError('unsupported_encoding');
}

function findRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return [...repeated].slice(0, MOST_REPEATED).map((name) => name.slice(0, REPEATED_NAME_MAX));
}
