import { crc32, inflateRawSync } from 'node:zlib';
import type { UploadBudget } from './cell.ts';
import { FileProblem } from './problem.ts';

/** Signatures, fixed lengths and flags of the parts of a zip, by PKWARE's APPNOTE, 4.3 and 4.4. */
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
/** The supported methods of compression. */
const STORED = 0;
const DEFLATED = 8;
const END64_LOCATOR_SIGNATURE = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const MAX_COMMENT_BYTES = 0xffff;
/** Stands for a number that is in the zip64 part. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_EXTRA_ID = 1;
const ENCRYPTED_FLAG = 1;
/** The minimum bytes that are inflated at once. */
const MIN_CHUNK_BYTES = 16 * 1024;

/** One entry as the directory at the end of the zip describes it. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  /** The inflated bytes as the directory states them, which may be wrong. */
  readonly statedBytes: number;
  readonly offset: number;
}

/**
 * Inflates a zip of at most `maxEntries` entries and returns them by name. Inflated bytes are subtracted from the
 * budget, whether the zip is valid or not. Stated sizes are not trusted: inflating stops at the end of the budget.
 * @throws FileProblem `zip_bomb`, `encrypted`, `unreadable`
 */
export function readZip(
  file: string,
  bytes: Uint8Array,
  maxEntries: number,
  budget: Pick<UploadBudget, 'bytes'>,
): Map<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const contents = new Map<string, Buffer>();
    for (const entry of listEntries(file, zip, maxEntries)) {
      if (contents.has(entry.name)) throw new FileProblem(file, 'unreadable');
      if (entry.flags & ENCRYPTED_FLAG) throw new FileProblem(file, 'encrypted');
      contents.set(entry.name, inflate(file, zip, entry, budget));
    }
    return contents;
  } catch (error) {
    // The buffer throws if something is cut off or points outside.
    throw error instanceof FileProblem ? error : new FileProblem(file, 'unreadable', {}, error);
  }
}

function listEntries(file: string, zip: Buffer, maxEntries: number): Entry[] {
  const { count, offset } = findDirectory(file, zip);
  if (count > maxEntries) throw new FileProblem(file, 'zip_bomb');
  const entries: Entry[] = [];
  let position = offset;
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(position) !== ENTRY_SIGNATURE) throw new FileProblem(file, 'unreadable');
    const nameEnd = position + ENTRY_BYTES + zip.readUInt16LE(position + 28);
    const extraEnd = nameEnd + zip.readUInt16LE(position + 30);
    entries.push({
      name: zip.toString('utf8', position + ENTRY_BYTES, nameEnd).replaceAll('\\', '/'),
      flags: zip.readUInt16LE(position + 8),
      method: zip.readUInt16LE(position + 10),
      crc: zip.readUInt32LE(position + 16),
      ...readSizes(zip, position, zip.subarray(nameEnd, extraEnd)),
    });
    position = extraEnd + zip.readUInt16LE(position + 32);
  }
  return entries;
}

function findDirectory(file: string, zip: Buffer): { count: number; offset: number } {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let end = zip.length - END_BYTES; end >= first; end--) {
    if (zip.readUInt32LE(end) !== END_SIGNATURE) continue;
    const locator = end - END64_LOCATOR_BYTES;
    if (locator >= END64_BYTES && zip.readUInt32LE(locator) === END64_LOCATOR_SIGNATURE) {
      const end64 = Number(zip.readBigUInt64LE(locator + 8));
      if (zip.readUInt32LE(end64) !== END64_SIGNATURE) break;
      return {
        count: Number(zip.readBigUInt64LE(end64 + 32)),
        offset: Number(zip.readBigUInt64LE(end64 + 48)),
      };
    }
    return { count: zip.readUInt16LE(end + 10), offset: zip.readUInt32LE(end + 16) };
  }
  throw new FileProblem(file, 'unreadable');
}

/**
 * Reads the sizes. Writers that do not know them in advance leave them to the zip64 part, however small the file is.
 */
function readSizes(
  zip: Buffer,
  position: number,
  extra: Buffer,
): Pick<Entry, 'packedBytes' | 'statedBytes' | 'offset'> {
  const zip64 = findZip64(extra);
  let position64 = 0;
  const widen = (number: number) => {
    if (number !== IN_ZIP64 || zip64 === undefined) return number;
    position64 += 8;
    return Number(zip64.readBigUInt64LE(position64 - 8));
  };
  // The zip64 part has only the numbers that did not fit, in this order.
  const statedBytes = widen(zip.readUInt32LE(position + 24));
  const packedBytes = widen(zip.readUInt32LE(position + 20));
  const offset = widen(zip.readUInt32LE(position + 42));
  return { packedBytes, statedBytes, offset };
}

function findZip64(extra: Buffer): Buffer | undefined {
  for (let position = 0; position + 4 <= extra.length; ) {
    const end = position + 4 + extra.readUInt16LE(position + 2);
    if (extra.readUInt16LE(position) === ZIP64_EXTRA_ID) return extra.subarray(position + 4, end);
    position = end;
  }
  return undefined;
}

function inflate(file: string, zip: Buffer, entry: Entry, budget: Pick<UploadBudget, 'bytes'>): Buffer {
  const { offset, packedBytes, crc } = entry;
  if (zip.readUInt32LE(offset) !== LOCAL_HEADER_SIGNATURE) throw new FileProblem(file, 'unreadable');
  const start = offset + LOCAL_HEADER_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new FileProblem(file, 'unreadable');
  const maxBytes = budget.bytes;
  budget.bytes = 0;
  const content = unpack(file, packed, entry, maxBytes);
  budget.bytes = maxBytes - content.length;
  if (crc32(content) !== crc) throw new FileProblem(file, 'unreadable');
  return content;
}

function unpack(file: string, packed: Buffer, { method, statedBytes }: Entry, maxBytes: number): Buffer {
  if (method === STORED && packed.length <= maxBytes) return packed;
  if (method === STORED) throw new FileProblem(file, 'zip_bomb');
  if (method !== DEFLATED) throw new FileProblem(file, 'unreadable');
  try {
    // If the stated size is true, the content comes in one piece. Several pieces would have to be joined, which takes
    // twice the memory.
    const chunkSize = Math.min(Math.max(statedBytes + 1, MIN_CHUNK_BYTES), maxBytes + MIN_CHUNK_BYTES);
    // The option does not accept 0. The next line finds one byte too many.
    const content = inflateRawSync(packed, { maxOutputLength: maxBytes + 1, chunkSize });
    if (content.length <= maxBytes) return content;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new FileProblem(file, 'zip_bomb');
}
