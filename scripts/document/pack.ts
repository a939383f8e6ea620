import { hash } from 'node:crypto';
import { type PackedText, packText } from '../../lib/http/packed.ts';

/** A text packed as functions send it, with an ETag of its own. */
export function pack(text: string): PackedText {
  return packText(text, `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`);
}
