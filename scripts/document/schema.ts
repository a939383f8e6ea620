import * as z from 'zod';
import { expandProperties } from './pattern.ts';

/** A part of the document. */
export type Json = Record<string, unknown>;

const LAST_INT32 = 2 ** 31 - 1;
const DEFINED = '#/$defs/';

/** The JSON Schema of a zod schema. Named schemas are below `$defs`, until `collectSchemas` moves them. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => Object.assign(jsonSchema, amend(jsonSchema, io)),
  });
  return rest;
}

/** Adds what generators of clients need to the schema of zod, and removes what misleads them. */
function amend(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): Json {
  // Answers may grow: a generated client must not refuse an unknown field.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // zod writes these bounds for every integer.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // All names of an object are texts.
  delete schema['propertyNames'];
  const { type, maximum = Number.POSITIVE_INFINITY, contentSchema } = schema;
  const content = contentSchema instanceof z.core.$ZodType ? toJsonSchema(contentSchema, io) : contentSchema;
  // An answer has the value itself, not its text.
  if (content && !type) delete schema.contentSchema;
  return {
    ...(schema.pattern === undefined ? {} : { pattern: expandProperties(schema.pattern) }),
    ...(type === 'integer' && maximum > LAST_INT32 ? { format: 'int64' } : {}),
    ...(type ? optionalMember('contentSchema', content) : Object(content)),
  };
}

/** Gives a schema a name. */
export function nameSchema(name: string, schema: Json): Json {
  return { $ref: `${DEFINED}${name}`, $defs: { [name]: schema } };
}

/** The name of a schema; undefined if it has none. */
export function schemaName({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(DEFINED) ? $ref.slice(DEFINED.length) : undefined;
}

/** Makes an operation's id the beginning of a schema's name. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An object with this member; an empty object if the value is undefined. */
export function optionalMember(name: string, value: unknown): Json {
  return value === undefined ? {} : { [name]: value };
}
