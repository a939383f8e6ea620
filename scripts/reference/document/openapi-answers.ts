import { needsMainAccount } from '../../../lib/auth/permissions.ts';
import { allReasons, describeReason, type Language, type Reason, statusOf, type Text } from '../../../lib/errors.ts';
import { answersETag, type Endpoint, takesIdempotencyKey } from '../../../lib/http/endpoint.ts';
import { type ContentType, isText } from '../../../lib/http/file-answer.ts';
import type { OperationText } from '../texts/documentation.ts';
import type { Answers, OperationAnswers, RecordedAnswer } from './documentation.ts';
import { nameAnswer } from './openapi-examples.ts';
import { inEach, type Json, toJsonSchema } from './openapi-schema.ts';

const ENVELOPE = 'application/json';
const DONE: Text = { zh: '完成', en: 'Done' };

/** The greatest `Retry-After` in seconds, by status. */
const RETRY_AFTER = new Map([
  [429, 900],
  [503, 1],
]);

/** The schema of every failure. */
export const failureSchema: Json = {
  type: 'object',
  required: ['code', 'desc', 'success', 'reason'],
  properties: {
    code: { type: 'integer', description: { zh: 'HTTP 状态码', en: 'The HTTP status' } },
    desc: { type: 'string', description: { zh: '出了什么问题，给人看', en: 'What went wrong, for a person' } },
    success: { const: false },
    reason: { enum: allReasons, description: { zh: '出了什么问题，供程序判断', en: 'What went wrong, for a program' } },
    errors: {
      type: 'array',
      description: { zh: '每个有误的字段', en: 'Every field that is wrong' },
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          file: {
            type: 'string',
            description: {
              zh: '上传时：有误之处所在的文件名',
              en: 'Of an upload: the name of the file in which it is',
            },
          },
          sheet: {
            type: 'string',
            description: { zh: '所在的工作表，读取多张时', en: 'Its worksheet, where more than one is read' },
          },
          row: {
            type: 'integer',
            minimum: 1,
            description: { zh: '所在的行，按电子表格的行号', en: 'Its row there, as a spreadsheet counts' },
          },
          column: {
            type: 'string',
            description: { zh: '所在的列，表头或列号', en: 'Its column there, by the header or the letter' },
          },
        },
      },
    },
  },
};

/** The answer of a successful request, with the answers to the example requests. */
export function describeSuccess(
  endpoint: Endpoint,
  text: OperationText | undefined,
  answers: OperationAnswers | undefined,
): Json {
  const { contentType } = endpoint;
  const recorded = Object.entries(answers?.examples ?? {}).filter(([, { body }]) => body !== undefined);
  const values = recorded.map(([name, { body }]) => {
    return [name, { ...nameAnswer(endpoint, name, text), value: body }];
  });
  const examples = values.length === 0 ? {} : { examples: Object.fromEntries(values) };
  if (contentType) {
    return { description: DONE, content: { [contentType]: { schema: describeContent(contentType), ...examples } } };
  }
  const etag = answersETag(endpoint) ? { ETag: describeETag(recorded.map(([, one]) => one)) } : undefined;
  const created = endpoint.creates ? describeCreated(Object.values(answers?.examples ?? {})) : undefined;
  const headers = etag || created ? { headers: { ...etag, ...created } } : {};
  return {
    description: DONE,
    ...headers,
    content: { [ENVELOPE]: { schema: describeEnvelope(endpoint), ...examples } },
  };
}

/**
 * The schema of a success. What is told only once about something created is optional: a repeated request is answered
 * without it.
 */
function describeEnvelope({ output, bareOutput, creates }: Endpoint): Json {
  const envelope = {
    type: 'object',
    required: ['code', 'desc', 'success', ...(output && !creates ? ['body'] : [])],
    properties: {
      code: { const: 200 },
      desc: { type: 'string' },
      success: { const: true },
      ...(output ? { body: toJsonSchema(output, 'output') } : {}),
    },
  };
  return bareOutput ? { anyOf: [envelope, toJsonSchema(bareOutput, 'output')] } : envelope;
}

/** An identifier: a letter first, then letters and digits only. Generators make names of types from it. */
function toIdentifier(words: readonly string[], status: number): string {
  const parts = words.flatMap((word) => word.split('_')).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return `${parts.join('')}${status}`;
}

/** The headers that tell what a call has created. A call that has only changed something leaves them out. */
function describeCreated(answers: readonly RecordedAnswer[]): Record<string, Json> {
  const [one] = answers.filter(({ ids }) => ids !== undefined);
  const describe = (description: Text, example: string | undefined) => {
    return { description, schema: { type: 'string' }, ...(example === undefined ? {} : { example }) };
  };
  return {
    Location: describe({ zh: '第一个新内容的读取地址', en: 'Where the first thing created is read' }, one?.location),
    'Catering-Ids': describe(
      {
        zh: '所有新内容的编号，以逗号分隔，各按地址的规则编码',
        en: 'Ids of all that was created, separated by commas, each encoded as in an address',
      },
      one?.ids,
    ),
  };
}

function describeETag(answers: readonly RecordedAnswer[]): Json {
  const example = answers.find(({ etag }) => etag !== undefined)?.etag;
  const header = {
    description: { zh: '带 `id` 时：它的版本', en: 'With `id`: its version' },
    schema: { type: 'string' },
  };
  return example === undefined ? header : { ...header, example };
}

function describeContent(type: ContentType): Json {
  if (type === 'application/json') return { type: 'object' };
  return isText(type) ? { type: 'string' } : { type: 'string', contentMediaType: type };
}

/** All reasons of an endpoint: its declared ones, and those of every endpoint of its kind. */
export function listReasons(endpoint: Endpoint): Reason[] {
  const { route, side, permission, isForAnyUnit, reasons } = endpoint;
  const found = new Set<Reason>([...reasons, 'internal', 'unavailable']);
  // Even where a call takes no parameters, a repeated parameter is bad input.
  if (route !== '$default') found.add('invalid_input');
  if (!route.startsWith('GET ')) found.add('payload_too_large').add('unsupported_encoding');
  if (takesIdempotencyKey(endpoint)) found.add('repeated_request');
  if (side !== 'public') found.add('not_signed_in');
  if (side !== 'public' && !isForAnyUnit) found.add('unit_closed').add('unit_expired');
  if (side === 'admin' || side === 'business') found.add('wrong_side');
  if (permission !== 'none' && permission !== 'session') {
    found.add('missing_permission');
    const isForMain = [permission].flat().every((one) => needsMainAccount('business', one));
    if (isForMain && side !== 'admin') found.add('main_account_only');
  }
  return allReasons.filter((reason) => found.has(reason));
}

/** Each reason with its text, in a paragraph of its own. */
function listTexts(reasons: readonly Reason[], language: Language): string {
  const colon = language === 'zh' ? '：' : ': ';
  return reasons.map((reason) => `\`${reason}\`${colon}${describeReason(reason, language)}`).join('\n\n');
}

/**
 * The failures by status: one response for all operations that fail for the same reasons, and one for each operation
 * whose failure names its own fields.
 */
export class Failures {
  readonly #responses = new Map<string, Json>();
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** The failures of one operation, by status. */
  describe(endpoint: Endpoint): Record<string, Json> {
    const responses = [...Map.groupBy(listReasons(endpoint), statusOf)].map(([status, reasons]) => {
      const isOwn = reasons.some((reason) => this.#recordOf(reason, endpoint)?.errors !== undefined);
      const name = isOwn ? toIdentifier([endpoint.id], status) : toIdentifier(reasons, status);
      if (!this.#responses.has(name)) this.#responses.set(name, this.#describeStatus(status, reasons, endpoint));
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(responses);
  }

  /** All responses so far, by name. */
  list(): Json {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #describeStatus(status: number, reasons: readonly Reason[], endpoint: Endpoint): Json {
    const narrowed = { properties: { code: { const: status }, reason: { enum: reasons } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, narrowed] };
    const examples = Object.fromEntries(
      reasons.map((reason) => [reason, { value: this.#exampleOf(reason, endpoint) }]),
    );
    const seconds = RETRY_AFTER.get(status);
    const retryAfter = {
      description: { zh: '多少秒后可再试', en: 'Seconds after which another try makes sense' },
      schema: { type: 'integer', minimum: 1 },
      example: seconds,
    };
    return {
      description: inEach((language) => listTexts(reasons, language)),
      ...(seconds === undefined ? {} : { headers: { 'Retry-After': retryAfter } }),
      content: { [ENVELOPE]: { schema, examples } },
    };
  }

  /** A failure that names no field is the same for all operations. */
  #exampleOf(reason: Reason, endpoint: Endpoint): Json {
    const plain = { code: statusOf(reason), desc: describeReason(reason, 'zh'), success: false, reason };
    return this.#recordOf(reason, endpoint) ?? plain;
  }

  #recordOf(reason: Reason, { id }: Endpoint): Json | undefined {
    const body = this.#answers[id]?.failures[reason]?.body;
    return body === undefined ? undefined : Object(body);
  }
}
