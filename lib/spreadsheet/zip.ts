import { crc32, inflateRawSync } from 'node:zlib';
import type { UploadBudget } from './cell.ts';
import { FileProblem } from './problem.ts';

/** Signatures, fixed lengths and flags of the parts of a zip, by PKWARE's APPNOTE, 4.3 and 4.4. */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
/** The supported methods of compression. */
const STORED = 0;
const DEFLATED = 8;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_BYTES = 20;
const END64 = 0x06064b50;
const END64_BYTES = 56;
const LONGEST_COMMENT = 0xffff;
/** Stands for a figure that is in the zip64 part. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_EXTRA = 1;
const ENCRYPTED = 1;
/** The fewest bytes that are inflated at once. */
const SMALLEST_PIECE = 16 * 1024;

/** One entry as the directory at the end of the zip describes it. */
interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  /** Bytes as stated, which may be wrong. */
  readonly bytes: number;
  readonly offset: number;
}

/**
 * Inflates a zip of at most so many entries and returns them by name. What is inflated is subtracted from the
 * budget, whether the zip is good or not. It trusts no stated size: inflating stops where the budget ends.
 * @throws FileProblem `zip_bomb`, `encrypted`, `unreadable`.
 */
export function readZip(
  file: string,
  bytes: Uint8Array,
  most: number,
  budget: Pick<UploadBudget, 'bytes'>,
): Map<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const contents = new Map<string, Buffer>();
    for (const entry of listEntries(file, zip, most)) {
      if (contents.has(entry.name)) throw new FileProblem(file, 'unreadable');
      if (entry.flags & ENCRYPTED) throw new FileProblem(file, 'encrypted');
      contents.set(entry.name, inflate(file, zip, entry, budget));
    }
    return contents;
  } catch (error) {
    // The buffer throws where something is cut off or points outside.
    throw error instanceof FileProblem ? error : new FileProblem(file, 'unreadable', {}, error);
  }
}

function listEntries(file: string, zip: Buffer, most: number): Entry[] {
  const { count, offset } = findDirectory(file, zip);
  if (count > most) throw new FileProblem(file, 'zip_bomb');
  const entries: Entry[] = [];
  let position = offset;
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(position) !== ENTRY) throw new FileProblem(file, 'unreadable');
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
  const first = Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT);
  for (let end = zip.length - END_BYTES; end >= first; end--) {
    if (zip.readUInt32LE(end) !== END) continue;
    const locator = end - END64_LOCATOR_BYTES;
    if (locator >= END64_BYTES && zip.readUInt32LE(locator) === END64_LOCATOR) {
      const end64 = Number(zip.readBigUInt64LE(locator + 8));
      if (zip.readUInt32LE(end64) !== END64) break;
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
function readSizes(zip: Buffer, position: number, extra: Buffer): Pick<Entry, 'packedBytes' | 'bytes' | 'offset'> {
  const wide = findZip64(extra);
  let next = 0;
  const widen = (figure: number) => {
    if (figure !== IN_ZIP64 || wide === undefined) return figure;
    next += 8;
    return Number(wide.readBigUInt64LE(next - 8));
  };
  // The zip64 part has only the figures that are needed, in this order.
  const bytes = widen(zip.readUInt32LE(position + 24));
  const packedBytes = widen(zip.readUInt32LE(position + 20));
  const offset = widen(zip.readUInt32LE(position + 42));
  return { packedBytes, bytes, offset };
}

function findZip64(extra: Buffer): Buffer | undefined {
  for (let position = 0; position + 4 <= extra.length; ) {
    const end = position + 4 + extra.readUInt16LE(position + 2);
    if (extra.readUInt16LE(position) === ZIP64_EXTRA) return extra.subarray(position + 4, end);
    position = end;
  }
  return undefined;
}

function inflate(file: string, zip: Buffer, entry: Entry, budget: Pick<UploadBudget, 'bytes'>): Buffer {
  const { offset, packedBytes, crc } = entry;
  if (zip.readUInt32LE(offset) !== LOCAL_HEADER) throw new FileProblem(file, 'unreadable');
  const start = offset + LOCAL_HEADER_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new FileProblem(file, 'unreadable');
  const most = budget.bytes;
  budget.bytes = 0;
  const content = unpack(file, packed, entry, most);
  budget.bytes = most - content.length;
  if (crc32(content) !== crc) throw new FileProblem(file, 'unreadable');
  return content;
}

function unpack(file: string, packed: Buffer, { method, bytes }: Entry, most: number): Buffer {
  if (method === STORED && packed.length <= most) return packed;
  if (method === STORED) throw new FileProblem(file, 'zip_bomb');
  if (method !== DEFLATED) throw new FileProblem(file, 'unreadable');
  try {
    // If the stated size is true, the content comes in one piece. Several pieces would have to be joined, which takes
    // twice the memory.
    const chunkSize = Math.min(Math.max(bytes + 1, SMALLEST_PIECE), most + SMALLEST_PIECE);
    // The option does not accept 0. The next line finds one byte too many.
    const content = inflateRawSync(packed, { maxOutputLength: most + 1, chunkSize });
    if (content.length <= most) return content;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new FileProblem(file, 'zip_bomb');
}
