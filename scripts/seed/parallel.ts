/**
 * Does the work for each of the values, `width` at a time. After a failure it begins nothing more, but waits for what
 * was begun.
 * @throws what the first failing work has thrown.
 */
export async function inParallel<T>(
  values: readonly T[],
  width: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const left = values.values();
  let hasFailed = false;
  const run = async () => {
    for (const value of left) {
      if (hasFailed) return;
      try {
        await work(value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const runs = Array.from({ length: width }, run);
  await Promise.allSettled(runs);
  await Promise.all(runs);
}
