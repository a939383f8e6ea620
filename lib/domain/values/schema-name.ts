import * as z from 'zod/mini';

/** Gives schemas the names that they have in the document, and so in every client that is made of it. */
export function nameSchemas(schemas: Readonly<Record<string, z.ZodMiniType>>): void {
  for (const [id, schema] of Object.entries(schemas)) z.globalRegistry.add(schema, { id });
}
