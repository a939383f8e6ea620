import * as z from 'zod/mini';
import type { Problem } from '../../errors.ts';
import { comparableText, normaliseText } from '../../text/normal-form.ts';
import { AllergenName } from '../ingredient/allergen.ts';
import { type Meal, meals } from '../meal.ts';
import { isPlain } from '../values/fields.ts';
import {
  type JsonPlace,
  json,
  type PlacedObject,
  readId,
  readInteger,
  readList,
  readNumber,
  readObjects,
} from '../values/json.ts';
import { nameSchemas } from '../values/output.ts';
import type { MenuGroup } from './menu.ts';

export const MAX_GROUPS = 10;
/** The maximum number of people of a group. */
export const MAX_PEOPLE = 100_000;
export const MAX_LEVEL_LENGTH = 50;
/** The maximum characters of a name: those of a level, and the digits that tell groups of one level apart. */
export const MAX_GROUP_NAME_LENGTH = MAX_LEVEL_LENGTH + 2;
/** The bounds of the factor by which a group's portions are multiplied. */
const factorRange = { min: 0.1, max: 5 };
/** The maximum characters of groups, or of their names, as JSON text. */
const MAX_GROUPS_LENGTH = 10_000;

const GroupShape = z.object({
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_GROUP_NAME_LENGTH))),
  level: z.string().check(z.minLength(1), z.maxLength(MAX_LEVEL_LENGTH)),
  people: z.int().check(z.minimum(0), z.maximum(MAX_PEOPLE)),
  factor: z.optional(z.number().check(z.minimum(factorRange.min), z.maximum(factorRange.max))),
  meals: z.optional(z.array(z.enum(meals)).check(z.minLength(1))),
  standard: z.optional(z.int().check(z.minimum(1))),
  avoid: z.optional(z.array(AllergenName)),
});
export const GroupNames = z.array(z.string().check(z.maxLength(MAX_GROUP_NAME_LENGTH))).check(z.maxLength(MAX_GROUPS));
nameSchemas({ MenuGroupSent: GroupShape });

/** A group as it is sent. Without a name it is called by its level. Without meals it takes those of the menu. */
export type SentGroup = Omit<MenuGroup, 'name' | 'meals' | 'avoid'> & {
  readonly [Fact in 'name' | 'meals' | 'avoid']?: MenuGroup[Fact] | undefined;
};

/** Makes the field of the groups of a menu, as JSON text: `[{"level": "中体力", "people": 120, "factor": 1, "meals": ["lunch"]}]`. */
export function menuGroups() {
  const shape = z.array(GroupShape).check(z.minLength(1), z.maxLength(MAX_GROUPS));
  return json({ max: MAX_GROUPS_LENGTH, empty: '[]', shape }, (value, _text, place): SentGroup[] => {
    if (Array.isArray(value) && value.length === 0) place.report({ code: 'empty' });
    const usedNames = new Set<string>();
    return readObjects(value, MAX_GROUPS, place).map((entry) => readGroup(entry, usedNames));
  });
}

/** Names the groups. One without a name is called by its level, with 2, 3 … where another group has that name. */
function nameGroups(groups: readonly SentGroup[]): (SentGroup & Pick<MenuGroup, 'name'>)[] {
  const usedNames = new Set(groups.flatMap(({ name }) => (name === undefined ? [] : [comparableText(name)])));
  return groups.map((group) => {
    if (group.name !== undefined) return { ...group, name: group.name };
    const names = [group.level, ...Array.from({ length: MAX_GROUPS }, (_, index) => `${group.level}${index + 2}`)];
    const freeName = names.find((candidate) => !usedNames.has(comparableText(candidate))) ?? group.level;
    usedNames.add(comparableText(freeName));
    return { ...group, name: freeName };
  });
}

/** Makes groups as a menu stores them. `listMeals` lists the meals that a group takes. */
export function toGroups(sent: readonly SentGroup[], listMeals: (group: SentGroup) => readonly Meal[]): MenuGroup[] {
  return nameGroups(sent).map((group) => ({ ...group, meals: listMeals(group), avoid: group.avoid ?? [] }));
}

/** Reads names of groups in JSON, each once. Whether the menu has these groups is not checked here. */
export function readGroupNames(value: unknown, place: JsonPlace): string[] {
  const names = readList(value, MAX_GROUPS, place).map((name, index) =>
    readName(name, MAX_GROUP_NAME_LENGTH, place.at(index)),
  );
  if (new Set(names).size < names.length) place.report({ code: 'repeated' });
  return names;
}

/** Makes the field of names of groups, as JSON text: `["中体力"]`; empty means all groups. */
export function groupNames() {
  return json({ max: MAX_GROUPS_LENGTH, empty: '[]', shape: GroupNames }, (value, _text, place): string[] =>
    readGroupNames(value, place),
  );
}

/** Reads a group. `usedNames` are the names of the groups read so far, as they are compared; the group's own is added. */
function readGroup({ members, place }: PlacedObject, usedNames: Set<string>): SentGroup {
  const { name, level, people, factor = 1, meals: taken, standard, avoid } = members;
  return {
    name: name === undefined ? undefined : readOwnName(name, usedNames, place.at('name')),
    level: readName(level, MAX_LEVEL_LENGTH, place.at('level')),
    people: readInteger(people, { min: 0, max: MAX_PEOPLE }, place.at('people')),
    factor: readNumber(factor, factorRange, place.at('factor')),
    meals: taken === undefined ? undefined : readChoices(taken, { choices: meals, min: 1 }, place.at('meals')),
    standard: standard === undefined ? undefined : readId(standard, place.at('standard')),
    avoid:
      avoid === undefined
        ? undefined
        : readChoices(avoid, { choices: AllergenName.options, min: 0 }, place.at('avoid')),
  };
}

function readOwnName(value: unknown, usedNames: Set<string>, place: JsonPlace): string {
  const name = readName(value, MAX_GROUP_NAME_LENGTH, place);
  const comparableName = comparableText(name);
  if (name !== '' && usedNames.has(comparableName)) place.report({ code: 'repeated' });
  usedNames.add(comparableName);
  return name;
}

/** Reads a name in JSON. A wrong one is reported and read as the empty one. */
export function readName(value: unknown, max: number, place: JsonPlace): string {
  const text = typeof value === 'string' ? value : '';
  const problem = findNameProblem(text, max);
  if (problem) place.report(problem);
  return normaliseText(problem ? '' : text);
}

/** Finds the problem of a name of a group or level; undefined if it has none. */
export function findNameProblem(text: string, max = MAX_GROUP_NAME_LENGTH): Problem | undefined {
  if (!isPlain(text)) return { code: 'text' };
  const length = [...normaliseText(text)].length;
  if (length === 0) return { code: 'empty' };
  return length > max ? { code: 'too_long', max } : undefined;
}

/** Reads a list of at least `min` of the choices, and returns them in the order of the choices. */
function readChoices<const Choice extends string>(
  value: unknown,
  { choices, min }: { readonly choices: readonly Choice[]; readonly min: number },
  place: JsonPlace,
): Choice[] {
  const named: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  const isKnown = named && named.length >= min && named.every((name) => choices.some((choice) => choice === name));
  if (!isKnown) place.report({ code: 'choice', names: choices.join(' ') });
  return choices.filter((choice) => named?.includes(choice));
}
