/** The milliseconds until progress is first shown, and until the next line. */
const PAUSES = { terminal: { first: 1000, next: 200 }, elsewhere: { first: 3000, next: 5000 } };
/** Goes to the beginning of the line and clears it. */
const CLEAR = '\r\x1b[2K';

/** Reports how many things of a step are done and, if known, of how many. Another name begins another step. */
export type ReportProgress = (stepName: string, done: number, total?: number) => void;

/**
 * Does work and shows how far it is and how long it will take. On a terminal this is a changing line that disappears at
 * the end; elsewhere it is a line every few seconds. It is written to standard error, since output may be data. Nothing
 * is shown if the work is soon done, or where `CATERING_PROGRESS` is `off`, for mails of scheduled runs.
 */
export async function showProgress<T>(
  work: (report: ReportProgress) => Promise<T>,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<T> {
  if (process.env['CATERING_PROGRESS'] === 'off') return work(() => {});
  const pauses = stream.isTTY ? PAUSES.terminal : PAUSES.elsewhere;
  let nextLineAt = Date.now() + pauses.first;
  let step = { name: '', startedAt: Date.now() };
  try {
    return await work((stepName, done, total) => {
      const now = Date.now();
      if (stepName !== step.name) step = { name: stepName, startedAt: now };
      if (now < nextLineAt) return;
      nextLineAt = now + pauses.next;
      const line = describe(stepName, done, { total, seconds: (now - step.startedAt) / 1000 });
      stream.write(stream.isTTY ? `${CLEAR}${line}` : `${line}\n`);
    });
  } finally {
    if (stream.isTTY) stream.write(CLEAR);
  }
}

/** Makes a line such as `dishes 1,200/5,000, 12 s left`. `seconds` have passed since the step began. */
function describe(
  name: string,
  done: number,
  { total, seconds }: { readonly total: number | undefined; readonly seconds: number },
): string {
  const count = done.toLocaleString('en');
  if (total === undefined) return `${name} ${count}, ${Math.round(seconds)} s`;
  // An estimated total may be too small.
  const maxTotal = Math.max(total, done);
  const leftText = done > 0 ? `, ${Math.round((seconds / done) * (maxTotal - done))} s left` : '';
  return `${name} ${count}/${maxTotal.toLocaleString('en')}${leftText}`;
}
