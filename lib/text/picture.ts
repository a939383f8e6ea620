import { hash } from 'node:crypto';

const DATA_STRING = /^data:(image\/[a-z]+);base64,(.+)$/;
const VERSION_LENGTH = 16;

/** A picture out of its data string. */
export interface Picture {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly version: string;
}

/** The version of a picture: the same for the same data string, wherever it is. */
export function pictureVersion(dataString: string): string {
  return hash('sha256', dataString, 'base64url').slice(0, VERSION_LENGTH);
}

/** Reads a data string; undefined where it is none. */
export function readPicture(dataString: string): Picture | undefined {
  const [, contentType = '', data] = DATA_STRING.exec(dataString) ?? [];
  if (data === undefined) return undefined;
  return { contentType, bytes: Buffer.from(data, 'base64'), version: pictureVersion(dataString) };
}
