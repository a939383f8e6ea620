import * as z from 'zod';

export type Json = Record<string, unknown>;

/** A text written over several lines, as one. */
export function toLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** The JSON Schema of a zod schema, standing on its own. */
export function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
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
