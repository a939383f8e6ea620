import { MAX_NAMED } from '../analysis/findings.ts';
import type { Unmet } from './answer.ts';
import type { PlanProblem } from './problem.ts';
import { inLanguage, listEn, listZh } from './rules/phrases.ts';

/** Rules that nothing but what is locked, or what the unit lacks, can break. */
const WITHOUT_REASON: ReadonlySet<Unmet['rule']> = new Set<Unmet['rule']>([
  ...(['avoided', 'forbidden', 'season', 'meal', 'notFor', 'rice', 'porridge', 'allergen'] as const),
  ...(['foods', 'standard', 'price', 'search'] as const),
]);

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
 * Folds what a plan does not meet into one line for each rule, group and reason, with its days. What a group that avoids
 * something misses as others do is said with theirs.
 */
export function foldUnmet(unmet: readonly Unmet[], problem: Pick<PlanProblem, 'content' | 'language'>): Unmet[] {
  const isCutShort = unmet.some(({ rule }) => rule === 'search');
  const bySubject = Map.groupBy(unmet, toSubject);
  const withReasons = unmet.map((one): Unmet => {
    // What is impossible in the mean is not another matter on a day.
    const reason = one.reason ?? bySubject.get(toSubject(one))?.[0]?.reason ?? findReason(one, unmet, problem);
    return WITHOUT_REASON.has(one.rule) && !reason
      ? one
      : { ...one, reason: reason ?? (isCutShort ? 'search' : 'conflict') };
  });
  const lines = Map.groupBy(withReasons, (one) => toLineKey(one, findSharing(one, withReasons, problem) ?? one.group));
  return [...lines.values()].flatMap((line) => foldLine(line, problem));
}

function toLineKey({ rule, reason }: Unmet, group: string | undefined): string {
  return [rule, group, reason].join();
}

/** Finds a group without a diet that misses the same on the same day, for the same reason. */
function findSharing(
  { rule, of, day, meal, dish, reason, group: name }: Unmet,
  unmet: readonly Unmet[],
  { content }: Pick<PlanProblem, 'content'>,
): string | undefined {
  const names = listWithoutDiet(name, content).map((other) => other.name);
  const isSame = (one: Unmet) =>
    [one.rule, one.of, one.day, one.meal, one.dish, one.reason].join() === [rule, of, day, meal, dish, reason].join();
  return names.find((other) => unmet.some((one) => one.group === other && isSame(one)));
}

/** Lists the groups that avoid nothing and have the standard and the level of a group that avoids something. */
function listWithoutDiet(name: string | undefined, { groups }: PlanProblem['content']) {
  const group = groups.find((one) => one.name === name);
  if (!group || group.avoid.length === 0) return [];
  return groups.filter(
    ({ avoid, level, standard }) => avoid.length === 0 && level === group.level && standard === group.standard,
  );
}

/** The key of what an entry is about, whatever the day. What a template misses is in the text alone, after the day. */
function toSubject({ rule, group, of, dish, text }: Unmet): string {
  return [rule, group, of ?? dish, rule === 'template' ? text.replace(/\d+/, '') : ''].join();
}

/** A figure that others of the same standard meet, but not a group that avoids something, is missed for that. */
function findReason(
  { rule, group, of }: Unmet,
  unmet: readonly Unmet[],
  { content }: Pick<PlanProblem, 'content'>,
): 'diet' | undefined {
  const isMetBy = (other: string) => !unmet.some((one) => one.rule === rule && one.of === of && one.group === other);
  return listWithoutDiet(group, content).some(({ name }) => isMetBy(name)) ? 'diet' : undefined;
}

function foldLine(
  entries: readonly Unmet[],
  { language, content }: Pick<PlanProblem, 'language' | 'content'>,
): Unmet[] {
  const sharing = [...new Set(entries.flatMap(({ group }) => group ?? []))];
  const line = entries.filter(({ group }) => sharing.length < 2 || listWithoutDiet(group, content).length === 0);
  const [first] = line;
  if (!first) return [];
  const phrases = inLanguage({ language }, texts);
  const subjects = [...Map.groupBy(line, toSubject).values()];
  const parts = subjects.slice(0, MAX_NAMED).flatMap(([main, ...others]) => {
    const otherDays = listDays(others).filter((day) => day !== main?.day);
    return main ? [otherDays.length > 0 ? phrases.alsoOn(main.text, otherDays) : main.text] : [];
  });
  const days = listDays(line);
  const { rule, reason, level, group } = first;
  const others = sharing.filter((name) => name !== group);
  const joined = phrases.join(parts, subjects.length);
  const text = others.length > 0 ? phrases.alsoFor(joined, others) : joined;
  const common = { rule, text, reason, level, group };
  const shared = <Key extends 'day' | 'meal' | 'dish' | 'of'>(key: Key) =>
    line.every((one) => one[key] === first[key]) ? { [key]: first[key] } : {};
  const by = subjects.length === 1 ? { by: first.by } : {};
  const where = { ...shared('day'), ...shared('meal'), ...shared('dish'), ...shared('of') };
  return [withoutAbsent({ ...common, ...where, ...by, ...(days.length > 0 ? { days } : {}) })];
}

function listDays(line: readonly Unmet[]): number[] {
  return [...new Set(line.flatMap(({ day }) => day ?? []))].sort((a, b) => a - b);
}

function withoutAbsent(unmet: Unmet): Unmet {
  return Object.fromEntries(Object.entries(unmet).filter(([, value]) => value !== undefined)) as Unmet;
}
