/** Something in a template that CloudFormation would refuse, and where. */
export interface Finding {
  readonly path: string;
  readonly problem: string;
}

/** Collects findings. */
export type Report = (path: readonly string[], problem: string) => void;

/** A value of a template with names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has names, which a list has not. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a value looks in a finding. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** One of the names that is like the wrong one, as a hint. */
export function hint(wrong: string, names: readonly string[]): string {
  const similar = names.find((name) => name.toLowerCase() === wrong.toLowerCase() || distance(name, wrong) <= 2);
  return similar === undefined ? '' : `, but ${similar}`;
}

/** Characters to insert, leave out or exchange. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const exchanged = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchanged, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
