import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { withoutBlanks } from '../../../lib/domain/fields.ts';
import type { Random } from '../../../lib/domain/random.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import { Attachment, type Sendable, toUpload } from '../../support/attachment.ts';
import { makeEvent } from '../../support/service.ts';

/** Longest form that is taken, in bytes: the contract's, written down anew. */
const FORM_MAX = 1024 * 1024;

/** A request while it is being changed; it begins as a valid one. */
export interface Draft {
  readonly endpoint: Endpoint;
  /** Parameters in their order; a name may be there more than once. */
  pairs: [name: string, value: string][];
  /** The files of an upload. */
  readonly files: readonly Attachment[];
  /** The form as text, instead of one made from the pairs. */
  form: string | undefined;
  /** The body as it is, instead of the form. */
  body: Uint8Array | undefined;
  headers: Record<string, string>;
  encoding: 'base64' | 'plain';
  /** Whether no answer but a refusal is right, whatever the declaration says. */
  mustFail: boolean;
}

/** A way to make a request worse. They are applied in the order of the parts that they change. */
export interface Mutator {
  readonly name: string;
  readonly part: 'pairs' | 'form' | 'body' | 'headers';
  /** Takes long enough to be left to its turn. */
  readonly isHeavy?: boolean;
  readonly change: (draft: Draft, random: Random) => void;
}

/** The order in which changes make sense: a form is made of pairs, a body of a form. */
export const parts: readonly Mutator['part'][] = ['pairs', 'form', 'body', 'headers'];

/** A valid call before it is changed. */
export function startDraft(endpoint: Endpoint, parameters: Sendable): Draft {
  const all = Object.entries(parameters);
  const files = all.flatMap(([, value]) => (value instanceof Attachment ? value : []));
  const pairs = all.flatMap(([name, value]): [string, string][] =>
    value instanceof Attachment ? [] : [[name, String(value)]],
  );
  return { endpoint, files, pairs, form: undefined, body: undefined, headers: {}, encoding: 'base64', mustFail: false };
}

/** The form as text, as far as it has been changed. */
export function formOf({ pairs, form }: Draft): string {
  return form ?? new URLSearchParams(pairs).toString();
}

/** The event that the function is given. */
export function toEvent(draft: Draft, token: string | undefined): APIGatewayProxyEventV2 {
  const { endpoint, files, pairs, encoding } = draft;
  const isUpload = files.length > 0 && draft.body === undefined && draft.form === undefined;
  const upload = isUpload ? toUpload([...pairs, ...files.map((file) => ['files', file] as const)]) : undefined;
  const body = draft.body ?? upload?.body;
  const headers = { ...(upload ? { 'content-type': upload.contentType } : {}), ...draft.headers };
  const isInQuery = endpoint.route.startsWith('GET') || endpoint.route === '$default';
  const form = formOf(draft);
  return makeEvent(
    endpoint.route,
    {},
    {
      token,
      headers,
      encoding: body === undefined ? encoding : 'base64',
      rawBody: body ?? (isInQuery ? '' : form),
      rawQuery: isInQuery ? form : '',
    },
  );
}

/**
 * Whether the request is one that the declaration takes: its form is decoded once more, by the rules of the contract,
 * and parsed by the endpoint's own input. Of a multipart body nothing is said: undefined.
 */
export function isDeclared({ endpoint }: Draft, event: APIGatewayProxyEventV2): boolean | undefined {
  const [method] = endpoint.route.split(' ');
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const type = findHeader(event, 'content-type').toLowerCase();
  const isInQuery = method === 'GET' || (method === 'DELETE' && body.length === 0);
  if (!isInQuery && endpoint.upload && /^multipart\/form-data\s*(?:;|$)/.test(type)) return undefined;
  if (!isInQuery && (body.length > FORM_MAX || (body.length > 0 && !isForm(type)))) return false;
  const pairs = [...new URLSearchParams(isInQuery ? event.rawQueryString : body.toString('utf8'))];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return false;
  // What is optional there, and sent empty, is absent.
  const isLenient = method === 'GET' || method === 'DELETE';
  const filled = isLenient ? pairs.filter(([, value]) => withoutBlanks(value) !== '') : pairs;
  return [pairs, filled].some((given) => endpoint.input.safeParse(Object.fromEntries(given)).success);
}

function isForm(type: string): boolean {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return media === 'application/x-www-form-urlencoded' && /^charset="?utf-?8"?$/.test(charset ?? 'charset=utf-8');
}

function findHeader({ headers }: APIGatewayProxyEventV2, name: string): string {
  return Object.entries(headers).findLast(([one]) => one.toLowerCase() === name)?.[1] ?? '';
}
