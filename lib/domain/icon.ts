import * as z from 'zod/mini';
import { about, type Fail, field, MAX_NAME_LENGTH, readText, text } from './values/fields.ts';

const MAX_ICON_BYTES = 50 * 1024;
const MAX_FILE_NAME_LENGTH = 255;

/** A data URL of an image. Base64 comes in groups of four characters; the last group is filled up with `=`. */
const IMAGE =
  /^data:image\/(?:png|jpeg|gif|webp);base64,(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** What no name of a file has. There is more in one than dots and blanks. */
const FOLDERS = String.raw`/\\:*?"<>|\p{Cc}\p{Cf}`;
const FILE_NAME = new RegExp(String.raw`^[^${FOLDERS}]*[^${FOLDERS}.\p{Zs}][^${FOLDERS}]*$`, 'u');

/** A small image in base64 as a data URL, ≤ 50 KB as sent; the empty string means none. */
export function icon() {
  return field({ maxLength: MAX_ICON_BYTES, contentMediaType: 'text/plain', pattern: `^$|${IMAGE.source}` }, readIcon);
}

/** An icon: a data URL, or the name of a file that front ends have. If both are empty, there is none. */
export interface DishIcon {
  readonly data: string;
  readonly file: string;
}

/** An icon as `icon` has it, or a file name of at most 255 characters without folders. */
export function iconOrFile() {
  const pattern = `^$|${IMAGE.source}|${FILE_NAME.source}`;
  return field({ maxLength: MAX_ICON_BYTES, pattern }, (value, fail): DishIcon => {
    if (value === '' || value.startsWith('data:')) return { data: readIcon(value, fail), file: '' };
    if (value.length > MAX_ICON_BYTES) return fail({ code: 'icon_too_large', max: MAX_ICON_BYTES / 1024 });
    const file = readText(value, MAX_FILE_NAME_LENGTH, fail);
    return FILE_NAME.test(file) ? { data: '', file } : fail({ code: 'icon' });
  });
}

function readIcon(value: string, fail: Fail): string {
  if (value.length > MAX_ICON_BYTES) return fail({ code: 'icon_too_large', max: MAX_ICON_BYTES / 1024 });
  return value === '' || IMAGE.test(value) ? value : fail({ code: 'icon' });
}

/** Input that names a version of an icon. */
export function iconVersion() {
  const meaning = 'Its `iconVersion`: while that is the present one, the answer may be kept for ever.';
  return about(meaning, z.optional(text(MAX_NAME_LENGTH)));
}
