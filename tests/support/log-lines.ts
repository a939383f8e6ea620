import { vi } from 'vitest';
import * as z from 'zod';

const Line = z.record(z.string(), z.unknown());

/** The log lines that an action writes to standard output, as in the cloud. */
export async function readLines(action: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await action();
    return write.mock.calls.map(([text]) => Line.parse(JSON.parse(String(text))));
  } finally {
    write.mockRestore();
  }
}
