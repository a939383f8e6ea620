import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const DOCUMENT = new URL('../../../functions/openapi.generated.json', import.meta.url);

const Body = z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }).optional() }) });
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.looseObject({ 200: Body.optional() }) }))),
  components: z.object({ schemas: z.object({ Failure: z.unknown() }) }),
});

/** The forms of all answers, from the service's own OpenAPI document. */
export class AnswerForms {
  /** By route. */
  readonly #successes: ReadonlyMap<string, z.ZodType>;
  readonly #failure: z.ZodType;

  constructor(document: z.output<typeof Document>) {
    const successes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) => {
        const form = responses[200]?.content['application/json']?.schema;
        return form === undefined ? [] : [[`${method.toUpperCase()} ${path}`, toForm(form)] as const];
      }),
    );
    this.#successes = new Map(successes);
    this.#failure = toForm(document.components.schemas.Failure);
  }

  static async read(): Promise<AnswerForms> {
    return new AnswerForms(Document.parse(JSON.parse(await readFile(DOCUMENT, 'utf8'))));
  }

  /** What is wrong with the form of an answer; undefined where nothing is. */
  findFault(route: string, status: number, json: unknown): string | undefined {
    const form = status === 200 ? this.#successes.get(route) : this.#failure;
    if (!form) return 'is not documented';
    const parsed = form.safeParse(json);
    if (!parsed.success) return z.prettifyError(parsed.error).replaceAll('\n', ' ');
    const code = z.object({ code: z.int() }).safeParse(json);
    return code.success && code.data.code !== status ? `has code ${code.data.code}` : undefined;
  }
}

/** A schema that accepts only what the document names. */
function toForm(schema: unknown): z.ZodType {
  // `fromJSONSchema` itself checks whether it is a schema.
  return z.fromJSONSchema(close(schema) as Parameters<typeof z.fromJSONSchema>[0]);
}

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, close(value)]));
  const isClosed = typeof closed['properties'] === 'object' && closed['additionalProperties'] === undefined;
  return isClosed ? { ...closed, additionalProperties: false } : closed;
}
