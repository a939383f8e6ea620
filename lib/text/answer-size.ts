import { AppError, type FieldProblem } from '../errors.ts';

/** Lambda answers at most 6 MB. An answer near that is refused with advice instead of being cut off. */
export const MAX_ANSWER_BYTES = 5_500_000;

/** The maximum size of a binary file. In base64 it is a third longer and still fits into an answer. */
const MAX_FILE_BYTES = 4_000_000;

/** Returns the file. @throws AppError of this reason if the file does not fit into an answer. */
export function requireFittingFile(file: Buffer, reason: 'page_too_large' | 'too_many_matches'): Buffer {
  if (file.length > MAX_FILE_BYTES) throw new AppError(reason);
  return file;
}

/** The maximum size of a page's answer without its members. */
const MAX_ENVELOPE_BYTES = 500;

/** Makes an error from the bytes of each member. It advises a `pageSize` at which even the largest fit, and to omit any pictures. */
export function pageTooLarge(memberBytes: readonly number[], { hasPictures }: { readonly hasPictures: boolean }) {
  const maxPageSize = Math.floor((MAX_ANSWER_BYTES - MAX_ENVELOPE_BYTES) / Math.max(...memberBytes, 1));
  const canShrink = maxPageSize >= 1 && memberBytes.length > 1;
  const fields: FieldProblem[] = [];
  if (hasPictures) fields.push({ field: 'icons', problem: { code: 'without_pictures' } });
  if (canShrink) fields.push({ field: 'pageSize', problem: { code: 'fits', max: maxPageSize } });
  return new AppError('page_too_large', { fields });
}
