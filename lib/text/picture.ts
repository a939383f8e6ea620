import { hash } from 'node:crypto';

const DATA_URL = /^data:(image\/[a-z]+);base64,(.+)$/;
const VERSION_LENGTH = 16;

export type Picture = NonNullable<ReturnType<typeof readPicture>>;

/** Returns the version of a picture. Equal data URLs have the same version. */
export function pictureVersion(dataUrl: string): string {
  return hash('sha256', dataUrl, 'base64url').slice(0, VERSION_LENGTH);
}

/** Reads a data URL; undefined if the text is not one. */
export function readPicture(dataUrl: string) {
  const [, contentType = '', data] = DATA_URL.exec(dataUrl) ?? [];
  if (data === undefined) return undefined;
  return { contentType, bytes: Buffer.from(data, 'base64'), version: pictureVersion(dataUrl) };
}
