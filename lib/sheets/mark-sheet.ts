import { describeMarkOutcome, Mark } from '../domain/ingredient/mark.ts';
import { comparableText } from '../text/normal-form.ts';
import type { CodeSheetForm } from './code-upload.ts';
import { writtenField } from './fact-columns.ts';

/** Worksheets of marks. */
export const markSheetForm: CodeSheetForm<Mark> = {
  valueColumn: { headers: ['标记', 'mark'] },
  field: writtenField((text) => Mark.safeParse(comparableText(text)).data, { code: 'unknown_mark' }),
  conflict: 'conflicting_mark',
  conflictBetweenFiles: 'conflicting_mark_file',
  describeOutcome: describeMarkOutcome,
};
