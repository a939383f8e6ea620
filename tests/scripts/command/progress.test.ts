import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showProgress, type Tell } from '../../../scripts/command/progress.ts';

const DISHES = { en: 'dishes', zh: '道菜品' };
const MENUS = { en: 'menus', zh: '份食谱' };

/** A stream that keeps what is written to it. */
class Screen extends Writable {
  readonly columns = 100;
  readonly isTTY: boolean;
  text = '';

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

/** What work with these steps, each after a pause, writes there. */
async function watch(screen: Screen, steps: readonly (readonly [pauseMs: number, ...Parameters<Tell>])[]) {
  // The used parts of a terminal's stream.
  const stream = screen as unknown as NodeJS.WriteStream;
  const work = showProgress(async (tell) => {
    for (const [pauseMs, ...told] of steps) {
      await vi.advanceTimersByTimeAsync(pauseMs);
      tell(...told);
    }
    await vi.advanceTimersByTimeAsync(1000);
    return 'done';
  }, stream);
  return [await work, screen.text] as const;
}

/** Steps with that many dishes, one per second. */
const steady = (seconds: number, each: number, total: number | undefined) =>
  Array.from({ length: seconds }, (_, index) => [1000, DISHES, (index + 1) * each, total] as const);

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 8, 1) }));
afterEach(() => {
  vi.useRealTimers();
});

describe('where nobody watches', () => {
  it('work of less than three seconds is not reported', async () => {
    const [outcome, text] = await watch(new Screen(false), steady(1, 100, 200));
    expect([outcome, text]).toEqual(['done', '']);
  });

  it('a line every five seconds tells how far it is, how fast it goes and how long it will take', async () => {
    const [, text] = await watch(new Screen(false), steady(14, 1000, 50_000));
    expect(text.split('\n')).toEqual([
      'dishes 2,000/50,000, 667/s, 1m12s left',
      'dishes 7,000/50,000, 875/s, 49s left',
      'dishes 12,000/50,000, 923/s, 41s left',
      'dishes 14,000/50,000, 933/s, 39s left',
      '',
    ]);
  });

  it('without a total it tells how many there are, and since when', async () => {
    const [, text] = await watch(new Screen(false), [[0, DISHES, 0], ...steady(8, 5, undefined)]);
    expect(text.split('\n')).toEqual(['dishes 10, 3.3/s, 3s', 'dishes 35, 4.4/s, 8s', 'dishes 40, 4.4/s, 9s', '']);
  });

  it('work without a count is reported with its duration', async () => {
    const [, text] = await watch(new Screen(false), [
      [0, DISHES, 0],
      [5000, DISHES, 0],
    ]);
    expect(text).toBe('dishes, 3s\ndishes, 6s\n');
  });

  it('another step is another line, however short it is', async () => {
    const [, text] = await watch(new Screen(false), [...steady(4, 1, 4), [0, MENUS, 1, 3], [1000, MENUS, 3, 3]]);
    expect(text).toMatch(/^dishes .*\ndishes 4\/4.*\nmenus .*\nmenus 3\/3.*\n$/);
  });

  it('nothing is told where that is switched off', async () => {
    vi.stubEnv('CATERING_PROGRESS', 'off');
    const [outcome, text] = await watch(new Screen(false), steady(9, 1000, 50_000));
    vi.unstubAllEnvs();
    expect([outcome, text]).toEqual(['done', '']);
  });

  it('a total that was too small grows', async () => {
    const [, text] = await watch(new Screen(false), steady(5, 10, 30));
    expect(text).toContain('dishes 50/50,');
  });

  it('it is told in Chinese where the terminal is', async () => {
    vi.stubEnv('LC_ALL', 'zh_CN.UTF-8');
    const [, text] = await watch(new Screen(false), steady(10, 1000, 50_000));
    vi.unstubAllEnvs();
    expect(text).toMatch(/道菜品 7,000\/50,000, 875\/秒, 剩余 49s\n/);
  });
});

describe('on a terminal', () => {
  it('a line with a bar changes, and is gone in the end', async () => {
    const [, text] = await watch(new Screen(true), steady(5, 10, 100));
    expect(text).toMatch(/dishes \[=+-+\] 40\/100, \d+\/s, \d+s left/);
    // The cursor goes to the beginning of the line, which is cleared.
    expect(text.endsWith('\x1b[1G\x1b[2K')).toBe(true);
  });

  it('it is gone, too, where the work fails', async () => {
    const screen = new Screen(true);
    const work = showProgress(
      async (tell) => {
        tell(DISHES, 1, 2);
        await vi.advanceTimersByTimeAsync(2000);
        throw new Error('lost');
      },
      screen as unknown as NodeJS.WriteStream,
    );
    await expect(work).rejects.toThrow('lost');
    expect(screen.text).toContain('dishes [');
    expect(screen.text.endsWith('\x1b[1G\x1b[2K')).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
