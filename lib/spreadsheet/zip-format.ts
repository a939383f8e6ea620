/** Signatures, fixed lengths and flags of the parts of a zip, by PKWARE's APPNOTE, 4.3 and 4.4. */
export const LOCAL_HEADER = 0x04034b50;
export const LOCAL_HEADER_BYTES = 30;
export const ENTRY = 0x02014b50;
export const ENTRY_BYTES = 46;
export const END = 0x06054b50;
export const END_BYTES = 22;
/** The supported methods of compression. */
export const STORED = 0;
export const DEFLATED = 8;
