import type { Schemas } from '../../api/client.ts';

export type Operation = Schemas['Operation'];

/** The kind and the text of each operation, by its name. The build inserts them from the endpoints' declarations. */
declare const LOGGED: Readonly<Record<string, { readonly kind: string; readonly text: string }>>;

const kinds = new Set(Object.values(LOGGED).map(({ kind }) => kind));
export const sortedKinds = [...kinds].sort((a, b) => a.localeCompare(b, 'zh'));

/** Records that a unit has once. Their id is the unit's id, which says nothing here. */
const unitWideChanges: readonly string[] = ['calendar', 'marks', 'prices', 'roles'];

export const findKind = ({ operation }: Operation): string | undefined => LOGGED[operation]?.kind;

/** The names of records by noun and id, as far as the person may see them. */
export type NamesByNoun = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The noun of the records that an operation changed; undefined if it changed none that have names. */
export const findNoun = ({ changed }: Operation): string | undefined =>
  Object.keys(changed).find((noun) => !unitWideChanges.includes(noun));

const MAX_SHOWN = 5;
/** The most ids of a list that an operation stores. It counts those that it leaves out in `more`. */
const MAX_STORED = 50;

/** Says how many ids a list has, if not all are shown. `more` is of all full lists: what was given was often changed, too. */
function describeCount(ids: readonly unknown[], { changed, given, more }: Operation): string {
  const fullLists = [...Object.values(changed), ...Object.values(given)].filter(({ length }) => length === MAX_STORED);
  const count = ids.length + (ids.length < MAX_STORED ? 0 : Math.round(more / (fullLists.length || 1)));
  return count > MAX_SHOWN ? ` 等 ${count} 个` : '';
}

/** Describes an operation: 删除菜品（编号 12、13）, 修改食谱「第一周」, 新建用户「sunyan」. */
export function describeOperation(entry: Operation, namesByNoun: NamesByNoun): string {
  const { operation, given, changed } = entry;
  const { kind, text } = LOGGED[operation] ?? { text: operation };
  // These operations concern the person who carried them out.
  if (kind === '登录与密码') return text;
  const named = [given['roleName'], given['account'], given['uid'] ?? changed['user']];
  const names = [...new Set(named.flatMap((values) => values ?? []))];
  if (names.length > 0) return `${text}「${names.slice(0, MAX_SHOWN).join('」「')}」${describeCount(names, entry)}`;
  const noun = findNoun(entry) ?? '';
  const ids = given['id'] ?? given['ids'] ?? changed[noun] ?? [];
  if (ids.length === 0) return text;
  const count = describeCount(ids, entry);
  const shownIds = ids.slice(0, MAX_SHOWN);
  const shownNames = shownIds.flatMap((id) => namesByNoun.get(noun)?.get(Number(id)) ?? []);
  // A deleted record has no name any more.
  if (shownNames.length < shownIds.length) return `${text}（编号 ${shownIds.join('、')}${count}）`;
  return `${text}「${shownNames.join('」「')}」${count}`;
}
