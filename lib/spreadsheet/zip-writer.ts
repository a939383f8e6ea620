import { crc32, deflateRawSync } from 'node:zlib';
import { DEFLATED, END, END_BYTES, ENTRY, ENTRY_BYTES, LOCAL_HEADER, LOCAL_HEADER_BYTES } from './zip-format.ts';

/** Version 2.0 of the format, the first with deflating. */
const VERSION = 20;
const UTF8_NAME = 0x0800;
/** The first day of 1980, the earliest date of a zip. A fixed date makes equal zips of equal contents. */
const DATE = 0x0021;

/** Packs parts into a zip, by their paths. Each part must be smaller than 4 GB. */
export function writeZip(parts: Readonly<Record<string, string>>): Buffer {
  const packed: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(parts)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const data = deflateRawSync(content);
    const facts = describePart(name, content, data);
    const header = Buffer.concat([writeNumber(LOCAL_HEADER), facts], LOCAL_HEADER_BYTES);
    packed.push(header, name, data);
    directory.push(describeEntry(facts, offset), name);
    offset += header.length + name.length + data.length;
  }
  const entries = Buffer.concat(directory);
  return Buffer.concat([...packed, entries, describeEnd(directory.length / 2, entries.length, offset)]);
}

/** Describes a part, both for its own header and for its entry in the directory. */
function describePart(name: Buffer, content: Buffer, data: Buffer): Buffer {
  const facts = Buffer.alloc(LOCAL_HEADER_BYTES - 4);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(UTF8_NAME, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(DATE, 8);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(data.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function describeEntry(facts: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt32LE(ENTRY, 0);
  entry.writeUInt16LE(VERSION, 4);
  facts.copy(entry, 6);
  entry.writeUInt32LE(offset, 42);
  return entry;
}

function describeEnd(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function writeNumber(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
