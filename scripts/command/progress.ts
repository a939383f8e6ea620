import cliProgress, { type GenericFormatter, type SingleBar } from 'cli-progress';
import { inLanguage, type Text } from './language.ts';

/** The time after which work counts as long, in milliseconds: on a terminal, and elsewhere. */
const SHOWN_AFTER_MS = { terminal: 1000, elsewhere: 3000 };
/** How often progress is shown per second. */
const PER_SECOND = 5;
const LINE_EVERY_MS = 5000;
const BAR_COLUMNS = 24;

/** Is told how many of `what` are done and, if known, of how many. Another `what` begins another step. */
export type Tell = (what: Text, done: number, total?: number) => void;

/** What a step's line is made from. */
interface Payload {
  readonly what: string;
  readonly isTotalKnown: boolean;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Does work and shows how far it is, how fast it goes and how long it will take. On a terminal this is a changing line
 * that disappears at the end; elsewhere it is a line every few seconds. It is written to standard error, since output
 * may be data. Nothing is shown if the work is soon done, or where `CATERING_PROGRESS` is `off`, for mails of scheduled
 * runs.
 */
export async function showProgress<T>(
  work: (tell: Tell) => Promise<T>,
  stream: NodeJS.WriteStream = process.stderr,
): Promise<T> {
  const begun = Date.now();
  let since = begun;
  if (process.env['CATERING_PROGRESS'] === 'off') return work(() => {});
  let step: Step | undefined;
  try {
    return await work((what, done, total) => {
      const name = inLanguage(what);
      if (step?.what !== name) {
        step?.end();
        step = new Step(name, stream, { begun, since });
      }
      step.tell(done, total);
      since = Date.now();
    });
  } finally {
    step?.end();
  }
}

class Step {
  readonly what: string;
  readonly #since: number;
  readonly #bar: SingleBar;
  readonly #begin: NodeJS.Timeout;
  #done = 0;
  #total: number | undefined;

  /** `since` is when the previous step ended; `begun` is when the whole work began. */
  constructor(
    what: string,
    stream: NodeJS.WriteStream,
    { begun, since }: { readonly begun: number; readonly since: number },
  ) {
    this.what = what;
    this.#since = since;
    this.#bar = new cliProgress.SingleBar({
      stream,
      format,
      fps: PER_SECOND,
      noTTYOutput: true,
      notTTYSchedule: LINE_EVERY_MS,
      barsize: BAR_COLUMNS,
      clearOnComplete: true,
      formatBar: stream.isTTY ? cliProgress.Format.BarFormat : () => '',
    });
    const wait = stream.isTTY ? SHOWN_AFTER_MS.terminal : SHOWN_AFTER_MS.elsewhere;
    const start = () => this.#bar.start(this.#total ?? 0, this.#done, this.#payload());
    this.#begin = setTimeout(start, Math.max(0, begun + wait - Date.now())).unref();
  }

  tell(done: number, total: number | undefined): void {
    this.#done = done;
    // An estimated total may be too small.
    this.#total = total === undefined ? undefined : Math.max(total, done);
    this.#bar.setTotal(this.#total ?? 0);
    this.#bar.update(done, this.#payload());
  }

  end(): void {
    clearTimeout(this.#begin);
    this.#bar.stop();
  }

  #payload(): Payload {
    return { what: this.what, isTotalKnown: this.#total !== undefined, since: this.#since };
  }
}

const words = {
  rate: (perSecond: string): Text => ({ en: `${perSecond}/s`, zh: `${perSecond}/秒` }),
  left: (time: string): Text => ({ en: `${time} left`, zh: `剩余 ${time}` }),
};

/** `dishes [=====-----] 1,200/5,000, 340/s, 12s left`; without a total, the number done and the time taken. */
const format: GenericFormatter = (options, { value, total, progress }, { what, isTotalKnown, since }: Payload) => {
  const seconds = (Date.now() - since) / 1000;
  const perSecond = seconds > 0 ? value / seconds : 0;
  const rate = inLanguage(
    words.rate(toNumber(perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond))),
  );
  const timeOf = (time: number) => cliProgress.Format.TimeFormat(Math.round(time), options, 1);
  if (!isTotalKnown && value === 0) return `${what}, ${timeOf(seconds)}`;
  if (!isTotalKnown) return [`${what} ${toNumber(value)}`, rate, timeOf(seconds)].join(', ');
  const bar = options.formatBar?.(progress, options);
  const place = `${what} ${bar ? `[${bar}] ` : ''}${toNumber(value)}/${toNumber(total)}`;
  // The time left follows from the whole step. The library's own estimate uses the last ten updates, and jumps where
  // they come in batches.
  const left = perSecond > 0 ? [inLanguage(words.left(timeOf((total - value) / perSecond)))] : [];
  return [place, rate, ...left].join(', ');
};

function toNumber(count: number): string {
  return count.toLocaleString('en');
}
