import { answersETag, type Endpoint } from '../../lib/http/endpoint.ts';
import { isText } from '../../lib/http/file-answer.ts';
import type { Declarations } from '../../scripts/generate/declarations.ts';
import {
  type Answers,
  collectTexts,
  type OperationAnswers,
  type RecordedAnswer,
} from '../../scripts/reference/document/documentation.ts';
import type { ExampleRequest, OperationText } from '../../scripts/reference/texts/documentation.ts';
import type { Answer } from '../support/service/service.ts';
import { sendExample } from './send.ts';
import type { World } from './world.ts';

/** Texts that differ each time, and their replacements: tokens, addresses of screens, passwords, ids of requests. */
const volatile: readonly [pattern: RegExp, sample: string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJsaW1laSJ9.c2lnbmF0dXJl'],
  [/\/screen\/[\w-]{43}/g, '/screen/mFJ0zVtqkJw5nK3b1qR8cX2yD7eG6hL9pS4uT0vWxYz'],
  [/"(?:[a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}"/g, '"k7wn-3pqa-x9de"'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '0b5c2f0e-9d3a-4c57-8a51-6f2e7c1d4b90'],
];

/** A call with its example requests. */
interface Subject {
  readonly endpoint: Endpoint;
  readonly text: OperationText;
  readonly answers: OperationAnswers;
}

/**
 * Sends all example requests to a new world of `buildWorld` and returns the answers. Requests that read come first,
 * then those that fail, and at last those that write: so no answer depends on another example.
 * @throws Error naming a request with an unexpected answer.
 */
export async function recordAnswers(world: World, declarations: Declarations): Promise<Answers> {
  const { operations } = await collectTexts(declarations);
  const subjects = declarations.endpoints.flatMap(({ declaration: endpoint }): Subject[] => {
    const text = operations.get(endpoint.id);
    return text ? [{ endpoint, text, answers: { examples: {}, failures: {} } }] : [];
  });
  const [reading, writing] = [true, false].map((isRead) => subjects.filter((one) => isReading(one) === isRead));
  for (const subject of reading ?? []) await recordExamples(world, subject);
  for (const subject of subjects) await recordFailures(world, subject);
  for (const subject of writing ?? []) await recordExamples(world, subject);
  return Object.fromEntries(subjects.map(({ endpoint, answers }) => [endpoint.id, answers]));
}

function isReading({ endpoint }: Subject): boolean {
  return endpoint.route.startsWith('GET ');
}

async function recordExamples(world: World, { endpoint, text, answers }: Subject): Promise<void> {
  for (const [name, request] of Object.entries(text.examples)) {
    const answer = await attempt(world, endpoint, request, name);
    if (answer.status !== 200) throw new Error(`${endpoint.id}: example ${name} is answered ${answer.text}`);
    answers.examples[name] = toRecord(answer, endpoint, text.excerpt);
  }
}

async function recordFailures(world: World, { endpoint, text, answers }: Subject): Promise<void> {
  for (const [reason, request] of Object.entries(text.failures ?? {})) {
    const answer = await attempt(world, endpoint, request, reason);
    if (answer.json?.reason !== reason) throw new Error(`${endpoint.id}: not ${reason} is answered but ${answer.text}`);
    answers.failures[reason] = toRecord(answer, endpoint);
  }
}

function attempt(world: World, endpoint: Endpoint, request: ExampleRequest, name: string): Promise<Answer> {
  return sendExample(world, endpoint, request).catch((cause) => {
    throw new Error(`${endpoint.id}: example ${name} cannot be sent`, { cause });
  });
}

function toRecord(answer: Answer, endpoint: Endpoint, excerpt?: OperationText['excerpt']): RecordedAnswer {
  const { status, headers, text, json } = answer;
  const { contentType } = endpoint;
  const retryAfter = headers['retry-after'];
  const { etag, location, 'catering-ids': ids } = headers;
  const isShown = json !== undefined || contentType === undefined || isText(contentType);
  return {
    status,
    ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
    // The ETag of a file is not a version that anybody could send back.
    ...(answersETag(endpoint) && typeof etag === 'string' ? { etag } : {}),
    ...(endpoint.creates && typeof location === 'string' && typeof ids === 'string' ? { location, ids } : {}),
    ...(isShown ? { body: cut(json === undefined ? steady(text) : JSON.parse(steady(text)), excerpt) } : {}),
  };
}

function steady(text: string): string {
  return volatile.reduce((result, [pattern, sample]) => result.replaceAll(pattern, sample), text);
}

function cut(body: unknown, excerpt: OperationText['excerpt']): unknown {
  if (typeof excerpt === 'number') return String(body).slice(0, excerpt);
  if (!excerpt || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => excerpt.includes(name)));
}
