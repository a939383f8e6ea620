import { MAX_NAMED } from '../analysis/findings.ts';
import type { Unmet } from './answer.ts';
import type { PlanProblem } from './problem.ts';
import { inLanguage, listEn, listZh } from './rules/phrases.ts';

/** Rules that only locked items break, or data that the unit lacks. They have no reason of the plan. */
const WITHOUT_REASON: ReadonlySet<string> = new Set(
  'avoided forbidden season meal notFor rice porridge allergen foods standard price search'.split(' '),
);

const texts = {
  zh: {
    alsoOn: (text: string, days: readonly number[]) => `${text}（第 ${days.join('、')} 天也是）`,
    alsoFor: (text: string, groups: readonly string[]) => `${text}（${groups.join('、')}也是）`,
    join: (parts: readonly string[], count: number) => listZh([parts.join('；')], count > parts.length ? 2 : 1),
  },
  en: {
    alsoOn: (text: string, days: readonly number[]) => `${text} (and on days ${days.join(', ')})`,
    alsoFor: (text: string, groups: readonly string[]) => `${text} (and for ${groups.join(', ')})`,
    join: (parts: readonly string[], count: number) => listEn([parts.join('; ')], 1 + count - parts.length),
  },
};

/**
 * Folds the entries of a plan into one for each rule, group and reason, with all its days. An entry of a group with a diet is folded
 * into the same entry of a group without one.
 */
export function foldUnmet(unmet: readonly Unmet[], problem: Pick<PlanProblem, 'content' | 'language'>): Unmet[] {
  const isCutShort = unmet.some(({ rule }) => rule === 'search');
  const entriesBySubject = Map.groupBy(unmet, toSubject);
  const withReasons = unmet.map((entry): Unmet => {
    // The mean comes first. A reason that holds for it also holds for each day.
    const reason =
      entry.reason ?? entriesBySubject.get(toSubject(entry))?.[0]?.reason ?? findReason(entry, unmet, problem);
    if (WITHOUT_REASON.has(entry.rule) && !reason) return entry;
    return { ...entry, reason: reason ?? (isCutShort ? 'search' : 'conflict') };
  });
  const folds = Map.groupBy(withReasons, (entry) => {
    const group = findGroupWithSameEntry(entry, withReasons, problem) ?? entry.group;
    return [entry.rule, group, entry.reason].join();
  });
  return [...folds.values()].flatMap((entries) => fold(entries, problem));
}

/** Finds a group without a diet that has the same entry for the same day, with the same reason. */
function findGroupWithSameEntry(
  entry: Unmet,
  unmet: readonly Unmet[],
  { content }: Pick<PlanProblem, 'content'>,
): string | undefined {
  const toKey = ({ rule, of, day, meal, dish, reason }: Unmet) => [rule, of, day, meal, dish, reason].join();
  const key = toKey(entry);
  const hasSameEntry = (group: string) => unmet.some((other) => other.group === group && toKey(other) === key);
  return listWithoutDiet(entry.group, content).find(({ name }) => hasSameEntry(name))?.name;
}

/** Lists the groups without a diet that have the standard and the level of a group with one. */
function listWithoutDiet(name: string | undefined, { groups }: PlanProblem['content']) {
  const group = groups.find((candidate) => candidate.name === name);
  if (!group || group.avoid.length === 0) return [];
  return groups.filter(
    ({ avoid, level, standard }) => avoid.length === 0 && level === group.level && standard === group.standard,
  );
}

/** The key of an entry's subject, whatever the day. The subject of a template is only in the text, after the number of the day. */
function toSubject({ rule, group, of, dish, text }: Unmet): string {
  return [rule, group, of ?? dish, rule === 'template' ? text.replace(/\d+/, '') : ''].join();
}

/** Finds the reason `diet`: a group with a diet misses a figure that a group without one meets by the same standard. */
function findReason(
  { rule, group, of }: Unmet,
  unmet: readonly Unmet[],
  { content }: Pick<PlanProblem, 'content'>,
): 'diet' | undefined {
  const isMetBy = (other: string) =>
    !unmet.some((entry) => entry.rule === rule && entry.of === of && entry.group === other);
  return listWithoutDiet(group, content).some(({ name }) => isMetBy(name)) ? 'diet' : undefined;
}

function fold(allEntries: readonly Unmet[], { language, content }: Pick<PlanProblem, 'language' | 'content'>): Unmet[] {
  const groups = [...new Set(allEntries.flatMap(({ group }) => group ?? []))];
  const entries = allEntries.filter(({ group }) => groups.length < 2 || listWithoutDiet(group, content).length === 0);
  const [first] = entries;
  if (!first) return [];
  const phrases = inLanguage({ language }, texts);
  const subjects = [...Map.groupBy(entries, toSubject).values()];
  const parts = subjects.slice(0, MAX_NAMED).flatMap(([main, ...others]) => {
    const otherDays = listDays(others).filter((day) => day !== main?.day);
    return main ? [otherDays.length > 0 ? phrases.alsoOn(main.text, otherDays) : main.text] : [];
  });
  const days = listDays(entries);
  const { rule, reason, level, group } = first;
  const otherGroups = groups.filter((name) => name !== group);
  const joined = phrases.join(parts, subjects.length);
  const text = otherGroups.length > 0 ? phrases.alsoFor(joined, otherGroups) : joined;
  const common = { rule, text, reason, level, group };
  const pickIfShared = <Key extends 'day' | 'meal' | 'dish' | 'of'>(key: Key) =>
    entries.every((entry) => entry[key] === first[key]) ? { [key]: first[key] } : {};
  const by = subjects.length === 1 ? { by: first.by } : {};
  const where = { ...pickIfShared('day'), ...pickIfShared('meal'), ...pickIfShared('dish'), ...pickIfShared('of') };
  return [withoutAbsent({ ...common, ...where, ...by, ...(days.length > 0 ? { days } : {}) })];
}

function listDays(entries: readonly Unmet[]): number[] {
  return [...new Set(entries.flatMap(({ day }) => day ?? []))].sort((a, b) => a - b);
}

function withoutAbsent(unmet: Unmet): Unmet {
  return Object.fromEntries(Object.entries(unmet).filter(([, value]) => value !== undefined)) as Unmet;
}
