import { digestPassword } from '../../lib/auth/password.ts';
import { toTextTable } from '../command/text-table.ts';

/** A person who can sign in on this machine. */
export interface SignIn {
  readonly uid: string;
  /** In plain text; absent once its owner has changed it. */
  readonly password?: string | undefined;
  readonly unitAndRole: string;
}

/** Makes the text that `npm start` prints once the service answers. `locations` are names with paths or addresses. */
export function makeGreeting(
  address: string,
  signIns: readonly SignIn[],
  locations: readonly (readonly [name: string, location: string])[],
): string {
  const rows = signIns.map(({ uid, password, unitAndRole }) => {
    const passwords = password === undefined ? ['(changed)', ''] : [password, digestPassword(password)];
    return [uid, ...passwords, unitAndRole];
  });
  const table = toTextTable(['uid', 'password', 'digest (what clients send)', 'who'], rows);
  const [first] = signIns.filter(({ password }) => password !== undefined);
  return [
    '',
    `The workbench, where people work: ${address}/w/home`,
    `The service runs at ${address}`,
    `Its calls, to read and to try: ${address}/docs`,
    '',
    ...table.map((line) => `  ${line}`),
    '',
    ...(first?.password === undefined ? [] : ['Try it:', '', `  ${toCurl(address, first.uid, first.password)}`, '']),
    ...locations.map(([name, location]) => `${name}: ${location}`),
    'Ctrl-C ends it; the data stays.',
  ].join('\n');
}

/** Makes a curl command that signs in, for pasting into a shell. */
function toCurl(address: string, uid: string, password: string): string {
  return `curl -sS ${address}/api/login -d uid=${encodeURIComponent(uid)} -d password=${digestPassword(password)}`;
}
