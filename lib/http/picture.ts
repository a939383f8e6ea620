import { AppError } from '../errors.ts';
import type { Picture } from '../text/picture.ts';
import { FileAnswer } from './file-answer.ts';

/**
 * Answers a picture. It may be kept for ever under the version that its bytes have, whatever a list has told meanwhile.
 * @throws AppError `thing_not_found` where there is none.
 */
export function answerPicture(picture: Picture | undefined, requestedVersion: string | undefined): FileAnswer {
  if (!picture) throw new AppError('thing_not_found');
  const { contentType, bytes, version } = picture;
  const kept = requestedVersion === version ? 'private, max-age=31536000, immutable' : 'private, no-cache';
  const headers = { 'content-type': contentType, etag: `"${version}"`, 'cache-control': kept };
  return new FileAnswer('image/*', bytes, { headers });
}
