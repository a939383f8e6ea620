import * as z from 'zod/mini';
import { nameSchemas } from '../domain/values/output.ts';
import type { Language } from '../errors.ts';

/** The maximum number of things of a kind that an answer names. */
export const MAX_NAMED = 10;

/** A worksheet, or columns of it, that are not read. Without `columns` nothing of the worksheet is read. */
export const UnreadPart = z.object({ sheet: z.optional(z.string()), columns: z.optional(z.array(z.string())) });
nameSchemas({ UnreadTable: UnreadPart });
export type UnreadPart = z.output<typeof UnreadPart>;

/** Adds the names of the columns and worksheets that were not read to the description of an upload. */
export function addUnread(
  description: Readonly<Record<Language, string>>,
  unread: readonly UnreadPart[],
): Record<Language, string> {
  const columns = unread.flatMap((part) => part.columns ?? []).slice(0, MAX_NAMED);
  const unreadSheets = unread.filter((part) => !part.columns).slice(0, MAX_NAMED);
  const sheets = unreadSheets.map(({ sheet = '' }) => sheet);
  const columnClause = {
    zh: columns.length > 0 ? `；没有读取的列：${columns.join('、')}` : '',
    en: columns.length > 0 ? `; columns that were not read: ${columns.join(', ')}` : '',
  };
  const sheetClause = {
    zh: sheets.length > 0 ? `；没有读取的工作表：${sheets.join('、')}` : '',
    en: sheets.length > 0 ? `; worksheets that were not read: ${sheets.join(', ')}` : '',
  };
  return {
    zh: description.zh + columnClause.zh + sheetClause.zh,
    en: description.en + columnClause.en + sheetClause.en,
  };
}
