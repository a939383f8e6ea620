import * as z from 'zod';
import { allReasons, describeReason, type Reason, toHttpStatus } from '../../lib/errors.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { type ContentType, isText } from '../../lib/http/file-answer.ts';
import { listReasons } from './reasons.ts';
import type { RecordedAnswer } from './recorded.ts';
import { capitalise, findSchemaName, type JsonObject, optionalMember, toJsonSchema, toNamedSchema } from './schema.ts';

const ENVELOPE = 'application/json';

/** Parameters whose values may be longer than an address allows. */
const LONG_PARAMETERS = ['codes', 'ids', 'vendors'];

/** The maximum `Retry-After` in seconds, by status. */
const MAX_RETRY_AFTER = new Map([
  [429, 900],
  [503, 1],
]);

/** The schema of a bad field, with its position in an upload. */
const fieldProblem = toNamedSchema('FieldProblem', {
  type: 'object',
  required: ['field', 'message'],
  properties: {
    field: { type: 'string' },
    message: { type: 'string' },
    file: { type: 'string', description: 'Of an upload: the name of the file in which it is.' },
    sheet: { type: 'string', description: 'Its worksheet, in a workbook.' },
    row: { type: 'integer', format: 'int64', minimum: 1, description: 'Its row there, as a spreadsheet counts.' },
    column: { type: 'string', description: 'Its column there, by the header or the letter.' },
  },
});

const failure = toNamedSchema('Failure', {
  type: 'object',
  required: ['code', 'desc', 'success', 'reason'],
  properties: {
    code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    desc: { type: 'string', description: 'What went wrong, for a person.' },
    success: { type: 'boolean', description: '`false`.' },
    reason: { type: 'string', enum: allReasons, description: 'What went wrong, for a program.' },
    errors: { type: 'array', description: 'Every field that is wrong.', items: fieldProblem },
  },
});

/** Describes the answer of a successful request, with the recorded answers to the examples. */
export function describeSuccess(endpoint: Endpoint, recorded: readonly RecordedAnswer[]): JsonObject {
  const types = endpoint.contentTypes;
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
        : Object.fromEntries(types.map((type) => [type, { schema: describeContent(type, endpoint), ...examples }])),
  };
}

/** Makes the schema of a success. Where the body has several forms, it is a choice between their envelopes. */
function describeEnvelope(endpoint: Endpoint): JsonObject {
  const { id, bareOutput } = endpoint;
  const schemas = [
    ...listBodies(endpoint).map((body) => toEnvelope(endpoint, body)),
    ...(bareOutput ? [toJsonSchema(bareOutput, 'output')] : []),
  ];
  return schemas.length === 1 ? { ...schemas[0] } : toNamedSchema(`${capitalise(id)}Answer`, { oneOf: schemas });
}

/**
 * Lists the schemas of the bodies that a success may have. Several named objects become one schema, a choice: clients tell them apart
 * by what they require. An object and a list stay apart, since no generator for Java's own HTTP client supports that choice.
 */
function listBodies({ id, output }: Endpoint): (JsonObject | undefined)[] {
  const forms = output instanceof z.core.$ZodUnion ? output._zod.def.options : [output];
  const bodies = forms.map((form) => form && toJsonSchema(form, 'output'));
  const areNamedObjects = bodies.length > 1 && bodies.every((body) => body && findSchemaName(body));
  return areNamedObjects ? [toNamedSchema(`${capitalise(id)}Body`, { oneOf: bodies })] : bodies;
}

/** Makes the envelope around a body, named after it. The body of a creation is optional: a repetition is answered without. */
function toEnvelope({ id, answersNewIds }: Endpoint, body: JsonObject | undefined): JsonObject {
  const bodySchema = body?.['properties'] ? toNamedSchema(`${capitalise(id)}Body`, body) : body;
  return toNamedSchema(`${nameBody(bodySchema).replace(/Body$/, '')}Answer`, {
    type: 'object',
    required: ['code', 'desc', 'success', ...(bodySchema && !answersNewIds ? ['body'] : [])],
    properties: {
      code: { type: 'integer', const: 200 },
      desc: { type: 'string' },
      // No constant: generators for Java write code of it that does not compile.
      success: { type: 'boolean', description: '`true`.' },
      ...optionalMember('body', bodySchema),
    },
  });
}

function nameBody(body: JsonObject | undefined): string {
  if (!body) return 'Empty';
  return (
    findSchemaName(body) ??
    (body['items'] ? `${nameBody(Object(body['items']))}List` : capitalise(String(body['type'])))
  );
}

/** Describes the headers: the version of a thing, and the ids of what was created, which a call that only changes lacks. */
function describeHeaders(endpoint: Endpoint, recorded: readonly RecordedAnswer[]): JsonObject {
  const describe = (name: string, description: string) => {
    const example = recorded.map(({ headers }) => headers?.[name.toLowerCase()]).find(Boolean);
    return { [name]: { description, schema: { type: 'string' }, ...optionalMember('example', example) } };
  };
  return {
    ...(endpoint.isVersioned ? describe('ETag', 'Of one thing: its version, after a write the new one.') : {}),
    ...(endpoint.answersNewIds
      ? {
          ...describe('Location', 'Where the first thing created is read.'),
          ...describe('Catering-Ids', 'Ids of all that was created, separated by commas, encoded as in an address.'),
        }
      : {}),
  };
}

function describeContent(type: ContentType, { bareOutput }: Endpoint): JsonObject {
  if (bareOutput) return toJsonSchema(bareOutput, 'output');
  if (type === 'application/json') return { type: 'object', additionalProperties: true };
  // OpenAPI 3.1 uses the second member, most generators the third.
  return isText(type) ? { type: 'string' } : { type: 'string', contentMediaType: type, format: 'binary' };
}

/** Describes the answers without envelope and body. */
export function describeAnswersWithoutBody({
  route,
  callers,
  contentTypes,
  isConditional,
  input,
}: Endpoint): JsonObject {
  const isRead = route.startsWith('GET ');
  const hasTag = isConditional || contentTypes.includes('image/*') || (callers === 'public' && contentTypes.length > 0);
  const mayBeLong = isRead && LONG_PARAMETERS.some((name) => Object.hasOwn(input.shape, name));
  return {
    ...(isRead && hasTag ? { 304: { description: 'It still has the `ETag` of `If-None-Match`.' } } : {}),
    ...(mayBeLong ? { 431: { description: 'The gateway takes no address above 10 KB, headers included.' } } : {}),
  };
}

/** Describes the failures of an operation by status, with the recorded answers to examples that were spoilt on purpose. */
export function describeFailures(endpoint: Endpoint, recorded: readonly RecordedAnswer[]): JsonObject {
  const responses = [...Map.groupBy(listReasons(endpoint), toHttpStatus)].map(([status, reasons]) => {
    const spoilt = recorded.find((answer) => answer.status === status);
    return [status, describeFailure(status, reasons, spoilt)];
  });
  return Object.fromEntries(responses);
}

function describeFailure(status: number, reasons: readonly Reason[], spoilt: RecordedAnswer | undefined): JsonObject {
  const examples = reasons.map((reason) => {
    const plain = { code: status, desc: describeReason(reason, 'zh'), success: false, reason };
    return [reason, { value: reason === 'invalid_input' && spoilt ? spoilt.body : plain }];
  });
  const seconds = MAX_RETRY_AFTER.get(status);
  const retryAfter = {
    description: 'Seconds after which another try makes sense.',
    schema: { type: 'integer', minimum: 1, maximum: seconds },
    example: seconds,
  };
  return {
    description: reasons.map((reason) => `\`${reason}\`: ${describeReason(reason, 'en')}`).join('\n\n'),
    ...(seconds === undefined ? {} : { headers: { 'Retry-After': retryAfter } }),
    content: { [ENVELOPE]: { schema: failure, examples: Object.fromEntries(examples) } },
  };
}
