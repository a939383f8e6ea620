import * as z from 'zod';

/** The parts of a JSON Schema that the client's types are made from. */
const SchemaShape = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  const: z.union([z.string(), z.number(), z.boolean()]).optional(),
  required: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  contentMediaType: z.string().optional(),
  /** The content of JSON text. */
  get contentSchema() {
    return SchemaShape.optional();
  },
  get properties() {
    return z.record(z.string(), SchemaShape).optional();
  },
  get allOf() {
    return z.array(SchemaShape).optional();
  },
  get items() {
    return SchemaShape.optional();
  },
  get anyOf() {
    return z.array(SchemaShape).optional();
  },
  get additionalProperties() {
    return SchemaShape.optional();
  },
});

const Content = z.record(z.string(), z.object({ schema: SchemaShape }));
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean(),
  schema: SchemaShape,
});
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional(), $ref: z.string().optional() })),
});
const ApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    responses: z.record(z.string(), z.object({ content: Content })),
    schemas: z.object({ Failure: z.object({ properties: z.object({ reason: SchemaShape }) }) }),
  }),
});

export type Schema = z.infer<typeof SchemaShape>;

/** A call of the service as the document has it. */
export interface Operation extends z.infer<typeof Operation> {
  readonly method: string;
  readonly path: string;
  /** All reasons for which it may fail, in the order of their status. */
  readonly reasons: readonly string[];
}

export interface ApiDocument {
  readonly operations: readonly Operation[];
  readonly reasons: readonly string[];
}

/** Reads the OpenAPI document of the service. */
export function readDocument(text: string): ApiDocument {
  const { paths, components } = ApiDocument.parse(JSON.parse(text));
  const reasonsBehind = ({ $ref = '' }: { readonly $ref?: string | undefined }): string[] => {
    const content = components.responses[$ref.split('/').at(-1) ?? '']?.content ?? {};
    const schemas = Object.values(content).flatMap(({ schema }) => schema.allOf ?? []);
    return schemas.flatMap(({ properties }) => properties?.['reason']?.enum ?? []).map(String);
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const operationReasons = Object.values(operation.responses).flatMap(reasonsBehind);
      return { ...operation, method: method.toUpperCase(), path, reasons: operationReasons };
    }),
  );
  const reasons = components.schemas.Failure.properties.reason.enum ?? [];
  return { operations, reasons: reasons.map(String) };
}
