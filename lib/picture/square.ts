/** A picture as its pixels: red, green, blue and opacity of each, from the top left, line by line. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

const CHANNELS = 4;
const OPAQUE = 255;

/** The pixels from `first` on that become one pixel, and the weight of each. */
interface Stretch {
  readonly first: number;
  readonly weights: readonly number[];
}

/**
 * The square in the middle of a picture, shrunk to a side of at most `side` pixels, and never enlarged. A pixel is the
 * mean of its area. The colour of transparent pixels does not count.
 */
export function cutSquare({ width, height, data }: Pixels, side: number): Pixels {
  const whole = Math.min(width, height);
  const size = Math.min(side, whole);
  const columns = divide(whole, size, Math.floor((width - whole) / 2));
  const lines = divide(whole, size, Math.floor((height - whole) / 2));
  const square = new Uint8ClampedArray(size * size * CHANNELS);
  let at = 0;
  for (const line of lines) {
    for (const column of columns) {
      average(data, width, line, column, square, at);
      at += CHANNELS;
    }
  }
  return { width: size, height: size, data: square };
}

/** Divides `whole` pixels, from `start` on, into `parts` stretches of equal length. */
function divide(whole: number, parts: number, start: number): Stretch[] {
  return Array.from({ length: parts }, (_, index) => {
    const [from, to] = [(index * whole) / parts, ((index + 1) * whole) / parts];
    const first = Math.floor(from);
    const weights = Array.from({ length: Math.ceil(to) - first }, (_, offset) => {
      return Math.min(to, first + offset + 1) - Math.max(from, first + offset);
    });
    return { first: start + first, weights };
  });
}

function average(
  data: Pixels['data'],
  width: number,
  line: Stretch,
  column: Stretch,
  into: Uint8ClampedArray,
  at: number,
): void {
  let [red, green, blue, opacity, area] = [0, 0, 0, 0, 0];
  for (let y = 0; y < line.weights.length; y++) {
    const high = line.weights[y] ?? 0;
    let position = ((line.first + y) * width + column.first) * CHANNELS;
    for (let x = 0; x < column.weights.length; x++) {
      const weight = high * (column.weights[x] ?? 0);
      const seen = weight * (data[position + 3] ?? 0);
      red += seen * (data[position] ?? 0);
      green += seen * (data[position + 1] ?? 0);
      blue += seen * (data[position + 2] ?? 0);
      opacity += seen;
      area += weight;
      position += CHANNELS;
    }
  }
  if (opacity === 0) return;
  into[at] = red / opacity;
  into[at + 1] = green / opacity;
  into[at + 2] = blue / opacity;
  into[at + 3] = Math.min(OPAQUE, opacity / area);
}
