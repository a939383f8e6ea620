import { crc32, inflateRawSync } from 'node:zlib';
import type { UploadBudget } from './cell.ts';
import { FileProblem } from './problem.ts';

// Signatures, fixed lengths and flags of the parts of a zip, by PKWARE's APPNOTE, 4.3 and 4.4.
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const END64_LOCATOR_SIGNATURE = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const MAX_COMMENT_BYTES = 0xffff;
/** The supported methods of compression. */
const STORED = 0;
const DEFLATED = 8;
/** Offsets of fields within these records. The `LENGTHS` are fields with the lengths of the parts that follow the record. */
const LOCAL_HEADER_LENGTHS = { name: 26, extra: 28 };
const ENTRY_FIELDS = { flags: 8, method: 10, crc: 16, packedBytes: 20, statedBytes: 24, offset: 42 };
const ENTRY_LENGTHS = { name: 28, extra: 30, comment: 32 };
const END_FIELDS = { count: 10, offset: 16 };
const END64_LOCATOR_FIELDS = { end64: 8 };
const END64_FIELDS = { count: 32, offset: 48 };
/** This value means that the number is in the zip64 extra field. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_NUMBER_BYTES = 8;
/** An extra field begins with its id and its length, two bytes each. */
const EXTRA_HEADER_BYTES = 4;
const ZIP64_EXTRA_ID = 1;
const ENCRYPTED_FLAG = 1;
/** The minimum bytes that are inflated at once, whatever size is stated. */
const MIN_CHUNK_BYTES = 16 * 1024;

/**
 * One entry as the directory at the end of the zip states it. `statedBytes` is the size when inflated, which may be wrong. The
 * content is behind a header at `offset`. `nextPosition` is where the next entry begins in the directory.
 */
type Entry = Readonly<Record<keyof typeof ENTRY_FIELDS | 'nextPosition', number>> & { readonly name: string };

type ZipBudget = Pick<UploadBudget, 'bytes'>;

/**
 * Inflates a zip of at most `maxEntries` entries and returns them by name. Inflated bytes are subtracted from the
 * budget, and an entry that cannot be inflated uses up all of it. Stated sizes are not trusted.
 * @throws FileProblem `zip_bomb`, `encrypted`; Error if the zip is damaged, a RangeError if a position is outside of it
 */
export function readZip(bytes: Uint8Array, maxEntries: number, budget: ZipBudget): Map<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contentByName = new Map<string, Buffer>();
  for (const entry of listEntries(zip, maxEntries)) {
    if (contentByName.has(entry.name)) throw new Error(`${entry.name} is there twice`);
    if (entry.flags & ENCRYPTED_FLAG) throw new FileProblem('encrypted');
    contentByName.set(entry.name, readContent(zip, entry, budget));
  }
  return contentByName;
}

function listEntries(zip: Buffer, maxEntries: number): Entry[] {
  const { count, offset } = locateDirectory(zip);
  if (count > maxEntries) throw new FileProblem('zip_bomb');
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) entries.push(readEntry(zip, entries.at(-1)?.nextPosition ?? offset));
  return entries;
}

function readEntry(zip: Buffer, position: number): Entry {
  if (zip.readUInt32LE(position) !== ENTRY_SIGNATURE) throw new Error('an entry of the directory is damaged');
  const nameEnd = position + ENTRY_BYTES + zip.readUInt16LE(position + ENTRY_LENGTHS.name);
  const extraEnd = nameEnd + zip.readUInt16LE(position + ENTRY_LENGTHS.extra);
  return {
    name: zip.toString('utf8', position + ENTRY_BYTES, nameEnd).replaceAll('\\', '/'),
    flags: zip.readUInt16LE(position + ENTRY_FIELDS.flags),
    method: zip.readUInt16LE(position + ENTRY_FIELDS.method),
    crc: zip.readUInt32LE(position + ENTRY_FIELDS.crc),
    ...readSizesAndOffset(zip, position, zip.subarray(nameEnd, extraEnd)),
    nextPosition: extraEnd + zip.readUInt16LE(position + ENTRY_LENGTHS.comment),
  };
}

/** Reads where the directory is, and how many entries it has. The record that states both is the last of a zip. */
function locateDirectory(zip: Buffer) {
  const firstPossibleEnd = Math.max(0, zip.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let end = zip.length - END_BYTES; end >= firstPossibleEnd; end--) {
    if (zip.readUInt32LE(end) !== END_SIGNATURE) continue;
    const locator = end - END64_LOCATOR_BYTES;
    if (locator >= END64_BYTES && zip.readUInt32LE(locator) === END64_LOCATOR_SIGNATURE) {
      const end64 = Number(zip.readBigUInt64LE(locator + END64_LOCATOR_FIELDS.end64));
      if (zip.readUInt32LE(end64) !== END64_SIGNATURE) break;
      const readNumber = (field: 'count' | 'offset') => Number(zip.readBigUInt64LE(end64 + END64_FIELDS[field]));
      return { count: readNumber('count'), offset: readNumber('offset') };
    }
    return { count: zip.readUInt16LE(end + END_FIELDS.count), offset: zip.readUInt32LE(end + END_FIELDS.offset) };
  }
  throw new Error('there is no directory');
}

/** A writer that did not know sizes and offset in advance states them in the zip64 extra field, even for a small file. */
function readSizesAndOffset(zip: Buffer, position: number, extra: Buffer) {
  const zip64 = findZip64Field(extra);
  let zip64Position = 0;
  const read = (field: 'statedBytes' | 'packedBytes' | 'offset') => {
    const number = zip.readUInt32LE(position + ENTRY_FIELDS[field]);
    if (number !== IN_ZIP64 || zip64 === undefined) return number;
    zip64Position += ZIP64_NUMBER_BYTES;
    return Number(zip64.readBigUInt64LE(zip64Position - ZIP64_NUMBER_BYTES));
  };
  // The extra field has only the numbers that did not fit, in this order: each read moves on.
  return { statedBytes: read('statedBytes'), packedBytes: read('packedBytes'), offset: read('offset') };
}

function findZip64Field(extra: Buffer): Buffer | undefined {
  for (let position = 0; position + EXTRA_HEADER_BYTES <= extra.length; ) {
    const end = position + EXTRA_HEADER_BYTES + extra.readUInt16LE(position + 2);
    if (extra.readUInt16LE(position) === ZIP64_EXTRA_ID) return extra.subarray(position + EXTRA_HEADER_BYTES, end);
    position = end;
  }
  return undefined;
}

function readContent(zip: Buffer, entry: Entry, budget: ZipBudget): Buffer {
  const { offset, packedBytes, crc } = entry;
  if (zip.readUInt32LE(offset) !== LOCAL_HEADER_SIGNATURE) throw new Error('there is no entry where it should be');
  const nameEnd = offset + LOCAL_HEADER_BYTES + zip.readUInt16LE(offset + LOCAL_HEADER_LENGTHS.name);
  const start = nameEnd + zip.readUInt16LE(offset + LOCAL_HEADER_LENGTHS.extra);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new Error('an entry is cut off');
  const maxBytes = budget.bytes;
  // Stays 0 if `inflateWithin` throws.
  budget.bytes = 0;
  const content = inflateWithin(packed, entry, maxBytes);
  budget.bytes = maxBytes - content.length;
  if (crc32(content) !== crc) throw new Error('the content of an entry does not match its checksum');
  return content;
}

function inflateWithin(packed: Buffer, { method, statedBytes }: Entry, maxBytes: number): Buffer {
  if (method === STORED && packed.length <= maxBytes) return packed;
  if (method === STORED) throw new FileProblem('zip_bomb');
  if (method !== DEFLATED) throw new Error(`the method of compression ${method} is not known`);
  try {
    // If the stated size is true, the content comes in one piece. Joining several would take twice the memory.
    const chunkSize = Math.min(Math.max(statedBytes + 1, MIN_CHUNK_BYTES), maxBytes + MIN_CHUNK_BYTES);
    // One byte more than allowed, because the option does not accept 0. The next line refuses it.
    const content = inflateRawSync(packed, { maxOutputLength: maxBytes + 1, chunkSize });
    if (content.length <= maxBytes) return content;
  } catch (error) {
    // Node throws a RangeError if the content is longer than `maxOutputLength`.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new FileProblem('zip_bomb');
}
