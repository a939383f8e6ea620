import { type Endpoint, takesIdempotencyKey, takesIfMatch } from '../../lib/http/endpoint.ts';
import { capitalise, findSchemaName, type JsonObject, optionalMember, toJsonSchema, toNamedSchema } from './schema.ts';

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

/** Describes the parameters and the body of an operation. */
export function describeInput(endpoint: Endpoint): JsonObject {
  const { route, input } = endpoint;
  const schema: JsonObject = toJsonSchema(input, 'input');
  const fields: [string, JsonObject][] = Object.entries(Object(schema['properties']));
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

function describeParameter(
  { route, examples }: Endpoint,
  [name, field]: readonly [string, JsonObject],
  schema: JsonObject,
): JsonObject {
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

/** Describes the body of a request: an upload or else a form. Of an endpoint that takes both, the form is described. */
function describeBody({ id, route, isUploadOnly, examples }: Endpoint, schema: JsonObject): JsonObject {
  const fields = Object.entries<JsonObject>(Object(schema['properties']));
  const properties: JsonObject = Object.fromEntries(fields.map(([name, field]) => [name, nameContent(field)]));
  const required = listRequired(schema);
  const [example] = examples.filter((texts) => !(FILES in texts));
  const values = Object.entries(example ?? {}).map(([name, text]) => [name, toValue(text, Object(properties[name]))]);
  const files = { properties: { ...properties, [FILES]: UPLOADED }, required: [...required, FILES] };
  const content = { ...schema, properties, ...(isUploadOnly ? files : {}) };
  const form = {
    schema: toNamedSchema(`${capitalise(id)}Form`, content),
    ...optionalMember('example', example && Object.fromEntries(values)),
  };
  return {
    ...(route.startsWith('DELETE ') ? { description: FORM_ALONE } : {}),
    required: required.length > 0 || isUploadOnly === true,
    content: { [isUploadOnly ? MULTIPART : FORM]: form },
  };
}

/** Says in the description what a JSON text holds, since most generators do not read `contentSchema`. */
function nameContent(field: JsonObject): JsonObject {
  const content: JsonObject = Object(field['contentSchema']);
  const name = findSchemaName(content) ?? findSchemaName(Object(content['items']));
  const text = `${field['description']} JSON of ${'items' in content ? 'a list of ' : ''}\`${name}\`.`;
  return name === undefined ? field : { ...field, description: text };
}

function listRequired({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** Parses the text of an example by its schema. */
function toValue(text: string, { type }: JsonObject): unknown {
  return type === 'integer' || type === 'number' ? Number(text) : text;
}
