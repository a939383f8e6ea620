import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Text } from '../../../lib/errors.ts';
import type { Declarations } from '../../generate/declarations.ts';
import type { Documentation, OperationText } from '../texts/documentation.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The recorded answers to the example requests, which `npm run examples` writes. */
export const ANSWERS = 'scripts/reference/answers.generated.json';
/** The folder with the texts of each noun. */
const TEXTS = 'scripts/reference/texts';

const RecordedAnswer = z.object({
  status: z.int(),
  /** In seconds. */
  retryAfter: z.int().optional(),
  etag: z.string().optional(),
  location: z.string().optional(),
  ids: z.string().optional(),
  /** Absent where the answer is a binary file. */
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

/** The texts about the calls, beyond their declarations. */
export interface Texts {
  /** What the calls of a noun are about, by noun. */
  readonly nouns: ReadonlyMap<string, Text>;
  /** By the call's id. */
  readonly operations: ReadonlyMap<string, OperationText>;
}

/** Imports the texts of every noun that has endpoints. Missing ones are left out. */
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

/** The recorded answers; empty where nothing has been recorded. */
export async function readAnswers(root = ROOT): Promise<Answers> {
  const path = join(root, ANSWERS);
  return existsSync(path) ? Answers.parse(JSON.parse(await readFile(path, 'utf8'))) : {};
}

function isDocumentation(value: unknown): value is Documentation {
  return typeof value === 'object' && value !== null && 'about' in value && 'operations' in value;
}
