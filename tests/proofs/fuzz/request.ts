import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { withoutBlanks } from '../../../lib/domain/values/fields.ts';
import type { Random } from '../../../lib/domain/values/random.ts';
import type { Endpoint } from '../../../lib/http/endpoint.ts';
import { Attachment, type Sendable, toUpload } from '../../support/files/attachment.ts';
import { makeEvent } from '../../support/service/service.ts';

/** The longest accepted form, in bytes. The figure is stated again here, not taken from the service. */
const MAX_FORM_BYTES = 1024 * 1024;

/** A request while it is being changed. It begins as a valid one. */
export interface Draft {
  readonly endpoint: Endpoint;
  /** Parameters in their order. A name may occur more than once. */
  pairs: [name: string, value: string][];
  /** The files of an upload. */
  readonly files: readonly Attachment[];
  /** The form as text, instead of one made from the pairs. */
  form: string | undefined;
  /** The body as it is, instead of the form. */
  body: Uint8Array | undefined;
  headers: Record<string, string>;
  encoding: 'base64' | 'plain';
  /** Whether only a refusal is right, whatever the declaration says. */
  mustFail: boolean;
}

/** A way to make a request worse. Ways are applied in the order of the parts that they change. */
export interface Mutator {
  readonly name: string;
  readonly part: 'pairs' | 'form' | 'body' | 'headers';
  /** Whether it is slow, and so is only used in its turn. */
  readonly isHeavy?: boolean;
  readonly change: (draft: Draft, random: Random) => void;
}

/** Makes a way that changes this part. */
export function makeMutator(part: Mutator['part'], name: string, change: Mutator['change']): Mutator {
  return { name, part, change };
}

/** Makes a slow way. */
export function makeSlowMutator(...facts: Parameters<typeof makeMutator>): Mutator {
  return { ...makeMutator(...facts), isHeavy: true };
}

/** The order of changes: a form is made of pairs, a body of a form. */
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

/** The form as text, with its changes so far. */
export function printForm({ pairs, form }: Draft): string {
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
  const form = printForm(draft);
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
 * Whether the declaration accepts the request. Its form is decoded here by the rules of the contract, and parsed by the
 * endpoint's own input. Undefined for a multipart body.
 */
export function isDeclared({ endpoint }: Draft, event: APIGatewayProxyEventV2): boolean | undefined {
  const [method] = endpoint.route.split(' ');
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const type = findHeader(event, 'content-type').toLowerCase();
  const isInQuery = method === 'GET' || (method === 'DELETE' && body.length === 0);
  if (!isInQuery && endpoint.upload && /^multipart\/form-data\s*(?:;|$)/.test(type)) return undefined;
  if (!isInQuery && (body.length > MAX_FORM_BYTES || (body.length > 0 && !isForm(type)))) return false;
  const pairs = [...new URLSearchParams(isInQuery ? event.rawQueryString : body.toString('utf8'))];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return false;
  // An empty optional parameter counts as absent there.
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
