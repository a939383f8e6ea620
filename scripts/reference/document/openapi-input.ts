import type { Text } from '../../../lib/errors.ts';
import { type Endpoint, takesIdempotencyKey, takesIfMatch } from '../../../lib/http/endpoint.ts';
import type { ExampleRequest, OperationText, ParameterText } from '../texts/documentation.ts';
import { sharedParameters } from '../texts/parameters.ts';
import { nameExample } from './openapi-examples.ts';
import { type Json, toJsonSchema } from './openapi-schema.ts';

interface JsonForm extends Json {
  readonly properties?: Json;
  readonly required?: readonly string[];
}

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const FILES = 'files';

/** The headers that some calls take. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: {
    zh: '同一个请求用同一个键，24 小时内只执行一次，此后的响应与第一次相同。',
    en: 'The same request under the same key is carried out once in 24 hours and answered as the first time.',
  },
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: {
    zh: '读取时得到的 `ETag`：此后已有改动时，什么也不执行。',
    en: 'The `ETag` with which it was read: if it has changed since, nothing is done.',
  },
  schema: { type: 'string', maxLength: 1000 },
};
const IN_FORM_OR_QUERY: Text = {
  zh: '用表单；或把同样的内容放在查询串中而不带请求体：有些代理会丢弃 `DELETE` 的请求体。',
  en: 'As a form, or the same in the query and no body: some proxies drop the body of a `DELETE`.',
};

/** Parameters and body of an operation, each with its meaning and an example value. */
export function describeInput(endpoint: Endpoint, text: OperationText | undefined): Json {
  const { parameters = [], ...rest } = describeFields(endpoint, text);
  const headers = describeHeaders(endpoint).map((header) => ({ ...header, ...exampleOfHeader(header, text) }));
  const all = [...parameters, ...headers];
  return all.length > 0 ? { ...rest, parameters: all } : rest;
}

function describeHeaders(endpoint: Endpoint): Json[] {
  return [...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []), ...(takesIfMatch(endpoint) ? [IF_MATCH] : [])];
}

function describeFields(endpoint: Endpoint, text: OperationText | undefined): Json & { parameters?: Json[] } {
  const { route, input } = endpoint;
  const schema = toJsonSchema(input, 'input');
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]): [string, Json] => [name, Object(field)]);
  if (fields.length === 0 && !endpoint.isUpload) return {};
  if (route.startsWith('GET ')) {
    return { parameters: fields.map((field) => describeParameter(endpoint, field, required, text)) };
  }
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, describeField(name, field, text)]));
  const body = {
    required: required.size > 0 || text?.demands !== undefined || endpoint.isUpload === true,
    content: describeForms(endpoint, { ...schema, properties, ...describeDemands(properties, text?.demands) }, text),
  };
  if (!route.startsWith('DELETE ')) return { requestBody: body };
  const parameters = fields.map((field) => describeParameter(endpoint, field, new Set<string>(), text));
  return { parameters, requestBody: { description: IN_FORM_OR_QUERY, ...body, required: false } };
}

/**
 * What a form demands beyond its fields. Alternatives are below `allOf`, together with their fields: otherwise
 * generators take them for complete forms with unknown fields.
 */
function describeDemands(properties: Json, { anyOf, ...demands }: NonNullable<OperationText['demands']> = {}): Json {
  if (!anyOf) return demands;
  const alternatives = anyOf.map(({ required }) => {
    const fields = required.map((name) => [name, { type: Object(properties[name]).type }]);
    return { type: 'object', required, properties: Object.fromEntries(fields) };
  });
  return { ...demands, allOf: [{ anyOf: alternatives }] };
}

function describeParameter(
  { route }: Endpoint,
  [name, field]: readonly [string, Json],
  required: ReadonlySet<string>,
  text: OperationText | undefined,
): Json {
  const { description, ...schema } = describeField(name, field, text);
  const about = description === undefined ? {} : { description };
  const place = route.includes(`{${name}}`) ? 'path' : 'query';
  return { name, in: place, required: required.has(name), ...about, schema, ...exampleOf(name, text) };
}

function describeForms({ upload, isUpload }: Endpoint, schema: JsonForm, text: OperationText | undefined): Json {
  const requests = Object.entries(text?.examples ?? {});
  const forms = requests.filter(([, { file }]) => file === undefined);
  const uploads = requests.filter(([, { file }]) => file !== undefined);
  const form = { schema, ...toExamples(forms, ({ parameters = {} }) => parameters) };
  if (!upload) return { [FORM]: form };
  const files = describeField(
    FILES,
    // OpenAPI 3.1 uses the first member, most generators the second.
    { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream', format: 'binary' } },
    text,
  );
  // An upload without a form has no fields of its own.
  const { properties = {}, required = [] } = isUpload ? schema : {};
  const multipart = { type: 'object', required: [...required, FILES], properties: { ...properties, [FILES]: files } };
  const examples = toExamples(uploads, ({ parameters, file }) => ({ ...parameters, [FILES]: [showFile(file)] }));
  return { ...(isUpload ? {} : { [FORM]: form }), [MULTIPART]: { schema: multipart, ...examples } };
}

/** The name of a binary file, in place of its content. */
function showFile(file: ExampleRequest['file']): string | undefined {
  return typeof file === 'object' ? file.name : file;
}

function toExamples(requests: readonly [string, ExampleRequest][], toValue: (request: ExampleRequest) => Json): Json {
  if (requests.length === 0) return {};
  return {
    examples: Object.fromEntries(
      requests.map(([name, request]) => [name, { ...nameExample(name), value: toValue(request) }]),
    ),
  };
}

/** A field's schema with its meaning, and the content of its JSON text. */
function describeField(name: string, schema: object, text: OperationText | undefined): Json {
  const told: ParameterText | undefined = text?.parameters?.[name] ?? sharedParameters[name];
  if (told === undefined) return { ...schema };
  if (!('holds' in told)) return { ...schema, description: told };
  return { ...schema, description: told.about, contentSchema: told.holds };
}

function exampleOf(name: string, text: OperationText | undefined): Json {
  const values = Object.values(text?.examples ?? {}).map(({ parameters }) => parameters?.[name]);
  const example = values.find((value) => value !== undefined);
  return example === undefined ? {} : { example };
}

function exampleOfHeader({ name }: Json, text: OperationText | undefined): Json {
  const values = Object.values(text?.examples ?? {}).map(({ headers }) => headers?.[String(name)]);
  const example = values.find((value) => value !== undefined);
  return example === undefined ? {} : { example };
}
