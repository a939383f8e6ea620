import { type Endpoint, takesIdempotencyKey, takesIfMatch } from '../../lib/http/endpoint.ts';
import { capitalise, type Json, nameSchema, optionalMember, schemaName, toJsonSchema } from './schema.ts';

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
  schema: { type: 'string', maxLength: 1000, pattern: '^(\\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$' },
  example: '"1"',
};
const IF_NONE_MATCH = {
  ...IF_MATCH,
  name: 'If-None-Match',
  description: 'The `ETag` with which it was read: if it has not changed since, 304 says so.',
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
  const { route, input } = endpoint;
  const schema: Json = toJsonSchema(input, 'input');
  const fields: [string, Json][] = Object.entries(Object(schema['properties']));
  const isRead = route.startsWith('GET ');
  const addressParameters = isRead ? fields.map((field) => describeParameter(endpoint, field, schema)) : [];
  const headers = [
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ...(takesIfMatch(endpoint) ? [IF_MATCH] : []),
    ...(endpoint.isConditional ? [IF_NONE_MATCH] : []),
  ];
  const parameters = [...addressParameters, ...headers];
  const hasBody = !isRead && (fields.length > 0 || endpoint.isUploadOnly === true);
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: describeBody(endpoint, schema) } : {}),
  };
}

function describeParameter({ route, examples }: Endpoint, [name, field]: readonly [string, Json], schema: Json): Json {
  const { description, ...fieldSchema } = field;
  const isInQuery = !route.replace('+}', '}').includes(`{${name}}`);
  const required = listRequired(schema).includes(name);
  const text = examples.map((example) => example[name]).find((value) => value !== undefined);
  return {
    name,
    in: isInQuery ? 'query' : 'path',
    required,
    // An empty parameter that need not be there counts as absent.
    ...(isInQuery && !required ? { allowEmptyValue: true } : {}),
    ...optionalMember('description', description),
    schema: fieldSchema,
    ...optionalMember('example', text === undefined ? undefined : toValue(text, fieldSchema)),
  };
}

/** The body of a request: a form, or an upload. What takes both is documented with its form; the upload has its own. */
function describeBody({ id, route, isUploadOnly, examples }: Endpoint, schema: Json): Json {
  const fields = Object.entries<Json>(Object(schema['properties']));
  const properties: Json = Object.fromEntries(fields.map(([name, field]) => [name, nameContent(field)]));
  const required = listRequired(schema);
  const [example] = examples.filter((texts) => !(FILES in texts));
  const values = Object.entries(example ?? {}).map(([name, text]) => [name, toValue(text, Object(properties[name]))]);
  const files = { properties: { ...properties, [FILES]: UPLOADED }, required: [...required, FILES] };
  const content = { ...schema, properties, ...(isUploadOnly ? files : {}) };
  const form = {
    schema: nameSchema(`${capitalise(id)}Form`, content),
    ...optionalMember('example', example && Object.fromEntries(values)),
  };
  return {
    ...(route.startsWith('DELETE ') ? { description: FORM_ALONE } : {}),
    required: required.length > 0 || isUploadOnly === true,
    content: { [isUploadOnly ? MULTIPART : FORM]: form },
  };
}

/** Says in the description what a JSON text holds, since most generators do not read `contentSchema`. */
function nameContent(field: Json): Json {
  const content: Json = Object(field['contentSchema']);
  const name = schemaName(content) ?? schemaName(Object(content['items']));
  const text = `${field['description']} JSON of ${'items' in content ? 'a list of ' : ''}\`${name}\`.`;
  return name === undefined ? field : { ...field, description: text };
}

function listRequired({ required }: Json): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** Parses the text of an example by its schema. */
function toValue(text: string, { type }: Json): unknown {
  return type === 'integer' || type === 'number' ? Number(text) : text;
}
