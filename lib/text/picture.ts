import { hash } from 'node:crypto';

const DATA_URL = /^data:(image\/[a-z]+);base64,(.+)$/;
const VERSION_LENGTH = 16;

export interface Picture extends Readonly<Record<'contentType' | 'version', string>> {
  readonly bytes: Buffer;
}

/** Returns the version of a picture: a hash of its data URL. */
export function pictureVersion(dataUrl: string): string {
  return hash('sha256', dataUrl, 'base64url').slice(0, VERSION_LENGTH);
}

/** Reads a data URL; undefined if the text is not one. */
export function readPicture(dataUrl: string): Picture | undefined {
  const [, contentType = '', data] = DATA_URL.exec(dataUrl) ?? [];
  if (data === undefined) return undefined;
  return { contentType, bytes: Buffer.from(data, 'base64'), version: pictureVersion(dataUrl) };
}
