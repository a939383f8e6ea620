import { isDeepStrictEqual } from 'node:util';
import { nameEnumeration } from './enumerations.ts';
import { findSchemaName } from './schema.ts';

const COMPONENTS = '#/components/schemas/';

/** Replaces named schemas of a part by references, and adds them to `schemas`. @throws Error if two differ under one name. */
export function collectSchemas(part: unknown, schemas: Map<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((element) => collectSchemas(element, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const { $defs = {}, ...schema } = nameEnumeration({ ...part });
  for (const [name, definition] of Object.entries(Object($defs))) {
    const collected = collectSchemas(definition, schemas);
    if (!isDeepStrictEqual(schemas.get(name) ?? collected, collected)) throw new Error(`two schemas are named ${name}`);
    schemas.set(name, collected);
  }
  const members = Object.entries(schema).map(([name, value]) => [name, collectSchemas(value, schemas)]);
  const name = findSchemaName(schema);
  return { ...Object.fromEntries(members), ...(name === undefined ? {} : { $ref: `${COMPONENTS}${name}` }) };
}
