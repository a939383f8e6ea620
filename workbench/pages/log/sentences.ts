import type { Schemas } from '../../api/client.ts';

export type Operation = Schemas['Operation'];

/** The kind and the text of each operation, by its name. The build inserts them from the endpoints' declarations. */
declare const LOGGED: Readonly<Record<string, { readonly kind: string; readonly text: string }>>;

const kinds = new Set(Object.values(LOGGED).map(({ kind }) => kind));
export const kindNames = [...kinds].sort((a, b) => a.localeCompare(b, 'zh'));

/** Records that a unit has once. Their id is the unit's id, which says nothing here. */
const unitWideChanges: readonly string[] = ['calendar', 'marks', 'prices', 'roles'];

export const findKind = ({ operation }: Operation): string => LOGGED[operation]?.kind ?? '';

/** The names of records by noun and id, as far as the person may see them. */
export type NamesByNoun = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The noun of the records that an operation changed. */
export function findNoun({ changed }: Operation): string {
  return Object.keys(changed).find((name) => !unitWideChanges.includes(name)) ?? '';
}

/** Describes an operation: 删除菜品（编号 12、13）, 修改食谱「第一周」, 新建用户「sunyan」. */
export function describeOperation(entry: Operation, namesByNoun: NamesByNoun): string {
  const { operation, given, changed, more } = entry;
  const { kind, text } = LOGGED[operation] ?? { kind: '', text: operation };
  const named = [given['roleName'], given['account'], given['uid'] ?? changed['user']];
  const names = [...new Set(named.flatMap((values) => values ?? []))];
  if (kind === '登录与密码') return text;
  if (names.length > 0) return `${text}「${names.slice(0, 5).join('」「')}」`;
  const noun = findNoun(entry);
  const ids = given['id'] ?? given['ids'] ?? changed[noun] ?? [];
  const count = ids.length + more;
  const rest = count > 5 ? ` 等 ${count} 个` : '';
  const shownIds = ids.slice(0, 5);
  const shownNames = shownIds.flatMap((id) => namesByNoun.get(noun)?.get(Number(id)) ?? []);
  if (count === 0) return text;
  // A deleted record has no name any more.
  if (shownNames.length < shownIds.length) return `${text}（编号 ${shownIds.join('、')}${rest}）`;
  return `${text}「${shownNames.join('」「')}」${rest}`;
}
