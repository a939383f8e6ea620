import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError, badField } from '../../errors.ts';
import type { Endpoint, Upload } from '../endpoint.ts';
import type { Exchange, Middleware } from '../exchange.ts';

/** The maximum bytes of a form as it is sent. */
const MAX_FORM_BYTES = 1024 * 1024;
/** The maximum bytes of an upload as it is sent. In base64 it still fits into the 6 MB that a function gets. */
const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;
/** The maximum number of repeated parameters that an error names. */
const MAX_REPEATED_NAMES = 20;
const MAX_REPEATED_NAME_LENGTH = 64;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data';

/**
 * Reads the parameters of a GET from the query, those of other methods from the form body. A DELETE without a body may
 * have them in the query, since some proxies drop its body. An endpoint for uploads also takes multipart bodies.
 * @throws AppError `payload_too_large`, `unsupported_encoding`, `invalid_input` for a broken multipart body.
 */
export function decodeBody(endpoint: Endpoint): Middleware {
  const [method] = endpoint.route.split(' ');
  return {
    before: ({ event, context: { exchange } }) => {
      if (method === '$default') return;
      const bytes = method === 'GET' ? Buffer.alloc(0) : readBody(event);
      if (bytes.length > 0) requireUncompressed(exchange.headers.get('content-encoding') ?? '');
      const contentType = exchange.headers.get('content-type') ?? '';
      if (endpoint.upload && parseMediaType(contentType) === MULTIPART_TYPE) {
        if (bytes.length > MAX_UPLOAD_BYTES) throw new AppError('payload_too_large');
        return readParts(endpoint.upload(contentType, bytes), exchange);
      }
      if (bytes.length > MAX_FORM_BYTES) throw new AppError('payload_too_large');
      if (bytes.length > 0) requireForm(contentType, endpoint);
      const isInQuery = method === 'GET' || (method === 'DELETE' && bytes.length === 0);
      // The gateway's parsed query joins repeated parameters with commas, so the raw one is read.
      const text = isInQuery ? (event.rawQueryString ?? '') : bytes.toString('utf8');
      if (text !== '') Object.assign(exchange, readQuery(text));
      exchange.parameters = { ...exchange.parameters, ...readPathParameters(event) };
    },
  };
}

/** Reads an upload into the exchange. It returns nothing: a value that a middleware returns would end the chain. */
async function readParts(upload: Promise<Upload>, exchange: Exchange): Promise<void> {
  const { files, fields } = await upload;
  exchange.files = files;
  Object.assign(exchange, readParameters(fields));
}

/** Reads the parameters of a query or form. */
export function readQuery(text: string) {
  return readParameters([...new URLSearchParams(text)]);
}

function readParameters(pairs: Upload['fields']): Pick<Exchange, 'parameters' | 'repeatedNames'> {
  return { parameters: Object.fromEntries(pairs), repeatedNames: findRepeatedNames(pairs.map(([name]) => name)) };
}

/** Reads the parameters in the path: `{name}` in the route. */
function readPathParameters({ pathParameters }: APIGatewayProxyEventV2): Exchange['parameters'] {
  return Object.fromEntries(Object.entries(pathParameters ?? {}).map(([name, value = '']) => [name, value]));
}

/** Reads the body. The gateway sends it in base64; the local one sends forms as they came, and null for no body. */
function readBody({ body, isBase64Encoded }: APIGatewayProxyEventV2): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

function parseMediaType(contentType: string): string {
  const [type = ''] = contentType.toLowerCase().split(';');
  return type.trim();
}

/** Requires an uncompressed body. The size of a compressed one is known only after it is unpacked. */
function requireUncompressed(encoding: string): void {
  if (/^\s*(?:identity)?\s*$/i.test(encoding)) return;
  throw badField('Content-Encoding', { code: 'choice', names: 'identity' }, 'unsupported_encoding');
}

function requireForm(contentType: string, { upload }: Endpoint): void {
  const [, ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (parseMediaType(contentType) === FORM_TYPE && isUtf8) return;
  const names = [`${FORM_TYPE}; charset=utf-8`, ...(upload ? [MULTIPART_TYPE] : [])].join(', ');
  throw badField('Content-Type', { code: 'choice', names }, 'unsupported_encoding');
}

function findRepeatedNames(names: readonly string[]): string[] {
  const seenNames = new Set<string>();
  const repeatedNames = new Set<string>();
  for (const name of names) {
    if (seenNames.has(name)) repeatedNames.add(name);
    seenNames.add(name);
  }
  return [...repeatedNames].slice(0, MAX_REPEATED_NAMES).map((name) => name.slice(0, MAX_REPEATED_NAME_LENGTH));
}
