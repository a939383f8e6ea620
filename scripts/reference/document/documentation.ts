import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Text } from '../../../lib/errors.ts';
import type { Declarations } from '../../generate/declarations.ts';
import type { Documentation, OperationText } from '../texts/documentation.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What the service answers to the example requests, as `npm run examples` has recorded it. */
export const ANSWERS = 'scripts/reference/answers.generated.json';
/** Where each noun has its texts. */
const TEXTS = 'scripts/reference/texts';

const RecordedAnswer = z.object({
  status: z.int(),
  /** Seconds. */
  retryAfter: z.int().optional(),
  etag: z.string().optional(),
  location: z.string().optional(),
  ids: z.string().optional(),
  /** Absent where the answer is a file that is no text. */
  body: z.unknown().optional(),
});
export type RecordedAnswer = z.output<typeof RecordedAnswer>;

const OperationAnswers = z.object({
  /** By the example's name. */
  examples: z.record(z.string(), RecordedAnswer),
  /** By reason. */
  failures: z.record(z.string(), RecordedAnswer),
});
export type OperationAnswers = z.output<typeof OperationAnswers>;

const Answers = z.record(z.string(), OperationAnswers);
/** By the call's id. */
export type Answers = z.output<typeof Answers>;

/** What is told about the calls beyond their declarations. */
export interface Texts {
  /** By noun: what its calls are about. */
  readonly nouns: ReadonlyMap<string, Text>;
  /** By the call's id. */
  readonly operations: ReadonlyMap<string, OperationText>;
}

/** Imports the texts of every noun that has endpoints; one that is not there is left out. */
export async function collectTexts({ endpoints }: Declarations, root = ROOT): Promise<Texts> {
  const nouns = new Map<string, Text>();
  const operations = new Map<string, OperationText>();
  for (const noun of new Set(endpoints.map((endpoint) => endpoint.noun))) {
    const path = join(root, TEXTS, `${noun}.ts`);
    if (!existsSync(path)) continue;
    const module: Record<string, unknown> = await import(pathToFileURL(path).href);
    const { documentation } = module;
    if (!isDocumentation(documentation)) throw new Error(`${TEXTS}/${noun}.ts exports no documentation`);
    nouns.set(noun, documentation.about);
    for (const [id, text] of Object.entries(documentation.operations)) operations.set(id, text);
  }
  return { nouns, operations };
}

/** The recorded answers; none where nothing has been recorded. */
export async function readAnswers(root = ROOT): Promise<Answers> {
  const path = join(root, ANSWERS);
  return existsSync(path) ? Answers.parse(JSON.parse(await readFile(path, 'utf8'))) : {};
}

function isDocumentation(value: unknown): value is Documentation {
  return typeof value === 'object' && value !== null && 'about' in value && 'operations' in value;
}
