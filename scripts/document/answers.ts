import { allReasons, describeReason, type Reason, statusOf } from '../../lib/errors.ts';
import { contentTypesOf, type Endpoint } from '../../lib/http/endpoint.ts';
import { type ContentType, isText } from '../../lib/http/file-answer.ts';
import { listReasons } from './reasons.ts';
import type { Recorded } from './recorded.ts';
import { type Json, member, toJsonSchema } from './schema.ts';

const ENVELOPE = 'application/json';

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
    code: { type: 'integer', description: 'The HTTP status.' },
    desc: { type: 'string', description: 'What went wrong, for a person.' },
    success: { type: 'boolean', const: false },
    reason: { type: 'string', enum: allReasons, description: 'What went wrong, for a program.' },
    errors: {
      type: 'array',
      description: 'Every field that is wrong.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          file: { type: 'string', description: 'Of an upload: the name of the file in which it is.' },
          sheet: { type: 'string', description: 'Its worksheet, where more than one is read.' },
          row: { type: 'integer', minimum: 1, description: 'Its row there, as a spreadsheet counts.' },
          column: { type: 'string', description: 'Its column there, by the header or the letter.' },
        },
      },
    },
  },
};

/** The answer of a successful request, with what was answered to the examples. */
export function describeSuccess(endpoint: Endpoint, recorded: readonly Recorded[]): Json {
  const types = contentTypesOf(endpoint);
  const bodies = recorded.flatMap(({ example, body }) => {
    return body === undefined ? [] : [[`example${example}`, { value: body }] as const];
  });
  const examples = bodies.length === 0 ? {} : { examples: Object.fromEntries(bodies) };
  const headers = describeHeaders(endpoint, recorded);
  return {
    description: 'Done',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content:
      types.length === 0
        ? { [ENVELOPE]: { schema: describeEnvelope(endpoint), ...examples } }
        : Object.fromEntries(types.map((type) => [type, { schema: describeContent(type), ...examples }])),
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
      code: { type: 'integer', const: 200 },
      desc: { type: 'string' },
      success: { type: 'boolean', const: true },
      ...(output ? { body: toJsonSchema(output, 'output') } : {}),
    },
  };
  return bareOutput ? { anyOf: [envelope, toJsonSchema(bareOutput, 'output')] } : envelope;
}

/** The headers that tell a version, or what a call has created. One that has only changed something has no ids. */
function describeHeaders(endpoint: Endpoint, recorded: readonly Recorded[]): Json {
  const describe = (name: string, description: string) => {
    const example = recorded.map(({ headers }) => headers?.[name.toLowerCase()]).find(Boolean);
    return { [name]: { description, schema: { type: 'string' }, ...member('example', example) } };
  };
  return {
    ...(endpoint.isVersioned ? describe('ETag', 'Of one thing: its version, after a write the new one.') : {}),
    ...(endpoint.creates
      ? {
          ...describe('Location', 'Where the first thing created is read.'),
          ...describe('Catering-Ids', 'Ids of all that was created, separated by commas, encoded as in an address.'),
        }
      : {}),
  };
}

function describeContent(type: ContentType): Json {
  if (type === 'application/json') return { type: 'object' };
  return isText(type) ? { type: 'string' } : { type: 'string', contentMediaType: type };
}

/**
 * The failures by status: one response for all operations that fail for the same reasons, and one for each operation of
 * which a failure was recorded, since that names its own fields.
 */
export class Failures {
  readonly #responses = new Map<string, Json>();

  /** The failures of one operation, by status. */
  describe(endpoint: Endpoint, recorded: readonly Recorded[]): Json {
    const responses = [...Map.groupBy(listReasons(endpoint), statusOf)].map(([status, reasons]) => {
      const own = recorded.find((one) => one.status === status);
      const name = toIdentifier(own ? [endpoint.id] : reasons, status);
      if (!this.#responses.has(name)) this.#responses.set(name, describeStatus(status, reasons, own));
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(responses);
  }

  /** All responses so far, by name. */
  list(): Json {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function describeStatus(status: number, reasons: readonly Reason[], own: Recorded | undefined): Json {
  const narrowed = {
    properties: { code: { type: 'integer', const: status }, reason: { type: 'string', enum: reasons } },
  };
  const examples = reasons.map((reason) => {
    const plain = { code: status, desc: describeReason(reason, 'zh'), success: false, reason };
    return [reason, { value: reason === 'invalid_input' && own ? own.body : plain }];
  });
  const seconds = RETRY_AFTER.get(status);
  const retryAfter = {
    description: 'Seconds after which another try makes sense.',
    schema: { type: 'integer', minimum: 1 },
    example: seconds,
  };
  return {
    description: reasons.map((reason) => `\`${reason}\`: ${describeReason(reason, 'en')}`).join('\n\n'),
    ...(seconds === undefined ? {} : { headers: { 'Retry-After': retryAfter } }),
    content: {
      [ENVELOPE]: {
        schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, narrowed] },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** An identifier: a letter first, then letters and digits only. Generators make names of types from it. */
function toIdentifier(words: readonly string[], status: number): string {
  const parts = words.flatMap((word) => word.split('_')).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return `${parts.join('')}${status}`;
}
