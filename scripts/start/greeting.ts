import { digestPassword } from '../../lib/auth/password.ts';
import { inLanguage } from '../command/language.ts';
import { toTextTable } from '../command/text-table.ts';
import { words } from './words.ts';

/** A person who can sign in on this machine. */
export interface SignIn {
  readonly uid: string;
  /** Plain; absent where it was changed since, and only its owner knows it. */
  readonly password?: string | undefined;
  /** What the person is. */
  readonly title: string;
}

/** A curl command that signs in, for pasting into a shell. */
function toCurl(address: string, uid: string, password: string): string {
  const isPlain = /^[\w.@-]+$/.test(uid);
  const uidPart = isPlain ? `-d uid=${uid}` : `--data-urlencode ${quote(`uid=${uid}`)}`;
  return `curl -sS ${address}/api/login ${uidPart} -d password=${digestPassword(password)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What `npm start` prints once the service answers. */
export function greet(
  address: string,
  signIns: readonly SignIn[],
  places: readonly (readonly [name: string, place: string])[],
): string {
  const rows = signIns.map(({ uid, password, title }) =>
    password === undefined
      ? [uid, inLanguage(words.changed), '', title]
      : [uid, password, digestPassword(password), title],
  );
  const table = toTextTable([words.uid, words.password, words.digest, words.who].map(inLanguage), rows);
  const [place = [], ...others] = places;
  const first = signIns.find((signIn) => signIn.password !== undefined);
  const curl =
    first?.password === undefined
      ? []
      : [inLanguage(words.tryIt), '', `  ${toCurl(address, first.uid, first.password)}`, ''];
  return [
    '',
    inLanguage(words.runsAt(address)),
    inLanguage(words.callsAt(`${address}/docs`)),
    '',
    ...table.map((line) => `  ${line}`),
    '',
    ...curl,
    ...toTextTable(place, others),
    inLanguage(words.ends),
  ].join('\n');
}
