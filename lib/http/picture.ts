import { AppError } from '../errors.ts';
import type { Picture } from '../text/picture.ts';
import { FileAnswer } from './file-answer.ts';

/**
 * Answers a picture. Clients may cache it for ever if the requested version is that of its bytes.
 * @throws AppError `thing_not_found` if there is none.
 */
export function answerPicture(picture: Picture | undefined, requestedVersion: string | undefined): FileAnswer {
  if (!picture) throw new AppError('thing_not_found');
  const { contentType, bytes, version } = picture;
  const cacheControl = requestedVersion === version ? 'private, max-age=31536000, immutable' : 'private, no-cache';
  const headers = { 'content-type': contentType, etag: `"${version}"`, 'cache-control': cacheControl };
  return new FileAnswer('image/*', bytes, { headers });
}
