import { digestPassword } from '../../lib/auth/password.ts';

/** Somebody who can sign in on this machine. */
export interface SignIn {
  readonly uid: string;
  /** Plain; absent where it was changed since and nobody but its owner knows it. */
  readonly password?: string | undefined;
  /** Who it is. */
  readonly title: string;
}

/** A curl command that signs in, to be pasted into a shell. */
function toCurl(address: string, uid: string, password: string): string {
  const isPlain = /^[\w.@-]+$/.test(uid);
  const uidPart = isPlain ? `-d uid=${uid}` : `--data-urlencode ${quote(`uid=${uid}`)}`;
  return `curl -sS ${address}/api/login ${uidPart} -d password=${digestPassword(password)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What `npm start` shows once the service answers. */
export function greet(address: string, signIns: readonly SignIn[], places: Readonly<Record<string, string>>): string {
  const rows = signIns.map(({ uid, password, title }) =>
    password === undefined ? [uid, '(changed)', '', title] : [uid, password, digestPassword(password), title],
  );
  const table = alignColumns([['uid', 'password', 'digest (what clients send)', 'who'], ...rows]);
  const first = signIns.find((signIn) => signIn.password !== undefined);
  const curl =
    first?.password === undefined ? [] : ['Try it:', '', `  ${toCurl(address, first.uid, first.password)}`, ''];
  return [
    '',
    `The service runs at ${address}`,
    `Its calls, to read and to try: ${address}/docs`,
    '',
    ...table.map((line) => `  ${line}`),
    '',
    ...curl,
    ...alignColumns(Object.entries(places)),
    'Ctrl-C ends it; the data stays.',
  ].join('\n');
}

/** The last column is not padded, so that wide characters there do no harm. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(width(column) + 2))).join(''),
  );
}
