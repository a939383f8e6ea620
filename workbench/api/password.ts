import { md5 } from 'js-md5';

/** The digest in which passwords travel: the last 16 characters of the upper-case MD5 hex digest. */
export function digestPassword(plain: string): string {
  return md5(plain).toUpperCase().slice(-16);
}
