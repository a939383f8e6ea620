import { AppError, describeReason } from '../../lib/errors.ts';
import type { Database } from '../../lib/table/database.ts';
import { languageOf, type Text } from '../command/language.ts';
import { connect, explainFailure, type Target } from '../command/target.ts';
import { words } from '../command/words.ts';
import { Problem } from '../start/problem.ts';

/**
 * Works on the table.
 * @throws Problem that tells what can be done about a failure, followed by `advice`.
 */
export async function withTable<T>(target: Target, advice: Text, act: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await act(connect(target).db);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isAnswer = error instanceof AppError && error.reason !== 'unavailable';
    const text = isAnswer ? describeReason(error.reason, languageOf()) : explainFailure(error, target);
    throw new Problem(words.failedWith(text, advice), { cause: error });
  }
}
