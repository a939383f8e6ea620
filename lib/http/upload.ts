import { Busboy } from '@fastify/busboy';
import { badField } from '../errors.ts';
import type { UploadedFile } from './endpoint.ts';

/** The parts of a multipart body that matter. */
interface Parts {
  readonly files: UploadedFile[];
  /** Names of the parts that are no files. */
  readonly others: ReadonlySet<string>;
}

/** Name of the parts that are files. */
const PART = 'files';
const MOST_FILES = 10;
const MOST_PARTS = 50;
const FILE_NAME_MAX = 255;

/**
 * Reads the files of a multipart body, in their order; other parts are left unread.
 * @throws AppError `invalid_input` naming `files` where there is none, or where the body is not well formed; naming
 * `password` where one is sent, which is not used.
 */
export async function readUpload(contentType: string, body: Buffer): Promise<UploadedFile[]> {
  const { files, others } = await parse(contentType, body).catch((cause: unknown) => {
    throw badField(PART, { code: 'malformed' }, 'invalid_input', cause);
  });
  if (others.has('password')) throw badField('password', { code: 'not_taken' });
  if (files.length === 0) throw badField(PART, { code: 'required' });
  if (files.length > MOST_FILES) throw badField(PART, { code: 'too_many', max: MOST_FILES });
  return files;
}

function parse(contentType: string, body: Buffer): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const files: UploadedFile[] = [];
    const others = new Set<string>();
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: MOST_PARTS },
      isPartAFile: (field, type, name) => field === PART && (name !== undefined || type !== 'text/plain'),
    });
    parser.on('file', (field, stream, name) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (field === PART) files.push({ name: (name ?? '').slice(-FILE_NAME_MAX), bytes: Buffer.concat(pieces) });
      });
      stream.on('error', reject);
    });
    parser.on('field', (field) => others.add(field));
    parser.on('finish', () => resolve({ files, others }));
    parser.on('error', reject);
    parser.end(body);
  });
}
