import * as z from 'zod/mini';
import { about, type Fail, field, MAX_NAME_LENGTH, readText, text } from './values/fields.ts';

/** The maximum bytes of a data URL, which are also its characters. */
const MAX_ICON_BYTES = 50 * 1024;
const MAX_FILE_NAME_LENGTH = 255;

/** A data URL of an image. Base64 comes in groups of four characters; the last group is filled up with `=`. */
const IMAGE_URL =
  /^data:image\/(?:png|jpeg|gif|webp);base64,(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/;

/** The characters that no name of a file has. */
const FORBIDDEN = String.raw`/\\:*?"<>|\p{Cc}\p{Cf}`;
/** A name has more than dots and blanks. */
const FILE_NAME = new RegExp(String.raw`^[^${FORBIDDEN}]*[^${FORBIDDEN}.\p{Zs}][^${FORBIDDEN}]*$`, 'u');

/** Makes the field of an icon: a data URL of at most 50 KB as it is sent. The empty string means none. */
export function icon() {
  const pattern = `^$|${IMAGE_URL.source}`;
  return field({ maxLength: MAX_ICON_BYTES, contentMediaType: 'text/plain', pattern }, readIcon);
}

/** An icon: a data URL, or the name of a file that front ends have. If both are empty, there is none. */
export type DishIcon = z.output<ReturnType<typeof iconOrFile>>;

/** Makes the field of an icon as `icon` has it, or of a file name of at most 255 characters without folders. */
export function iconOrFile() {
  const pattern = `^$|${IMAGE_URL.source}|${FILE_NAME.source}`;
  return field({ maxLength: MAX_ICON_BYTES, pattern }, (value, fail) => {
    if (value === '' || value.startsWith('data:')) return { data: readIcon(value, fail), file: '' };
    if (value.length > MAX_ICON_BYTES) return fail({ code: 'icon_too_large', max: MAX_ICON_BYTES / 1024 });
    const file = readText(value, MAX_FILE_NAME_LENGTH, fail);
    return FILE_NAME.test(file) ? { data: '', file } : fail({ code: 'icon' });
  });
}

function readIcon(value: string, fail: Fail): string {
  if (value.length > MAX_ICON_BYTES) return fail({ code: 'icon_too_large', max: MAX_ICON_BYTES / 1024 });
  return value === '' || IMAGE_URL.test(value) ? value : fail({ code: 'icon' });
}

/** Makes the field of the version under which a picture is asked for. */
export function iconVersion() {
  const meaning = 'Its `iconVersion`: while that is the present one, the answer may be kept for ever.';
  return about(meaning, z.optional(text(MAX_NAME_LENGTH)));
}
