/** By how many bits each step of a round rotates its sum to the left. */
const TURNS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const BLOCK_BYTES = 64;
const STEPS = Array.from({ length: 64 }, (_, step) => ({
  round: step >> 4,
  turn: TURNS[step >> 4]?.[step & 3] ?? 0,
  constant: Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
}));
/** Which word of its block a step of each round takes. */
const WORD_OF_STEP = [
  (step: number) => step,
  (step: number) => 5 * step + 1,
  (step: number) => 3 * step + 5,
  (step: number) => 7 * step,
];

/** A password's digest as it is sent: the last 16 characters of its MD5 in upper-case hex. */
export function digestPassword(plain: string): string {
  return md5(new TextEncoder().encode(plain)).toUpperCase().slice(-16);
}

/** MD5 by RFC 1321. No browser has it built in. */
function md5(bytes: Uint8Array): string {
  const blocks = pad(bytes);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let start = 0; start < blocks.byteLength; start += BLOCK_BYTES) {
    state = addBlock(state, new DataView(blocks.buffer, start, BLOCK_BYTES));
  }
  const result = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => {
    result.setUint32(4 * index, word, true);
  });
  return Array.from(new Uint8Array(result.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type State = readonly [number, number, number, number];

/** The bytes, a 1 bit, zeros and the length in bits: complete blocks. */
function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  // 32 of the 64 bits are enough for 512 MB.
  new DataView(padded.buffer).setUint32(padded.length - 8, bytes.length << 3, true);
  return padded;
}

function addBlock(state: State, block: DataView): State {
  let [a, b, c, d] = state;
  STEPS.forEach(({ round, turn, constant }, step) => {
    const word = block.getUint32(4 * ((WORD_OF_STEP[round]?.(step) ?? 0) & 15), true);
    const sum = (a + mix(round, b, c, d) + constant + word) | 0;
    [a, b, c, d] = [d, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0, b, c];
  });
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (b & d) | (c & ~d);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}
