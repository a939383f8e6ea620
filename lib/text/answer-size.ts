import { AppError, type FieldProblem } from '../errors.ts';

/**
 * The most bytes of an answer. Lambda answers at most 6 MB: an answer near that is refused with advice instead of being
 * cut off.
 */
export const MAX_ANSWER_BYTES = 5_500_000;

/** The most bytes of a binary file. In base64 it is a third longer and still fits into an answer. */
export const MAX_FILE_BYTES = 4_000_000;

/** The most bytes of a page's answer apart from its members. */
const FRAME_BYTES = 500;

/**
 * The error for a page that is too large for an answer. `bytes` are the sizes of its members. The error names what
 * helps: a `pageSize` at which even the largest members fit, and leaving out pictures where members have some.
 */
export function pageTooLarge(bytes: readonly number[], hasPictures: boolean): AppError {
  const max = Math.floor((MAX_ANSWER_BYTES - FRAME_BYTES) / Math.max(...bytes, 1));
  const fields: FieldProblem[] = [
    ...(hasPictures ? [{ field: 'icons', problem: { code: 'without_pictures' } } as const] : []),
    ...(max >= 1 && bytes.length > 1 ? [{ field: 'pageSize', problem: { code: 'fits', max } } as const] : []),
  ];
  return new AppError('page_too_large', { fields });
}
