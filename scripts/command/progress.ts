import cliProgress, { type GenericFormatter, type SingleBar } from 'cli-progress';
import { inLanguage, type Text } from './language.ts';

/** From when on a work is taken for a long one, in milliseconds: on a terminal, and where nobody watches. */
const SHOWN_AFTER_MS = { terminal: 1000, elsewhere: 3000 };
/** How often it is told how far it is. */
const PER_SECOND = 5;
const LINE_EVERY_MS = 5000;
const BAR_COLUMNS = 24;

/** Is told how many of `what` are done, and of how many where that is known. Another `what` is another step. */
export type Tell = (what: Text, done: number, total?: number) => void;

/** What a step is drawn from. */
interface Payload {
  readonly what: string;
  readonly isTotalKnown: boolean;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Does a work and shows how far it is, how fast it goes and how long it will take: on a terminal as a line that changes
 * and is gone in the end, elsewhere as a line every few seconds. On standard error, since output may be data; nothing at
 * all of what is done soon, or where `CATERING_PROGRESS` is `off`: a mail of a scheduled run wants none.
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

  /** `since`: when the step before it was done; `begun`: when the whole work was, of which it may be a short step. */
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
    // A total that was only about right does not hold for ever.
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

/** `dishes [=====-----] 1,200/5,000, 340/s, 12s left`; without a total how many there are and how long it takes. */
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
  // By the whole step: the library's own estimate goes by the last ten updates, and jumps where they come in batches.
  const left = perSecond > 0 ? [inLanguage(words.left(timeOf((total - value) / perSecond)))] : [];
  return [place, rate, ...left].join(', ');
};

function toNumber(count: number): string {
  return count.toLocaleString('en');
}
