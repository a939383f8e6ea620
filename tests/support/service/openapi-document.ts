import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Example = z.object({ value: z.unknown() });
const Media = z.object({ schema: z.looseObject({}), examples: z.record(z.string(), Example).optional() });
const Header = z.object({ description: z.string().optional(), example: z.unknown().optional() });
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  description: z.string().optional(),
  schema: z.looseObject({}),
  example: z.unknown().optional(),
});
const Response = z.object({
  description: z.string(),
  headers: z.record(z.string(), Header).default({}),
  content: z.record(z.string(), Media),
});
const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  description: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ required: z.boolean(), content: z.record(z.string(), Media) }).optional(),
  responses: z.intersection(
    z.object({ 200: Response }),
    z.record(z.string(), z.union([z.object({ $ref: z.string() }), Response])),
  ),
});
const OpenApi = z.object({
  info: z.looseObject({}),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ responses: z.record(z.string(), Response) }),
});

export type Operation = z.output<typeof Operation>;

const read = (name: string) => readFileSync(new URL(`../../../functions/${name}`, import.meta.url), 'utf8');

/** The text of the document as it is served in English. */
export const documentText = read('openapi.generated.json');
/** And in Chinese. */
export const chineseText = read('openapi.zh.generated.json');

/** The parts of the document that tests read. */
export const openApi = OpenApi.parse(JSON.parse(documentText));

/** All operations, by their ids. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(openApi.paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one])),
);

const Failure = z.looseObject({ reason: z.string(), errors: z.array(z.object({ field: z.string() })).optional() });

/** Every example of a failure, by the name of its response. */
export const failureExamples = Object.entries(openApi.components.responses).flatMap(([name, { content }]) =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => ({ name, failure: Failure.parse(value) })),
  ),
);

/** The example of each failure, by reason, without the fields, which differ from call to call. */
export const plainFailures: ReadonlyMap<string, object> = new Map(
  failureExamples.map(({ failure: { errors: _, ...plain } }) => [plain.reason, plain]),
);
