import { Mark } from '../domain/ingredient/mark.ts';
import type { CodeSheetForm } from './code-sheet.ts';

/** Worksheets of marks. */
export const markSheetForm: CodeSheetForm<Mark> = {
  headers: ['标记', 'mark'],
  toValue: (text) => Mark.safeParse(text).data,
  problems: { badValue: 'unknown_mark', conflict: 'conflicting_mark', conflictBetweenFiles: 'conflicting_mark_file' },
};
