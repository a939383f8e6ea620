import * as z from 'zod/mini';
import { nameSchemas } from '../domain/values/output.ts';
import type { Text } from '../errors.ts';

/** The maximum number of things of a kind that an answer names. */
export const MAX_NAMED = 10;

/** A worksheet, or columns of it, that are not read. Without `columns` nothing of the worksheet is read. */
export const UnreadPart = z.object({ sheet: z.optional(z.string()), columns: z.optional(z.array(z.string())) });
nameSchemas({ UnreadTable: UnreadPart });
export type UnreadPart = z.output<typeof UnreadPart>;

/** Adds the names of the columns and worksheets that were not read to the description of an upload. */
export function addUnread(description: Text, unread: readonly UnreadPart[]): Text {
  const columns = unread.flatMap((part) => part.columns ?? []);
  const sheets = unread.flatMap((part) => (part.columns ? [] : [part.sheet ?? '']));
  const clauses = [describeUnread(columns, '列', 'columns'), describeUnread(sheets, '工作表', 'worksheets')];
  const join = (language: keyof Text) => description[language] + clauses.map((clause) => clause[language]).join('');
  return { zh: join('zh'), en: join('en') };
}

function describeUnread(names: readonly string[], kindZh: string, kindEn: string): Text {
  if (names.length === 0) return { zh: '', en: '' };
  const named = names.slice(0, MAX_NAMED);
  return {
    zh: `；没有读取的${kindZh}：${named.join('、')}`,
    en: `; ${kindEn} that were not read: ${named.join(', ')}`,
  };
}
