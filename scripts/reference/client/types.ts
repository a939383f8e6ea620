import type { Schema } from './document.ts';

const DIGEST = '^[0-9A-F]{16}$';
const ID_LIST = '^(\\d+(,\\d+)*)?$';
const SIMPLE = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
  ['object', 'Record<string, unknown>'],
]);

/** How the client takes a parameter that the service takes as text. */
type Kind = 'json' | 'password' | 'list' | 'boolean' | 'files' | 'plain';

const TYPE_OF_KIND: Readonly<Record<Exclude<Kind, 'plain' | 'json'>, string>> = {
  password: 'string',
  list: 'readonly number[]',
  boolean: 'boolean',
  files: 'readonly File[]',
};

/** The TypeScript type of a schema. */
export function renderType(schema: Schema): string {
  const { type, properties, items, anyOf, additionalProperties } = schema;
  if (schema.const !== undefined) return renderLiteral(schema.const);
  if (schema.enum) return schema.enum.map(renderLiteral).join(' | ');
  if (anyOf) return anyOf.map((one) => renderType(one)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => renderType({ ...schema, type: one })).join(' | ');
  if (items) return isUnion(items) ? `(${renderType(items)})[]` : `${renderType(items)}[]`;
  if (properties) {
    const required = schema.required ?? [];
    const fields = Object.entries(properties).map(([name, one]) => {
      const isOptional = !required.includes(name);
      return `${name}${isOptional ? '?' : ''}: ${renderType(one)};`;
    });
    return renderFields(fields);
  }
  if (additionalProperties) return `Record<string, ${renderType(additionalProperties)}>`;
  const simple = typeof type === 'string' ? SIMPLE.get(type) : undefined;
  if (simple === undefined) throw new Error(`No TypeScript type for ${JSON.stringify(schema)}`);
  return simple;
}

/** The TypeScript type of an object of parameters. */
export function renderParameters(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const isRequired = schema.required?.includes(name);
    const type = renderParameter(one);
    return `${renderNote(one)}readonly ${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return renderFields(fields);
}

/** How the client takes the parameter of a schema. */
export function kindOf({ pattern, contentMediaType, enum: values, items }: Schema): Kind {
  if (items) return 'files';
  if (contentMediaType === 'application/json') return 'json';
  if (pattern === DIGEST) return 'password';
  if (pattern === ID_LIST) return 'list';
  return values?.join() === 'true,false' ? 'boolean' : 'plain';
}

function renderNote(schema: Schema): string {
  if (kindOf(schema) === 'password') return '/** Plain: the client makes the digest. */\n';
  return schema.format === 'date' ? '/** As YYYY-MM-DD. */\n' : '';
}

function renderParameter(schema: Schema): string {
  const kind = kindOf(schema);
  if (kind === 'json') return schema.contentSchema ? renderType(schema.contentSchema) : 'object';
  return kind === 'plain' ? renderType(schema) : TYPE_OF_KIND[kind];
}

function renderFields(fields: readonly string[]): string {
  return ['{', ...fields, '}'].join('\n');
}

function isUnion({ type, enum: values, anyOf }: Schema): boolean {
  return Array.isArray(type) || values !== undefined || anyOf !== undefined;
}

function renderLiteral(value: string | number | boolean): string {
  return JSON.stringify(value);
}
