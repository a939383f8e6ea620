import * as z from 'zod';

/** A part of the document. */
export type Json = Record<string, unknown>;

/** The JSON Schema of a zod schema, without references. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Answers may grow: a generated client must not refuse an unknown field.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // zod writes these bounds for every integer.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  // References would have to be rewritten to fit into the document. No schema of ours needs one.
  if (rest.$defs) throw new Error(`a schema has an id or is recursive: ${Object.keys(rest.$defs).join()}`);
  return rest;
}

/** `{[name]: value}`; nothing where the value is undefined. */
export function member(name: string, value: unknown): Json {
  return value === undefined ? {} : { [name]: value };
}
