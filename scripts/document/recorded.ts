import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** The recorded answers to the examples of the declarations, which `npm run generate` writes. */
export const ANSWERS = join(import.meta.dirname, 'answers.generated.jsonl');

const RecordedAnswer = z.object({
  /** The call's id. */
  id: z.string(),
  status: z.int(),
  /** Which of the examples was sent. */
  example: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Absent where the answer is a binary file. */
  body: z.unknown().optional(),
});
/** An answer of the service, with lists and texts cut short. */
export type RecordedAnswer = z.output<typeof RecordedAnswer>;

/** Reads the recorded answers: a line for each call, example and status. */
export async function readRecordedAnswers(): Promise<RecordedAnswer[]> {
  const lines = (await readFile(ANSWERS, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => RecordedAnswer.parse(JSON.parse(line)));
}
