/** Splits a list into batches of at most `maxSize` members. */
export function splitIntoBatches<T>(list: readonly T[], maxSize: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / maxSize) }, (_, batchIndex) =>
    list.slice(batchIndex * maxSize, (batchIndex + 1) * maxSize),
  );
}
