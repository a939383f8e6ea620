import { md5 } from 'js-md5';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../.build/workbench/api.ts';
import { Failure } from './failure.ts';
import { keepOnce } from './once.ts';
import { renewed, session } from './session.ts';

/** The service's calls, by method and path, with types made of its own document. */
export const api = createClient<paths>({
  // The pages are Chinese, whatever language the browser prefers.
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Accept-Language': 'zh-CN' },
  bodySerializer: toForm,
  fetch: (request) => fetchSignedIn(request),
});

/** What the service's document says of what calls take and answer. */
export type Schemas = components['schemas'];

/** What a call answered. */
export interface Answer<Data> {
  readonly body: BodyOf<Data>;
  /** What the service says it did. */
  readonly desc: string;
  /** The version that was read or written. */
  readonly etag: string | undefined;
  /** The ids of what was created. */
  readonly ids: readonly number[];
  /** The name of what was answered, where it is a file. */
  readonly fileName: string | undefined;
}

/** The body in the envelope; of a bare answer all of it. */
type BodyOf<Data> = Data extends { success: boolean; body: infer Body }
  ? Body
  : Data extends { success: boolean; body?: infer Told }
    ? Told | undefined
    : Data;

/** What the client answers: data, or an envelope that says why there are none. */
type Sent<Data> = Promise<
  { data: Data; error?: never; response: Response } | { data?: never; error: unknown; response: Response }
>;

/**
 * Waits for a call of `api`.
 * @throws Failure with the service's reason, or `offline` where nothing was answered.
 */
export async function send<Data>(call: Sent<Data>): Promise<Answer<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw toFailure(error, response);
  const { body, desc } = openEnvelope<Data>(data);
  return {
    body,
    desc,
    etag: response.headers.get('etag') ?? undefined,
    ids: (response.headers.get('catering-ids') ?? '').split(',').filter(Boolean).map(Number),
    fileName: toFileName(response.headers.get('content-disposition') ?? ''),
  };
}

/** The options of a call that sends files. */
export const asUpload = { headers: { 'Content-Type': null }, bodySerializer: toUpload } as const;

/** Files as the types of an upload's form have them: a document calls them texts. */
export function asFiles(...files: readonly Blob[]): string[] {
  return files as unknown as string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the client's types say what a call answers
function openEnvelope<Data>(data: any): { body: BodyOf<Data>; desc: string } {
  const isEnveloped = typeof data === 'object' && data !== null && typeof data.success === 'boolean';
  return isEnveloped ? { body: data.body, desc: data.desc } : { body: data, desc: '' };
}

/** The name in a `Content-Disposition`, as the service writes it: percent-encoded UTF-8. */
function toFileName(disposition: string): string | undefined {
  const [, name] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

function toFailure(error: unknown, response: Response): Failure {
  const wait = Number(response.headers.get('retry-after')) || undefined;
  const isTold = typeof error === 'object' && error !== null && 'reason' in error && 'desc' in error;
  return isTold
    ? new Failure(error as ConstructorParameters<typeof Failure>[0], wait)
    : new Failure({ reason: 'unavailable', desc: '服务暂时不可用' }, wait);
}

/** A form: objects and lists as JSON texts, passwords as their digests; what is absent is left out. */
function toForm(fields: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (value !== undefined) form.append(name, /password$/i.test(name) ? digestPassword(text) : text);
  }
  return form;
}

/** The digest in which passwords travel: the last 16 characters of the upper-case MD5 hex digest. */
function digestPassword(plain: string): string {
  return md5(plain).toUpperCase().slice(-16);
}

function toUpload(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one));
  }
  return form;
}

/** What takes a number away where the service reads an empty text as none. Its types know only the number. */
export const NONE = '' as never;

/** Who signs in is told why not at once, and who signs out needs no new session for that. */
const atOnce = ['/api/login', '/api/logout'];

/**
 * Sends a request in the session's name. If the service does not accept the session any more, the person signs in again
 * and the request is repeated, so that nothing typed is lost.
 */
async function fetchSignedIn(request: Request): Promise<Response> {
  const answered = await keepOnce(request);
  for (;;) {
    const token = session.value?.token;
    const copy = request.clone();
    if (token !== undefined) copy.headers.set('Authorization', `Bearer ${token}`);
    const response = await reach(copy);
    // A fault of the service leaves open whether the call was carried out.
    if (response.status < 500) answered();
    if (response.status !== 401 || token === undefined) return response;
    if (atOnce.some((path) => request.url.endsWith(path))) return response;
    await renewed(token);
  }
}

async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Failure({ reason: 'offline', desc: '连接不上服务' });
  }
}
