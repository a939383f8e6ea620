import * as z from 'zod';
import type { Language, Text } from '../../../lib/errors.ts';

export type Json = Record<string, unknown>;

/** A text of several source lines as one line per paragraph. Chinese continues after its comma without a space. */
function toLines(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n\s*/);
  return paragraphs
    .map((one) => one.replaceAll(/(?<=[，。；：、）])\s*\n\s*/g, '').replaceAll(/\s+/g, ' '))
    .join('\n\n');
}

/** A text made from others in the same way in each language. */
export function inEach(make: (language: Language) => string): Text {
  return { zh: make('zh'), en: make('en') };
}

/** A value in which every `Text` is replaced by its text in one language. */
export function speak(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => speak(one, language));
  if (typeof value !== 'object' || value === null) return value;
  if (isText(value)) return toLines(value[language]);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, speak(one, language)]));
}

function isText(value: object): value is Text {
  return Object.keys(value).toSorted().join() === 'en,zh';
}

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
