import * as z from 'zod';
import { needsMainAccount } from '../../lib/auth/permissions.ts';
import { allReasons, describeReason, type Reason, statusOf } from '../../lib/errors.ts';
import { type ContentType, isText } from '../../lib/http/content.ts';
import { answersETag, type Endpoint, takesIdempotencyKey, takesIfMatch } from '../../lib/http/endpoint.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Declarations, Declared } from './declarations.ts';

type Json = Record<string, unknown>;

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const ABOUT = `Answers come in an envelope: \`code\` repeats the HTTP status, \`success\` tells success from failure,
\`desc\` is for a person (Chinese; English where \`Accept-Language\` prefers it), \`body\` is the result. A failure
carries \`reason\`, a stable word for programs, and where input is wrong \`errors\`, naming every wrong field.
Any other path answers 404 in the same envelope.`;

/** Statuses whose answer says in how many seconds another try makes sense. */
const RETRIABLE = new Set([429, 503]);

/** The headers that some calls take. */
const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request under the same key is carried out once in 24 hours and answered as the first time.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag with which it was read: if it has changed since, nothing is done.',
  schema: { type: 'string', maxLength: 1000 },
};

const failure: Json = {
  type: 'object',
  required: ['code', 'desc', 'success', 'reason'],
  properties: {
    code: { type: 'integer', description: 'The HTTP status' },
    desc: { type: 'string', description: 'What went wrong, for a person' },
    success: { const: false },
    reason: { enum: allReasons, description: 'What went wrong, for a program' },
    errors: {
      type: 'array',
      description: 'Every field that is wrong',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const uploadSchema: Json = {
  type: 'object',
  required: ['files'],
  properties: { files: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } } },
};

/** The OpenAPI 3.1 document of the endpoints; the one of the `$default` route has no path to stand under. */
export function renderOpenApi({ endpoints }: Declarations): string {
  const paths: Record<string, Json> = {};
  const failures = new Map<string, Json>();
  for (const declared of endpoints.toSorted(byPath)) {
    const [method = '', path] = declared.declaration.route.split(' ');
    if (path === undefined) continue;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(declared, failures) };
  }
  const document = {
    openapi: '3.1.0',
    'x-generated': 'by npm run generate; never edited',
    info: { title: 'Catering management service', version: manifest.version, description: ABOUT },
    paths,
    components: {
      schemas: { Failure: failure },
      responses: Object.fromEntries([...failures].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function byPath({ declaration: a }: Declared<Endpoint>, { declaration: b }: Declared<Endpoint>): number {
  const [first, second] = [a, b].map(({ route }) => route.split(' ').reverse().join(' '));
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

/** What failures answer is added to `failures`, since many endpoints share it. */
function describeOperation({ noun, declaration: endpoint }: Declared<Endpoint>, failures: Map<string, Json>): Json {
  return {
    operationId: endpoint.id,
    tags: [noun],
    summary: endpoint.summary,
    ...(endpoint.side === 'public' ? {} : { description: describeAccess(endpoint) }),
    security: endpoint.side === 'public' ? [] : [{ session: [] }],
    ...describeInput(endpoint),
    responses: { 200: describeSuccess(endpoint), ...describeFailures(listReasons(endpoint), failures) },
  };
}

function describeAccess({ side, permission }: Endpoint): string {
  const who = side === 'any' ? 'Both sides.' : `The ${side} side only.`;
  return permission === 'session' ? who : `${who} Permission: ${[permission].flat().join(' or ')}.`;
}

function describeInput(endpoint: Endpoint): Json {
  const { parameters = [], ...rest } = describeFields(endpoint);
  const headers = describeHeaders(endpoint);
  const all = [...parameters, ...headers];
  return all.length > 0 ? { ...rest, parameters: all } : rest;
}

function describeHeaders(endpoint: Endpoint): Json[] {
  if (takesIdempotencyKey(endpoint)) return [IDEMPOTENCY_KEY];
  return takesIfMatch(endpoint) ? [IF_MATCH] : [];
}

function describeFields({ route, input, upload }: Endpoint): Json & { parameters?: Json[] } {
  const schema = toJsonSchema(input, 'input');
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return {};
  const isQueryAllowed = route.startsWith('DELETE ');
  const inQuery = (name: string, isRequired: boolean) => ({ name, in: 'query', required: isRequired });
  if (route.startsWith('GET ')) {
    return { parameters: fields.map(([name, field]) => ({ ...inQuery(name, required.has(name)), schema: field })) };
  }
  const content = { [FORM]: { schema }, ...(upload ? { [MULTIPART]: { schema: uploadSchema } } : {}) };
  const form = { required: required.size > 0 && !isQueryAllowed, content };
  if (!isQueryAllowed) return { requestBody: form };
  const parameters = fields.map(([name, field]) => ({ ...inQuery(name, false), schema: field }));
  return { parameters, requestBody: { ...form, description: 'Either the form or the query, not both.' } };
}

function describeSuccess(endpoint: Endpoint): Json {
  const { output, bareOutput, contentType } = endpoint;
  if (contentType) return { description: 'Done', content: { [contentType]: { schema: describeContent(contentType) } } };
  const envelope = {
    type: 'object',
    required: ['code', 'desc', 'success', ...(output ? ['body'] : [])],
    properties: {
      code: { const: 200 },
      desc: { type: 'string' },
      success: { const: true },
      ...(output ? { body: toJsonSchema(output, 'output') } : {}),
    },
  };
  const schema = bareOutput ? { anyOf: [envelope, toJsonSchema(bareOutput, 'output')] } : envelope;
  const headers = answersETag(endpoint)
    ? { headers: { ETag: { description: 'With id: its version', schema: { type: 'string' } } } }
    : {};
  return { description: 'Done', ...headers, content: { 'application/json': { schema } } };
}

function describeContent(type: ContentType): Json {
  if (type === 'application/json') return { type: 'object' };
  return isText(type) ? { type: 'string' } : { type: 'string', contentMediaType: type };
}

/** Every reason an endpoint can fail for: those it declares, and those of every endpoint of its kind. */
export function listReasons(endpoint: Endpoint): Reason[] {
  const { route, side, permission, reasons } = endpoint;
  const found = new Set<Reason>([...reasons, 'internal', 'unavailable']);
  // Even where nothing is taken, a repeated parameter is bad input.
  if (route !== '$default') found.add('invalid_input');
  if (!route.startsWith('GET ')) found.add('payload_too_large').add('unsupported_encoding');
  if (takesIdempotencyKey(endpoint)) found.add('repeated_request');
  if (side !== 'public') found.add('not_signed_in').add('unit_closed').add('unit_expired');
  if (side === 'admin' || side === 'business') found.add('wrong_side');
  if (permission !== 'none' && permission !== 'session') {
    found.add('missing_permission');
    const isForMain = [permission].flat().every((one) => needsMainAccount('business', one));
    if (isForMain && side !== 'admin') found.add('main_account_only');
  }
  return allReasons.filter((reason) => found.has(reason));
}

/** One response for each status, naming its reasons. */
function describeFailures(reasons: readonly Reason[], failures: Map<string, Json>): Record<string, Json> {
  const responses = [...Map.groupBy(reasons, statusOf)].map(([status, group]) => {
    const name = [status, ...group].join('.');
    failures.set(name, describeFailure(status, group));
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(responses);
}

function describeFailure(status: number, reasons: readonly Reason[]): Json {
  const narrowed = { properties: { code: { const: status }, reason: { enum: reasons } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, narrowed] };
  return {
    description: reasons.map((reason) => `${reason}: ${describeReason(reason, 'en')}`).join('\n'),
    ...(RETRIABLE.has(status) ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } } : {}),
    content: { 'application/json': { schema } },
  };
}

/** The JSON Schema of a zod schema, standing on its own. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Answers may grow: a client must not be generated to refuse a field it does not know.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // What zod says of every integer says nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  // References would have to be rewritten to fit into the document; no schema of ours needs one.
  if (rest.$defs) throw new Error(`a schema has an id or is recursive: ${Object.keys(rest.$defs).join()}`);
  return rest;
}
