import type { Language } from '../errors.ts';

/** The most dishes that an answer names. */
const MAX_NAMED = 10;

/** The result of an upload: the names of the created and the changed dishes, and the number of unchanged ones. */
interface DishOutcome {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
}

/** Describes the result of an upload of dishes. */
export function describeDishOutcome({ created, changed, unchanged }: DishOutcome): Readonly<Record<Language, string>> {
  const [made, edited] = [listNames(created), listNames(changed)];
  return {
    zh: `成功：新建 ${created.length} 个${made.zh}，修改 ${changed.length} 个${edited.zh}，未变 ${unchanged} 个`,
    en: `OK: ${created.length} created${made.en}, ${changed.length} changed${edited.en}, ${unchanged} unchanged`,
  };
}

function listNames(names: readonly string[]): Readonly<Record<Language, string>> {
  if (names.length === 0) return { zh: '', en: '' };
  const named = names.slice(0, MAX_NAMED);
  const isAll = named.length === names.length;
  return {
    zh: `（${named.join('、')}${isAll ? '' : ' 等'}）`,
    en: ` (${named.join(', ')}${isAll ? '' : ' and others'})`,
  };
}
