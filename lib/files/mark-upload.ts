import type { UploadedFile } from '../http/endpoint.ts';
import type { MarkChanges } from '../store/mark.ts';

export function readMarkUpload(_files: readonly UploadedFile[]): MarkChanges {
  return new Map();
}
