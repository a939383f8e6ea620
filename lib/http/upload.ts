import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError, badField } from '../errors.ts';
import type { Upload, UploadedFile } from './endpoint.ts';

const FILES_FIELD = 'files';
const MAX_FILES = 10;
const MAX_PARTS = 50;
/** The parser gets the body in pieces of this many bytes, so that it can stop between two. */
const PIECE_BYTES = 64 * 1024;
const MAX_FILE_NAME_LENGTH = 255;

/**
 * Reads the files and the other fields of a multipart body, in their order.
 * @throws AppError `invalid_input` naming `files` if there is none, if there are too many files, or too many parts (which
 * ends the parsing), or if the body is not well formed.
 */
export async function readUpload(contentType: string, body: Buffer): Promise<Upload> {
  const upload = await parseMultipart(contentType, body).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw badField(FILES_FIELD, { code: 'malformed' }, 'invalid_input', cause);
  });
  if (upload.files.length === 0) throw badField(FILES_FIELD, { code: 'required' });
  if (upload.files.length > MAX_FILES) throw badField(FILES_FIELD, { code: 'too_many', max: MAX_FILES });
  return upload;
}

/** Returns the one file of an upload. @throws AppError `invalid_input` naming `files` if there are more. */
export function requireOneFile(files: readonly UploadedFile[]): UploadedFile {
  const [file, secondFile] = files;
  if (!file) throw badField(FILES_FIELD, { code: 'required' });
  if (secondFile) throw badField(FILES_FIELD, { code: 'too_many', max: 1 });
  return file;
}

function parseMultipart(contentType: string, body: Buffer): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const files: UploadedFile[] = [];
    const fields: [name: string, value: string][] = [];
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: MAX_PARTS },
      isPartAFile: (field, type, name) => field === FILES_FIELD && (name !== undefined || type !== 'text/plain'),
    });
    parser.on('file', (field, stream, name) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (field === FILES_FIELD)
          files.push({ name: (name ?? '').slice(-MAX_FILE_NAME_LENGTH), bytes: Buffer.concat(pieces) });
      });
      stream.on('error', reject);
    });
    parser.on('field', (field, value, _, isCutOff) => {
      // A field without a name is no parameter, so its end may be cut off.
      if (isCutOff && field !== '') reject(new Error('a field is too long'));
      fields.push([field, value]);
    });
    parser.on('partsLimit', () => parser.destroy(badField(FILES_FIELD, { code: 'too_many', max: MAX_PARTS })));
    parser.on('finish', () => resolve({ files, fields }));
    parser.on('error', reject);
    Readable.from(splitBody(body)).pipe(parser);
  });
}

function* splitBody(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) yield body.subarray(start, start + PIECE_BYTES);
}
