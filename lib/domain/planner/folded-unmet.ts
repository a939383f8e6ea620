import { MAX_NAMED } from '../analysis/findings.ts';
import type { Unmet } from './answer.ts';
import type { PlanProblem } from './problem.ts';
import { inLanguage } from './rules/phrases.ts';

type FoldedProblem = Pick<PlanProblem, 'content' | 'language'>;

type RuleName = Unmet['rule'];
/** Rules that only locked dishes break. */
const LOCKED_DISH_RULES: readonly RuleName[] = ['avoided', 'forbidden', 'season', 'meal', 'notFor', 'rice', 'porridge'];
/** Rules whose entries have no reason, because the plan is not the cause. An entry of `search` is itself the reason of others. */
const NOT_DUE_TO_PLAN = new Set<RuleName>([...LOCKED_DISH_RULES, 'allergen', 'foods', 'standard', 'price', 'search']);

/** `moreCount` says how many parts are left out. */
const texts = {
  zh: {
    alsoOn: (text: string, days: readonly number[]) => `${text}（第 ${days.join('、')} 天也是）`,
    alsoFor: (text: string, groupNames: readonly string[]) => `${text}（${groupNames.join('、')}也是）`,
    join: (parts: readonly string[], moreCount: number) => `${parts.join('；')}${moreCount > 0 ? '等' : ''}`,
  },
  en: {
    alsoOn: (text: string, days: readonly number[]) => `${text} (and on days ${days.join(', ')})`,
    alsoFor: (text: string, groupNames: readonly string[]) => `${text} (and for ${groupNames.join(', ')})`,
    join: (parts: readonly string[], moreCount: number) =>
      `${parts.join('; ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}`,
  },
};

/** Folds entries into one for each rule, group and reason, with all its days. If a group without a diet has the same entry, that of a group with one joins it. */
export function foldUnmet(unmet: readonly Unmet[], problem: FoldedProblem): Unmet[] {
  const isCutShort = unmet.some(({ rule }) => rule === 'search');
  const entriesBySubject = Map.groupBy(unmet, toSubjectKey);
  const entries = unmet.map((entry): Unmet => {
    // Rules report the mean before the days (`listFigures`). A reason that holds for it also holds for each day.
    const reason =
      entry.reason ?? entriesBySubject.get(toSubjectKey(entry))?.[0]?.reason ?? findDietReason(entry, unmet, problem);
    if (NOT_DUE_TO_PLAN.has(entry.rule) && !reason) return entry;
    return { ...entry, reason: reason ?? (isCutShort ? 'search' : 'conflict') };
  });
  const entriesByFold = Map.groupBy(entries, (entry) => {
    const group = findPeerNameWithSameEntry(entry, entries, problem) ?? entry.group;
    return [entry.rule, group, entry.reason].join();
  });
  return [...entriesByFold.values()].flatMap((foldedEntries) => fold(foldedEntries, problem));
}

/** The key of an entry's subject, the same for all days. Where a template is missed, only the text names the subject. Its first number is the day. */
const toSubjectKey = ({ rule, group, of, dish, text }: Unmet) =>
  [rule, group, of ?? dish, rule === 'template' ? text.replace(/\d+/, '') : ''].join();

/** Finds a group without a diet that has the same entry for the same day, with the same reason. */
function findPeerNameWithSameEntry(entry: Unmet, unmet: readonly Unmet[], problem: FoldedProblem): string | undefined {
  const toKey = ({ rule, of, day, meal, dish, reason }: Unmet) => [rule, of, day, meal, dish, reason].join();
  const key = toKey(entry);
  return listPeersWithoutDiet(entry.group, problem).find((peer) =>
    unmet.some((other) => other.group === peer && toKey(other) === key),
  );
}

/** Finds the reason `diet`: a group with a diet misses a figure that a group without one meets by the same standard. */
function findDietReason({ rule, group, of }: Unmet, unmet: readonly Unmet[], problem: FoldedProblem) {
  const isMetBy = (peer: string) =>
    !unmet.some((entry) => entry.rule === rule && entry.of === of && entry.group === peer);
  return listPeersWithoutDiet(group, problem).some(isMetBy) ? 'diet' : undefined;
}

/** Lists the names of the groups without a diet that have the standard and the level of this one; none if it has no diet itself. */
function listPeersWithoutDiet(groupName: string | undefined, { content: { groups } }: FoldedProblem): string[] {
  const group = groups.find((other) => other.name === groupName);
  if (!group || group.avoid.length === 0) return [];
  const { level, standard } = group;
  const peers = groups.filter((peer) => peer.avoid.length === 0 && peer.level === level && peer.standard === standard);
  return peers.map((peer) => peer.name);
}

/** Folds these entries into one. Where groups with and without a diet have them, it is about those without one. */
function fold(allEntries: readonly Unmet[], problem: FoldedProblem): Unmet[] {
  const groupNames = [...new Set(allEntries.flatMap(({ group }) => group ?? []))];
  const entries = allEntries.filter(
    ({ group }) => groupNames.length < 2 || listPeersWithoutDiet(group, problem).length === 0,
  );
  const [first] = entries;
  if (!first) return [];
  const { rule, reason, level, group } = first;
  const entriesOfSubjects = [...Map.groupBy(entries, toSubjectKey).values()];
  const text = joinTexts(entriesOfSubjects, groupNames, problem);
  const ifShared = <Key extends keyof Unmet>(key: Key) =>
    entries.every((entry) => entry[key] === first[key]) ? first[key] : undefined;
  const shared = { day: ifShared('day'), meal: ifShared('meal'), dish: ifShared('dish'), of: ifShared('of') };
  const by = entriesOfSubjects.length === 1 ? first.by : undefined;
  const days = listDays(entries);
  return [{ rule, text, reason, level, group, ...shared, by, days: days.length > 0 ? days : undefined }];
}

/** Joins the texts of the first subjects, each with its other days, and names the other groups with the same entries. */
function joinTexts(entriesOfSubjects: readonly Unmet[][], groupNames: readonly string[], problem: FoldedProblem) {
  const phrases = inLanguage(problem, texts);
  const parts = entriesOfSubjects.slice(0, MAX_NAMED).flatMap(([main, ...others]) => {
    const otherDays = listDays(others).filter((day) => day !== main?.day);
    return main ? [otherDays.length > 0 ? phrases.alsoOn(main.text, otherDays) : main.text] : [];
  });
  const joined = phrases.join(parts, entriesOfSubjects.length - parts.length);
  const otherNames = groupNames.filter((name) => name !== entriesOfSubjects[0]?.[0]?.group);
  return otherNames.length > 0 ? phrases.alsoFor(joined, otherNames) : joined;
}

const listDays = (entries: readonly Unmet[]) =>
  [...new Set(entries.flatMap(({ day }) => day ?? []))].sort((a, b) => a - b);
