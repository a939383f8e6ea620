import { type Endpoint, type Example, takesIdempotencyKey, takesIfMatch } from '../../lib/http/endpoint.ts';
import { type Json, member, toJsonSchema } from './schema.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const FILES = 'files';

/** The headers that some calls take. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request under the same key is carried out once in 24 hours and answered as the first time.',
  schema: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[!-~]+$' },
  example: 'order-2026-09-01-1',
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` with which it was read: if it has changed since, nothing is done.',
  schema: { type: 'string', maxLength: 1000 },
  example: '"1"',
};
const FORM_ALONE = 'A proxy that drops the body of a `DELETE` may be told the same in the query, without a body.';

/** OpenAPI 3.1 uses the first member of an item, most generators the second. */
const UPLOADED = {
  description: 'Tables, one or more; one where a workbook is taken.',
  type: 'array',
  items: { type: 'string', contentMediaType: 'application/octet-stream', format: 'binary' },
};

/** Parameters and body of an operation. */
export function describeInput(endpoint: Endpoint): Json {
  const { route, input, examples } = endpoint;
  const schema: Json = toJsonSchema(input, 'input');
  const fields = Object.entries(Object(schema['properties'])).map(([name, field]): [string, Json] => [
    name,
    Object(field),
  ]);
  const isRead = route.startsWith('GET ');
  const inAddress = isRead ? fields.map((field) => describeParameter(endpoint, field, schema)) : [];
  const headers = [
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ...(takesIfMatch(endpoint) ? [IF_MATCH] : []),
  ];
  const parameters = [...inAddress, ...headers];
  const hasBody = !isRead && (fields.length > 0 || endpoint.isUpload === true);
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: describeBody(endpoint, schema, examples) } : {}),
  };
}

function describeParameter({ route, examples }: Endpoint, [name, field]: readonly [string, Json], schema: Json): Json {
  const { description, ...own } = field;
  const text = examples.map((example) => example[name]).find((one) => one !== undefined);
  return {
    name,
    in: route.includes(`{${name}}`) ? 'path' : 'query',
    required: listRequired(schema).includes(name),
    ...member('description', description),
    schema: own,
    ...member('example', text === undefined ? undefined : toValue(text, own)),
  };
}

function describeBody({ route, upload, isUpload }: Endpoint, schema: Json, examples: readonly Example[]): Json {
  const properties: Json = Object(schema['properties']);
  const toValuesOf = (example: Example) =>
    Object.fromEntries(
      Object.entries(example).flatMap(([name, text]) =>
        name === FILES ? [] : [[name, toValue(text, Object(properties[name]))]],
      ),
    );
  const form = {
    schema,
    ...member('example', examples.filter((example) => !(FILES in example)).map(toValuesOf)[0]),
  };
  // An upload without a form has no fields of its own.
  const own = isUpload ? { properties, required: listRequired(schema) } : { properties: {}, required: [] };
  const multipart = {
    type: 'object',
    required: [...own.required, FILES],
    properties: { ...own.properties, [FILES]: UPLOADED },
  };
  return {
    ...(route.startsWith('DELETE ') ? { description: FORM_ALONE } : {}),
    required: listRequired(schema).length > 0 || isUpload === true,
    content: { ...(isUpload ? {} : { [FORM]: form }), ...(upload ? { [MULTIPART]: { schema: multipart } } : {}) },
  };
}

function listRequired({ required }: Json): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** The value that a text of an example stands for, as its schema has it. */
function toValue(text: string, { type }: Json): unknown {
  return type === 'integer' || type === 'number' ? Number(text) : text;
}
