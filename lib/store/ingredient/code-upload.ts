import type { Language } from '../../errors.ts';
import { type CodeSheetForm, readCodeUpload } from '../../sheets/code-upload.ts';
import type { NamedFile } from '../../sheets/table-sheet.ts';
import { addUnread } from '../../sheets/unread.ts';
import type { Database } from '../../table/database.ts';
import { changeValues, type ValueKind } from './code-values.ts';

/**
 * Sets and removes the values of uploaded files, all or none, and says how many there were and which parts of the files were not read.
 * @throws AppError `quota_reached`, `unit_not_found`; `invalid_input` for the problems of the files.
 */
export async function writeCodeUpload<Value extends string>(
  db: Database,
  unit: number,
  kind: ValueKind<Value>,
  form: CodeSheetForm<Value>,
  files: readonly NamedFile[],
): Promise<Record<Language, string>> {
  const { valueByCode, unread, makeConflictError } = readCodeUpload(form, files);
  return addUnread(form.describeOutcome(await changeValues(db, unit, kind, valueByCode, makeConflictError)), unread);
}
