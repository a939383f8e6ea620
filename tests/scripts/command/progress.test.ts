import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showProgress } from '../../../scripts/command/progress.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 8, 1) }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** What work with a step each second writes there. */
async function watch(isTTY: boolean, seconds: number, total?: number): Promise<string> {
  let text = '';
  const write = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  await showProgress(
    async (tell) => {
      for (let done = 0; done <= seconds; done++) {
        tell('dishes', done * 1000, total);
        await vi.advanceTimersByTimeAsync(1000);
      }
    },
    { isTTY, write },
  );
  return text;
}

describe('progress', () => {
  it('is a line every five seconds where nobody watches, with the time that is left', async () => {
    expect(await watch(false, 9, 50_000)).toBe('dishes 3,000/50,000, 47 s left\ndishes 8,000/50,000, 42 s left\n');
  });

  it('is the number and the time taken where the total is unknown, and never more than all', async () => {
    expect(await watch(false, 3)).toBe('dishes 3,000, 3 s\n');
    expect(await watch(false, 3, 2000)).toBe('dishes 3,000/3,000, 0 s left\n');
  });

  it('is nothing where work is soon done, or it is switched off', async () => {
    expect(await watch(false, 2)).toBe('');
    vi.stubEnv('CATERING_PROGRESS', 'off');
    expect(await watch(false, 20)).toBe('');
  });

  it('is a line that changes on a terminal, and is gone in the end', async () => {
    const text = await watch(true, 2, 4000);
    expect(text.split('\r\x1b[2K')).toEqual(['', 'dishes 1,000/4,000, 3 s left', 'dishes 2,000/4,000, 2 s left', '']);
  });
});
