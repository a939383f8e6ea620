import type { Language } from '../errors.ts';

/** The maximum number of dishes that an answer names. */
const MAX_NAMED = 10;

/** The result of an upload: the names of the created and the changed dishes, and the number of unchanged ones. */
interface DishOutcome {
  readonly createdNames: readonly string[];
  readonly changedNames: readonly string[];
  readonly unchangedCount: number;
}

/** Describes the result of an upload of dishes. */
export function describeDishOutcome({
  createdNames,
  changedNames,
  unchangedCount,
}: DishOutcome): Readonly<Record<Language, string>> {
  const [createdList, changedList] = [listNames(createdNames), listNames(changedNames)];
  return {
    zh: `成功：新建 ${createdNames.length} 个${createdList.zh}，修改 ${changedNames.length} 个${changedList.zh}，未变 ${unchangedCount} 个`,
    en: `OK: ${createdNames.length} created${createdList.en}, ${changedNames.length} changed${changedList.en}, ${unchangedCount} unchanged`,
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
