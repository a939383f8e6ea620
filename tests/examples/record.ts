import type { Endpoint, Example } from '../../lib/http/endpoint.ts';
import { isText } from '../../lib/http/file-answer.ts';
import type { RecordedAnswer } from '../../scripts/document/recorded.ts';
import { toParameters } from '../support/service/examples.ts';
import type { Answer } from '../support/service/service.ts';
import type { World } from './world.ts';

/** The headers that are recorded. */
const HEADERS = ['etag', 'location', 'catering-ids'];
/** The number of members of a list, and of characters of a text, that are recorded. */
const MAX_MEMBERS = 2;
const MAX_CHARACTERS = 300;
const SECOND_MS = 1000;

/** Texts that differ in each run, and their replacements: tokens, addresses, passwords, ids of requests. */
const volatileTexts: readonly [pattern: RegExp, sample: string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJsaW1laSJ9.c2lnbmF0dXJl'],
  [/\/(screen|print)\/[\w-]{43}/g, '/$1/mFJ0zVtqkJw5nK3b1qR8cX2yD7eG6hL9pS4uT0vWxYz'],
  [/"(?:[a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}"/g, '"k7wn-3pqa-x9de"'],
  [/-[A-Z0-9]{8}\.(css|js)/g, '-K7WN3PQA.$1'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0b5c2f0e-9d3a-4c57-8a51-6f2e7c1d4b90'],
];

/**
 * Sends the examples of these endpoints to a new world, and each once with bad input, and returns the answers.
 * @throws Error naming an example that does not succeed.
 */
export async function recordAnswers(world: World, endpoints: readonly Endpoint[]): Promise<RecordedAnswer[]> {
  const sortedEndpoints = endpoints
    .filter(({ route }) => route !== '$default')
    .toSorted((a, b) => rankEndpoint(a) - rankEndpoint(b) || (a.id < b.id ? -1 : 1));
  const recorded: RecordedAnswer[] = [];
  for (const endpoint of sortedEndpoints) {
    recorded.push(...(await recordBadInput(world, endpoint)));
    for (const [index, example] of endpoint.examples.entries()) {
      // Each call has a second of its own, since the log of operations is sorted by time.
      world.service.stoppedAt = (world.service.stoppedAt ?? 0) + SECOND_MS;
      const answer = await sendExample(world, endpoint, example);
      if (answer.status !== 200) throw new Error(`${endpoint.id}: the example is answered ${answer.text}`);
      recorded.push(toRecordedAnswer(endpoint, index + 1, answer));
    }
  }
  return recorded.toSorted((a, b) =>
    a.id < b.id ? -1 : a.id > b.id ? 1 : a.status - b.status || a.example - b.example,
  );
}

/** Orders the calls: first those that create, then those that read, change and delete. The session ends last. */
function rankEndpoint({ id, route }: Endpoint): number {
  if (id === 'signOut') return Number.POSITIVE_INFINITY;
  return ['PUT', 'GET', 'POST', 'DELETE'].indexOf(route.split(' ')[0] ?? '');
}

/** Sends an example whose parameters are all a control character, which none may have, and records the refusal. */
async function recordBadInput(world: World, endpoint: Endpoint): Promise<RecordedAnswer[]> {
  const names = Object.keys(endpoint.examples[0]).filter((name) => name !== 'files');
  if (names.length === 0) return [];
  const answer = await sendExample(world, endpoint, Object.fromEntries(names.map((name) => [name, '\u0001'])));
  return answer.status === 400 ? [toRecordedAnswer(endpoint, 1, answer)] : [];
}

/** Sends an example as one of the endpoint's callers. */
function sendExample({ service, tokens }: World, { route, callers }: Endpoint, example: Example): Promise<Answer> {
  const token = callers === 'public' ? undefined : tokens.get(callers === 'admin' ? 'admin' : 'hongqi');
  return service.call(route, toParameters(route, example), { token });
}

function toRecordedAnswer(
  endpoint: Endpoint,
  example: number,
  { status, headers, text, json }: Answer,
): RecordedAnswer {
  const types = endpoint.contentTypes;
  const type = types.find((candidate) => String(headers['content-type']).startsWith(candidate));
  const { id } = endpoint;
  const recordedHeaders = HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  // `getOpenapi` would put the document into itself. A failure is an envelope, even where a success is a file.
  const isShown = types.length === 0 || status !== 200 || (type !== undefined && isText(type) && id !== 'getOpenapi');
  return {
    id,
    status,
    example,
    ...(recordedHeaders.length > 0 && types.length === 0 ? { headers: Object.fromEntries(recordedHeaders) } : {}),
    ...(isShown
      ? { body: shorten(json === undefined ? replaceVolatile(text) : JSON.parse(replaceVolatile(text))) }
      : {}),
  };
}

function replaceVolatile(text: string): string {
  return volatileTexts.reduce((result, [pattern, sample]) => result.replaceAll(pattern, sample), text);
}

function shorten(body: unknown): unknown {
  if (typeof body === 'string') return body.slice(0, MAX_CHARACTERS);
  if (Array.isArray(body)) return body.slice(0, MAX_MEMBERS).map(shorten);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shorten(value)]));
}
