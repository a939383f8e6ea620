import type { Schemas } from '../../api/client.ts';

export type Operation = Schemas['Operation'];

/** The kind and the words of each call that writes, by its name. The build takes them from the calls' declarations. */
declare const LOGGED: Readonly<Record<string, { readonly kind: string; readonly text: string }>>;

/** The kinds of what is done. */
export const kindNames = [...new Set(Object.values(LOGGED).map(({ kind }) => kind))].sort((a, b) =>
  a.localeCompare(b, 'zh'),
);

/** What changes as a whole with something in it. Its id says only of which unit it is. */
const wholes: readonly string[] = ['calendar', 'marks', 'prices', 'roles'];

/** The kind of what was done. */
export function kindOf({ operation }: Operation): string {
  return LOGGED[operation]?.kind ?? '';
}

/** What was done to what: 删除菜品（编号 12、13）, 新建用户「sunyan」. */
export function sentenceOf(done: Operation): string {
  const { operation, given, changed, more } = done;
  const { kind, text } = LOGGED[operation] ?? { kind: '', text: operation };
  const names = [given['roleName'], given['account'], given['uid'] ?? changed['user']].flatMap((some) => some ?? []);
  if (kind === '登录与密码') return text;
  if (names.length > 0) return `${text}「${[...new Set(names)].slice(0, 5).join('」「')}」`;
  const thing = Object.keys(changed).find((name) => !wholes.includes(name));
  const ids = given['id'] ?? given['ids'] ?? changed[thing ?? ''] ?? [];
  const count = ids.length + more;
  const listed = `${ids.slice(0, 5).join('、')}${count > 5 ? ` 等 ${count} 个` : ''}`;
  return count === 0 ? text : `${text}（编号 ${listed}）`;
}
