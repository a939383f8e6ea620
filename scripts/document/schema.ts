import * as z from 'zod';
import { expandProperties } from './pattern.ts';

/** A part of the document: an object of JSON. */
export type JsonObject = Record<string, unknown>;

const LAST_INT32 = 2 ** 31 - 1;
const DEFS_PREFIX = '#/$defs/';

/** Makes the JSON Schema of a zod schema. Named schemas are below `$defs`, until `collectSchemas` moves them. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => amend(jsonSchema, io),
  });
  return rest;
}

/** Changes a schema of zod in place: adds what generators of clients need, and removes what misleads them. */
function amend(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  // Answers may grow: a generated client must not refuse an unknown field.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // zod writes these bounds for every integer.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // `propertyNames` only says that names are texts, which JSON has anyway.
  delete schema['propertyNames'];
  const { type, maximum = Number.POSITIVE_INFINITY, contentSchema } = schema;
  const content = contentSchema instanceof z.core.$ZodType ? toJsonSchema(contentSchema, io) : contentSchema;
  if (schema.pattern !== undefined) schema.pattern = expandProperties(schema.pattern);
  if (type === 'integer' && maximum > LAST_INT32) schema.format = 'int64';
  if (content === undefined) return;
  // An answer has the value itself, not its text.
  if (!type) delete schema.contentSchema;
  Object.assign(schema, type ? { contentSchema: content } : content);
}

/** Makes a reference to a schema, with the schema under its name. */
export function toNamedSchema(name: string, schema: JsonObject): JsonObject {
  return { $ref: `${DEFS_PREFIX}${name}`, $defs: { [name]: schema } };
}

/** Finds the name of a schema; undefined if it has none. */
export function findSchemaName({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(DEFS_PREFIX) ? $ref.slice(DEFS_PREFIX.length) : undefined;
}

/** Makes the first letter a capital. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Makes an object with this member; an empty object if the value is undefined. */
export function optionalMember(name: string, value: unknown): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
